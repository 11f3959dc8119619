// `mcp-pruner completions`: shell completions generated from the verbs and their help.

import { optionError, UsageError } from '../errors/usage-error.js'
import type { Command } from './commands.js'
import { defineVerb, type Verb } from './verb.js'

const SHELLS = ['bash', 'zsh', 'fish'] as const

const SHELL_LIST = 'bash, zsh or fish'

export const completions = (commands: Readonly<Record<string, Command>>): Verb =>
  defineVerb({
    name: 'completions',
    does: 'Prints completions for a shell.',
    usage: ['completions bash|zsh|fish'],
    args: { 'bash|zsh|fish': 'The shell' },
    choices: SHELLS,
    notes: [
      [
        '  bash: mcp-pruner completions bash > ~/.local/share/bash-completion/completions/mcp-pruner',
        '  zsh:  mcp-pruner completions zsh > ~/.zfunc/_mcp-pruner, with ~/.zfunc in fpath',
        '  fish: mcp-pruner completions fish > ~/.config/fish/completions/mcp-pruner.fish',
      ].join('\n'),
    ],
    async run({ positionals: [given] }) {
      if (given === undefined) throw new UsageError('no shell given', `use ${SHELL_LIST}`)
      const shell = SHELLS.find((name) => name === given)
      if (shell === undefined) throw optionError('SHELL', given, SHELL_LIST)
      process.stdout.write(SCRIPTS[shell](await wordsOf(commands)))
      return 0
    },
  })

interface Words {
  readonly name: string
  readonly summary: string
  readonly words: readonly string[]
}

/** At the beginning of a line of help; options inside a sentence belong to other commands. */
const OPTION = /^\s+(?:-\w, )?(--[a-z][a-z-]*)/gm

/** Options are parsed from each verb's help, so the two cannot diverge. */
async function wordsOf(commands: Readonly<Record<string, Command>>): Promise<Words[]> {
  return Promise.all(
    Object.entries(commands).map(async ([name, { summary, load }]) => {
      const { help, choices = [] } = await load()
      const options = new Set([...help.matchAll(OPTION)].map(([, option = '']) => option))
      return { name, summary, words: [...options, ...choices] }
    }),
  )
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], (all: readonly Words[]) => string>> = {
  bash: (all) => `_mcp_pruner() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${all.map(({ name }) => name).join(' ')} --help --version'
  else
    case "\${COMP_WORDS[1]}" in
${all.map(({ name, words }) => `      ${name}) words='${words.join(' ')}' ;;`).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _mcp_pruner mcp-pruner
`,
  zsh: (all) => `#compdef mcp-pruner
_mcp_pruner() {
  if (( CURRENT == 2 )); then
    local -a verbs=(
${all.map(({ name, summary }) => `      ${quoted(`${name}:${summary}`)}`).join('\n')}
    )
    _describe command verbs
    return
  fi
  case "$words[2]" in
${all.map(({ name, words }) => `    ${name}) compadd -- ${words.join(' ')} ;;`).join('\n')}
  esac
  _files
}
# From a folder in fpath this whole file is the function that completes; else it was sourced.
if [ "$funcstack[1]" = _mcp-pruner ]; then
  _mcp_pruner "$@"
else
  compdef _mcp_pruner mcp-pruner
fi
`,
  fish: (all) =>
    `${all
      .flatMap(({ name, summary, words }) => [
        `complete -c mcp-pruner -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
        ...words.map((word) => {
          const isOption = word.startsWith('--')
          const what = isOption ? `-l ${word.slice(2)}` : `-a ${word}`
          return `complete -c mcp-pruner -n '__fish_seen_subcommand_from ${name}' ${what}`
        }),
      ])
      .join('\n')}\n`,
}
