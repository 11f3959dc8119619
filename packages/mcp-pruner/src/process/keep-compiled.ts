// Writes what V8 compiled of a bundled script.
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { replaceFileSync } from '@jeeves/mcp-runtime/files'
import type { BundledScript } from './code-cache.js'
import { makeFolderSync } from './make-folder.js'

/** For the next run; without it that one is only slower. A cache folder is not created for it alone. */
export function keepCompiled(compiled: BundledScript['compiled']): void {
  try {
    const code = compiled()
    if (code === undefined || !existsSync(dirname(dirname(code.file)))) return
    makeFolderSync(dirname(code.file))
    replaceFileSync(code.file, code.bytes)
  } catch {
    // A full disk, a folder that may not be written to.
  }
}
