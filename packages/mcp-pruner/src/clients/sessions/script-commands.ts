// The commands of a script by which Codex calls its tools: `await tools.exec_command({ cmd: "npm test" })`. Read, not
// run: a command that the script puts together is not told.

const CALL = /\btools\.(?:exec_command|shell_command|shell|local_shell)\s*\(/g
/** The value of `cmd` or `command`, in any of the three quotes; of a list the last. */
const COMMAND =
  /\b(?:cmd|command)["']?\s*:\s*(?:\[[^\]]*,\s*)?("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)/
/** A call's arguments are not longer. */
const MAX_ARGUMENTS = 20_000

/** One after another; `undefined` for a script that runs none, or none that can be told. */
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
