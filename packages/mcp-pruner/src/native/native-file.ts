// Where it is written down whether a client's own tools are pruned. Apart, because every start looks for it.
import { join } from 'node:path'

export const nativeSettingsFile = (dataFolder: string): string =>
  join(dataFolder, 'native', 'settings.json')
