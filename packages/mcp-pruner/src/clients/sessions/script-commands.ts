// The commands of a script through which Codex calls its tools: `await tools.exec_command({ cmd: "npm test" })`. Parsed,
// not run: a command that the script assembles is not found.

const CALL = /\btools\.(?:exec_command|shell_command|shell|local_shell)\s*\(/g
/** The value of `cmd` or `command`, in any of the three quotes; for a list, its last element. */
const COMMAND =
  /\b(?:cmd|command)["']?\s*:\s*(?:\[[^\]]*,\s*)?("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)/
/** A call's arguments are not longer. */
const MAX_ARGUMENTS = 20_000

/** In order; `undefined` for a script that runs none, or none that can be found. */
export function commandsInScript(script: string): string | undefined {
  const commands = [...script.matchAll(CALL)].flatMap(({ index, 0: { length } }) => {
    const found = COMMAND.exec(script.slice(index + length, index + length + MAX_ARGUMENTS))?.[1]
    return found === undefined ? [] : [unquoted(found)]
  })
  return commands.length === 0 ? undefined : commands.join('\n')
}

function unquoted(literal: string): string {
  const inner = literal.slice(1, -1)
  return inner.replaceAll(/\\(?:n|t|(.))/gs, (escape, char: string | undefined) =>
    escape === '\\n' ? '\n' : escape === '\\t' ? '\t' : (char ?? ''),
  )
}
