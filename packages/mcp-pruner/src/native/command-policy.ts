// What may be done with the output of a shell command, decided from the command alone: nothing, pruning after the
// call, or wrapping it before, which is for commands whose output counts most when they fail.

export type CommandPlan =
  | { readonly do: 'pass'; readonly why: string }
  /** Its output may be pruned after the call. A failure of such a command says little; some cannot be wrapped. */
  | { readonly do: 'after'; readonly ownsShell?: true }
  | { readonly do: 'wrap' }

/** `# raw` at the end: the output is wanted unpruned. */
const RAW_MARK = /(?:^|\s)#\s*raw\s*$/

/** They read files and print them. */
const READERS = new Set(
  `awk basename bat cat column comm cut date df diff dirname du echo env file find fold fd git-blame
  git-branch git-diff git-grep git-log git-ls-files git-remote git-rev-parse git-shortlog git-show git-status
  grep head hexdump id jq join ls md5sum nl od paste printenv printf ps pwd readlink realpath rg sed seq
  sha256sum sort stat strings tac tail tee test tr tree type uname uniq wc which whoami xxd yq ag ack
  cd export true [ [[ sleep set`.split(/\s+/),
)

/** They change something and print little; all of it is new. */
const CHANGERS = new Set(
  `chmod chown cp ln mkdir mv rm rmdir touch truncate install kill pkill killall git-add git-am git-apply
  git-checkout git-cherry-pick git-clean git-clone git-commit git-config git-fetch git-init git-merge git-mv
  git-pull git-push git-rebase git-reset git-restore git-revert git-rm git-stash git-switch git-tag
  git-worktree mcp-pruner cd export unset source alias`.split(/\s+/),
)

/** Interactive, full-screen or endless programs. */
const INTERACTIVE =
  /^(?:vi|vim|nvim|nano|emacs|less|more|man|top|htop|watch|ssh|tmux|screen|gdb|lldb|psql|mysql|sqlite3|ftp|sftp|telnet|fzf)$/
const STREAMING =
  /(?:^|[\s;&|])(?:tail\s+(?:\S+\s+)*-[a-zA-Z]*[fF]|journalctl\s.*-f|docker(?:\s+compose)?\s+logs\s.*(?:-f|--follow)|kubectl\s+logs\s.*-f|(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?(?:dev|start|serve|watch)\b|\S*\s--watch(?:All)?\b)/

/**
 * A trap, an exec or an exit in the command would lose its output, and a shell that echoes its input would
 * print our lines; `$(` and the like are fine.
 */
const OWNS_THE_SHELL =
  /(?:^|[\s;&|({])(?:trap|TRAP[A-Z]+|exec|kill\s[^;&|]*\$\$|disown|nohup|setsid|set\s+-(?:\w*v\w*|o\s+verbose))(?:[\s(;&|]|$)/

export function planForCommand(
  command: string,
  { rawCommands, isBackground }: { rawCommands: readonly string[]; isBackground: boolean },
): CommandPlan {
  const text = command.trim()
  if (text === '') return pass('empty')
  if (RAW_MARK.test(text)) return pass('raw mark')
  if (isBackground || /(?:^|[^&>])&\s*$/.test(text)) return pass('background')
  if (rawCommands.some((start) => text === start || text.startsWith(`${start} `))) {
    return pass('settings')
  }
  if (STREAMING.test(text)) return pass('streaming')
  const programs = programsOf(text)
  if (programs.some((program) => INTERACTIVE.test(program))) return pass('interactive')
  const areAll = (isOne: (program: string) => boolean) =>
    programs.length > 0 && programs.every(isOne)
  if (areAll((program) => CHANGERS.has(program))) return pass('changes things')
  if (OWNS_THE_SHELL.test(text)) return { do: 'after', ownsShell: true }
  const onlyReads = areAll((program) => READERS.has(program) || CHANGERS.has(program))
  return { do: onlyReads || !isComplete(text) ? 'after' : 'wrap' }
}

/** A command that a shell would continue reading: a quote, a here-document or an operator is open. Nothing may follow it. */
function isComplete(text: string): boolean {
  const bare = withoutDocuments(text)
    .replaceAll(/\\[^\n]/g, '_')
    .replaceAll(/'[^']*'|"[^"]*"|`[^`]*`/g, '_')
  if (/['"`]/.test(bare.replaceAll(/(?:^|[\s;])#.*$/gm, '')) || /<<-?\s*\S/.test(bare)) return false
  return !/(?:\\|&&|\|\|?|\(|\{|\bthen|\bdo|\belse)$/.test(bare)
}

const withoutDocuments = (text: string): string =>
  text.replaceAll(/<<-?\s*(['"]?)(\w+)\1[\s\S]*?\n[ \t]*\2(?=\n|$)/g, ' ')

const pass = (why: string): CommandPlan => ({ do: 'pass', why })

/** The programs of a command line, approximately: quotes are skipped, `git log` is `git-log`. */
export function programsOf(command: string): readonly string[] {
  const bare = withoutDocuments(command)
    .replaceAll(/'[^']*'|"(?:[^"\\]|\\.)*"/g, '_')
    .replaceAll(/#.*$/gm, '')
  return bare
    .split(/&&|\|\|?|;|\n|\$\(|[(){}]/)
    .map((part) => part.trim().replace(/^(?:then|do|else|if|while|until|!|time|sudo|env)\s+/, ''))
    .map((part) => part.replace(/^(?:\w+=\S*\s+)+/, ''))
    .filter((part) => part !== '' && !/^(?:fi|done|esac|_|\w+=\S*)$/.test(part))
    .map(programOf)
}

function programOf(part: string): string {
  const [first = '', ...rest] = part.split(/\s+/)
  const name = first.replace(/^.*\//, '')
  if (name !== 'git') return name
  const verb = rest.find(
    (word, index) => !word.startsWith('-') && !/^-[cC]$/.test(rest[index - 1] ?? ''),
  )
  return verb === undefined ? name : `git-${verb}`
}
