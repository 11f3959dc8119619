// Cline's command line. A small plugin calls the running server and replaces the output.
import { join } from 'node:path'
import {
  type AgentClient,
  type InstallPlace,
  ofScope,
  ownFile,
  serverMember,
} from '../agent-client.js'
import { clinePlugin } from './hooks.js'

const folder = ({ env, home }: InstallPlace): string => env.CLINE_DIR || join(home, '.cline')

export const cline: AgentClient = {
  name: 'cline',
  title: 'Cline',
  commands: ['cline'],
  traces: (place) => [folder(place)],
  server: (place) =>
    place.project === undefined
      ? serverMember(
          join(folder(place), 'data', 'settings', 'cline_mcp_settings.json'),
          'mcpServers',
          { transport: { type: 'stdio', command: place.node, args: [place.entry] } },
        )
      : undefined,
  native: (place) =>
    ownFile(
      join(ofScope(place, folder(place), '.cline'), 'plugins', 'mcp-pruner.js'),
      clinePlugin(place.dataFolder),
    ),
  shows: 'the whole result as JSON, at most 8,000 characters',
  nativeReach: 'commands (failing too), reads and searches, by a plugin',
}
