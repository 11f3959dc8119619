// The environment of a command: the server's own, without its settings and without keys to models, which a
// command has no business with, plus what the request adds.
import type { Env } from './settings.js'

const OWN_SETTINGS = /^(?:PRUNER|MCP_PRUNER|JEEVES)_/

const MODEL_PROVIDERS = [
  'ANTHROPIC',
  'AZURE_OPENAI',
  'CEREBRAS',
  'CODEX',
  'COHERE',
  'DEEPSEEK',
  'FIREWORKS',
  'GEMINI',
  'GOOGLE',
  'GOOGLE_GENERATIVE_AI',
  'GROQ',
  'HUGGINGFACE',
  'HUGGING_FACE_HUB',
  'MISTRAL',
  'MOONSHOT',
  'OPENAI',
  'OPENROUTER',
  'PERPLEXITY',
  'REPLICATE',
  'TOGETHER',
  'VOYAGE',
  'XAI',
]
const MODEL_KEY = new RegExp(`^(?:${MODEL_PROVIDERS.join('|')})_(?:[A-Z0-9]+_)*(?:KEY|TOKEN)S?$`)
const MORE_MODEL_KEYS: ReadonlySet<string> = new Set([
  'AWS_BEARER_TOKEN_BEDROCK',
  'CLAUDE_CODE_OAUTH_TOKEN',
  'HF_TOKEN',
])

export const isWithheld = (name: string): boolean =>
  OWN_SETTINGS.test(name) || MODEL_KEY.test(name) || MORE_MODEL_KEYS.has(name)

/** These make a program run code before the command does, whatever the command is. */
const LOADER_PREFIXES = ['LD_', 'DYLD_', 'BASH_FUNC_', 'GIT_CONFIG_']
const LOADER_VARIABLES: ReadonlySet<string> = new Set([
  'BASH_ENV',
  'BASHOPTS',
  'ENV',
  'GCONV_PATH',
  'GIT_SSH_COMMAND',
  'IFS',
  'JAVA_TOOL_OPTIONS',
  'JDK_JAVA_OPTIONS',
  'NODE_OPTIONS',
  'NODE_PATH',
  'PERL5DB',
  'PERL5LIB',
  'PERL5OPT',
  'PROMPT_COMMAND',
  'PS4',
  'PYTHONHOME',
  'PYTHONPATH',
  'PYTHONSTARTUP',
  'RUBYLIB',
  'RUBYOPT',
  'SHELLOPTS',
  '_JAVA_OPTIONS',
])

export const isLoaderVariable = (name: string): boolean =>
  LOADER_VARIABLES.has(name) || LOADER_PREFIXES.some((prefix) => name.startsWith(prefix))

export function childEnv(server: Env, requested: Readonly<Record<string, string>> = {}): Env {
  const inherited = Object.entries(server).filter(([name]) => !isWithheld(name))
  return { ...Object.fromEntries(inherited), ...requested }
}
