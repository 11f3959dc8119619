// An answer of the gateway's own making, with every digit of its numbers.
import { printJson } from '@jeeves/mcp-runtime'
import { Answer } from '../../rpc/message.js'

export class ExactAnswer extends Answer {
  override get text(): string {
    return printJson(this.value)
  }
}
