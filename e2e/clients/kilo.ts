import { type AgentProgram, PROMPT } from './agent-program.js'
import { OUTLIVING_SHELL, opencode } from './opencode.js'

/** A relative of opencode, with files of its own. */
export const kilo: AgentProgram = {
  ...opencode,
  name: 'kilo',
  command: 'kilo',
  args: () => ['run', PROMPT, '--model', 'stand-in/stand-in', '--auto'],
  env: (place) => ({
    ...opencode.env(place),
    KILO_DISABLE_AUTOUPDATE: '1',
    KILO_DISABLE_MODELS_FETCH: '1',
    KILO_TELEMETRY_LEVEL: 'off',
  }),
  settings: ({ origin }) => ({
    ...OUTLIVING_SHELL,
    // As the client itself would write it: it does so when it runs.
    '.config/kilo/kilo.json': JSON.stringify(settingsWith(`${origin}/v1`), null, 2),
  }),
}

const settingsWith = (baseURL: string) => ({
  $schema: 'https://app.kilo.ai/config.json',
  autoupdate: false,
  share: 'disabled',
  permission: { '*': 'allow', bash: 'allow' },
  model: 'stand-in/stand-in',
  small_model: 'stand-in/stand-in',
  provider: {
    'stand-in': {
      npm: '@ai-sdk/openai-compatible',
      name: 'stand-in',
      options: { baseURL, apiKey: 'test' },
      models: {
        'stand-in': {
          name: 'stand-in',
          tool_call: true,
          limit: { context: 400_000, output: 8000 },
        },
      },
    },
  },
})
