// In documents: every heading.
import type { Deadline } from '../deadline.js'
import { Kind } from '../text/line-kinds.js'
import type { Structure } from '../text/structure.js'
import { Protection } from './levels.js'

export function protectDocs(structure: Structure, levels: Uint8Array, deadline: Deadline): void {
  for (let i = 0; i < levels.length; i++) {
    if ((i & 1023) === 0) deadline.spend(4096)
    if (structure.kinds[i] === Kind.Heading) levels[i] = Protection.Outline
  }
}
