// The commands in the documents, as a shell would parse them.

export interface DocCommand {
  readonly page: string
  readonly command: string
}

/** Blocks marked `sh` or `bash`, a command per line, continued lines joined, comments left out. */
export function commandsOf(page: string, markdown: string): DocCommand[] {
  return [...markdown.matchAll(/^```(?:sh|bash)\n([^]*?)^```$/gm)].flatMap(([, block = '']) =>
    splitCommands(block).map((command) => ({ page, command })),
  )
}

function splitCommands(block: string): string[] {
  const commands: string[] = []
  let open = ''
  for (const line of block.split('\n')) {
    open += open === '' ? line : `\n${line}`
    if (/[\\|]$/.test(line) || hasOpenQuote(open)) continue
    const command = open.replace(/\s+#(?! raw).*$/, '').trim()
    if (command !== '' && !command.startsWith('#')) commands.push(command)
    open = ''
  }
  return commands
}

const hasOpenQuote = (text: string) => (text.match(/'/g) ?? []).length % 2 === 1
