// Visual Studio Code. Written from its documentation, not tested with the program: its name is unknown, so it gets text.
import { join } from 'node:path'
import {
  type AgentClient,
  configHome,
  type InstallPlace,
  ofScope,
  serverMember,
  stdioServer,
  TEXT_OUTPUT,
} from '../agent-client.js'

function userFolder(place: InstallPlace): string {
  const { platform, home, env } = place
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Code', 'User')
  if (platform === 'win32') {
    return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Code', 'User')
  }
  return join(configHome(place), 'Code', 'User')
}

export const vscode: AgentClient = {
  name: 'vscode',
  title: 'Visual Studio Code',
  commands: ['code'],
  traces: (place) => [userFolder(place)],
  server: (place) =>
    serverMember(
      join(ofScope(place, userFolder(place), '.vscode'), 'mcp.json'),
      'servers',
      stdioServer(place, { type: 'stdio', env: TEXT_OUTPUT }),
    ),
  shows: 'not observed',
  nativeReach: 'it has no hooks that were tested',
}
