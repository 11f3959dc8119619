import { expect, test } from 'vitest'
import { OverlongLineScan } from './overlong-line.js'

/** In pieces of one byte, as chunks may end anywhere. */
function scanned(line: string) {
  const scan = new OverlongLineScan()
  for (const byte of Buffer.from(line)) scan.push(Uint8Array.of(byte))
  return scan.end()
}

test.each([
  ['{"jsonrpc":"2.0","id":7,"method":"m"}', 7, false],
  ['{"method":"m","params":{"id":1,"x":[{"id":2}]},"id":"last"}', 'last', false],
  ['{"id":"a\\"b,}","method":"m"}', 'a"b,}', false],
  ['{"text":"\\\\","id":3}', 3, false],
  ['{"id":4,"result":{"id":5}}', 4, true],
  ['{"id":4,"error":{"code":1}}', 4, true],
  ['{"id":4,"method":"m","result":1}', 4, false],
  ['{"params":{"result":1},"id":6}', 6, false],
  ['{"id":1e400}', null, false],
  ['{"id":9007199254740993}', null, false],
  ['{"id":[1]}', null, false],
  ['{"id":null}', null, false],
  ['{"id":8,"params":"cut in the mid', 8, false],
  ['[{"id":1}]', null, false],
  [`{"id":"${'x'.repeat(2000)}"}`, null, false],
  ['{"é":1,"id":"é"}', 'é', false],
])('%s', (line, id, isResponse) => {
  expect(scanned(line)).toEqual({ id, isResponse })
})
