// Runs verbs of the built command one after another in one process: loading it takes longer than most of them.
// Requests come over one named pipe, a JSON line each, and answers go back over another.
import { openSync, readSync, writeSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { main } from '../../dist/main.js'

const [requests, answers] = process.argv.splice(2)
process.argv[1] = fileURLToPath(new URL('../../dist/index.js', import.meta.url))
const input = openSync(requests, 'r')
const output = openSync(answers, 'w')
const printed = { stdout: [], stderr: [] }

for (const name of ['stdout', 'stderr']) {
  process[name].setMaxListeners(0)
  process[name].write = (chunk, encoding, done) => {
    printed[name].push(Buffer.from(chunk, typeof encoding === 'string' ? encoding : 'utf8'))
    const callback = typeof encoding === 'function' ? encoding : done
    if (callback) process.nextTick(callback)
    return true
  }
}

for (let line = nextLine(); line !== undefined; line = nextLine()) {
  const { args, cwd, env } = JSON.parse(line)
  process.chdir(cwd)
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  const answer = { status: await statusOf(args) }
  for (const [name, chunks] of Object.entries(printed))
    answer[name] = Buffer.concat(chunks.splice(0)).toString()
  writeAll(`${JSON.stringify(answer)}\n`)
}
process.exit()

/** As Node does with what nobody caught. */
async function statusOf(args) {
  try {
    return await main(args)
  } catch (error) {
    process.stderr.write(`${error.stack}\n`)
    return 1
  }
}

function nextLine() {
  const chunks = []
  const buffer = Buffer.alloc(65_536)
  for (;;) {
    const size = readSync(input, buffer)
    if (size === 0) return undefined
    chunks.push(Buffer.from(buffer.subarray(0, size)))
    if (buffer[size - 1] === 10) return Buffer.concat(chunks).toString()
  }
}

function writeAll(text) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) at += writeSync(output, bytes, at)
}
