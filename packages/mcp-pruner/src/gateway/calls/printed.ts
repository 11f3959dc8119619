// An answer of the gateway's own making, printed with every digit of its numbers.
import { printJson } from '@jeeves/mcp-runtime'
import { Answer } from '../../rpc/message.js'

export class Printed extends Answer {
  override get text(): string {
    return printJson(this.value)
  }
}
