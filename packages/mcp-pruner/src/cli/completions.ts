// `mcp-pruner completions`: shell completions generated from the verbs and their help.

import { AGENT_CLIENTS } from '../clients/registry.js'
import { optionError, UsageError } from '../errors/usage-error.js'
import { helpText } from '../process/help-text.js'
import { readArgs } from '../process/read-args.js'
import type { Command } from './commands.js'
import { runVerb } from './verb.js'

const SHELLS = ['bash', 'zsh', 'fish'] as const

export const HELP = helpText({
  does: 'Prints completions for a shell.',
  usage: ['completions bash|zsh|fish'],
  args: { 'bash|zsh|fish': 'The shell' },
  notes: [
    [
      '  bash: mcp-pruner completions bash > ~/.local/share/bash-completion/completions/mcp-pruner',
      '  zsh:  mcp-pruner completions zsh > ~/.zfunc/_mcp-pruner, with ~/.zfunc in fpath',
      '  fish: mcp-pruner completions fish > ~/.config/fish/completions/mcp-pruner.fish',
    ].join('\n'),
  ],
})

interface Verb {
  readonly name: string
  readonly summary: string
  readonly words: readonly string[]
}

export const completions = (
  args: readonly string[],
  commands: Readonly<Record<string, Command>>,
): Promise<number> =>
  runVerb('completions', HELP, args, async () => {
    const [given] = readArgs(args, {}).positionals
    const shell = SHELLS.find((name) => name === given)
    if (shell === undefined) {
      const allowed = 'bash, zsh or fish'
      throw given === undefined
        ? new UsageError('no shell given', `use ${allowed}`)
        : optionError('SHELL', given, allowed)
    }
    process.stdout.write(SCRIPTS[shell](await verbsOf(commands)))
    return 0
  })

/** At the beginning of a line of help; options inside a sentence belong to other commands. */
const OPTION = /^\s+(?:-\w, )?(--[a-z][a-z-]*)/gm

/** Options are parsed from each verb's help, so the two cannot diverge. */
async function verbsOf(commands: Readonly<Record<string, Command>>): Promise<Verb[]> {
  return Promise.all(
    Object.entries(commands).map(async ([name, { summary, help }]) => {
      const options = new Set([...(await help()).matchAll(OPTION)].map(([, option = '']) => option))
      const words = [...options, ...argumentsOf(name)]
      return { name, summary, words }
    }),
  )
}

function argumentsOf(verb: string): readonly string[] {
  if (verb === 'install' || verb === 'uninstall') return Object.keys(AGENT_CLIENTS)
  if (verb === 'completions') return SHELLS
  return verb === 'native' ? ['on', 'off'] : []
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], (all: readonly Verb[]) => string>> = {
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
