// Programs by name, from the PATH. A relative entry refers to the current folder, which is
// the project's own: a file there with a program's name is not that program.

import { access, constants } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import { processEnv } from '../settings/environment.js'

export async function findOnPath(
  name: string,
  path: string = processEnv.PATH ?? '',
): Promise<string | undefined> {
  const file = process.platform === 'win32' ? `${name}.exe` : name
  for (const folder of path.split(delimiter).filter((entry) => isAbsolute(entry))) {
    if (await isExecutable(join(folder, file))) return join(folder, file)
  }
  return undefined
}

export const isExecutable = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  )
