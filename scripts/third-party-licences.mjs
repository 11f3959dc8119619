// The licences of the packages whose code went into a bundle, as their terms ask.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** `inputs` are the files of esbuild's metafile, from the folder `root`. */
export async function thirdPartyLicences(inputs, root) {
  const folders = new Set()
  for (const input of inputs) {
    const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)
    if (found) folders.add(found[1])
  }
  const notices = await Promise.all([...folders].map((folder) => noticeOf(join(root, folder))))
  const unique = [...new Map(notices.map((notice) => [notice.title, notice.text])).entries()]
  unique.sort(([a], [b]) => (a < b ? -1 : 1))
  return unique.map(([title, text]) => `${title}\n\n${text}\n`).join(`\n${'-'.repeat(72)}\n\n`)
}

async function noticeOf(folder) {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const { name, version, license } = manifest
  const names = (await readdir(folder)).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
  const texts = await Promise.all(names.sort().map((file) => readFile(join(folder, file), 'utf8')))
  if (license === undefined && texts.length === 0) throw new Error(`${name} names no licence`)
  return {
    title: `${name} ${version} (${license ?? 'see below'})`,
    text: texts.map((text) => text.trim()).join('\n\n') || `Licence: ${license}`,
  }
}
