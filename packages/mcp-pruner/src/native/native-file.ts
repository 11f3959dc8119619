// The file that stores whether a client's own tools are pruned. Separate, because every start looks for it.
import { join } from 'node:path'

export const nativeSettingsFile = (dataFolder: string): string =>
  join(dataFolder, 'native', 'settings.json')
