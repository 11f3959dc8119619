// In documents: every heading.
import { Kind } from '../split/line-kinds.js'
import type { Structure } from '../split/structure.js'
import { Protection } from './levels.js'

export function protectDocs(structure: Structure, levels: Uint8Array): void {
  for (let i = 0; i < levels.length; i++) {
    if (structure.kinds[i] === Kind.Heading) levels[i] = Protection.Outline
  }
}
