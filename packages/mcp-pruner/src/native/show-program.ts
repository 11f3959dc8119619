// Run at the end of a wrapped command: RUN_FOLDER TOKEN EXIT_CODE. Prints what is to be shown of its output, and
// the output as it is whenever that cannot be had in time.
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { askAt, hearMsOf } from './ask-server.js'
import { addressFile, readAddress } from './server-address.js'

const [run = '', token = '', exitCode = '0'] = process.argv.slice(2)
const file = join(run, `${token}.out`)
const path = readAddress(addressFile(run, Number.parseInt(token, 10)))
const asked =
  path === undefined
    ? undefined
    : await askAt(path, { show: { token, file, exitCode } }, hearMsOf(run))
const output = asked && 'answer' in asked ? asked.answer.output : undefined
if (typeof output === 'string') process.stdout.write(output)
else await pipeline(createReadStream(file), process.stdout, { end: false })
