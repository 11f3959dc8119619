// Auggie, Augment's command line. Written from its documentation and not tested with the program.
import { type AgentClient, inFolder, TEXT_OUTPUT } from '../agent-client.js'

export const auggie: AgentClient = {
  name: 'auggie',
  title: 'Auggie',
  commands: ['auggie'],
  ...inFolder('.augment', 'settings.json', { env: TEXT_OUTPUT }),
  shows: 'not observed',
  nativeReach: 'its hooks are untested',
}
