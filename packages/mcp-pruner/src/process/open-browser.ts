// Opens an address in the user's browser. Every account of the machine can read a program's arguments, and
// the address contains a secret: so a private file is opened, which redirects there.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { replaceFileSync } from '@jeeves/mcp-runtime/files'
import { makeFolderSync } from './make-folder.js'

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Browsers have read it long before. */
const KEPT_MS = 60_000

/** Returns a function that removes the file. Without a browser nothing happens: the address is also printed. */
export function openInBrowser(address: string, folder: string): () => void {
  const file = join(folder, `open-${randomBytes(8).toString('hex')}.html`)
  const remove = () => rmSync(file, { force: true })
  try {
    makeFolderSync(folder)
    replaceFileSync(file, redirectTo(address))
  } catch {
    return () => {}
  }
  setTimeout(remove, KEPT_MS).unref()
  process.once('exit', remove)
  const [command = '', ...first] = OPENERS[process.platform] ?? ['xdg-open']
  spawn(command, [...first, pathToFileURL(file).href], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
  return remove
}

function redirectTo(address: string): string {
  const escaped = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${escaped}">
<title>mcp-pruner</title>
<p><a href="${escaped}">Open the page</a></p>
`
}
