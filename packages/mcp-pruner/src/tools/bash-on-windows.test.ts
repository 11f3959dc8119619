import { expect, test } from 'vitest'
import { noBash } from './bash.js'

test('without a bash, Windows is told where to get one', () => {
  expect(noBash('win32')).toBe(
    'bash is not on the PATH; install Git for Windows and add its bin folder to the PATH, or use WSL',
  )
})
