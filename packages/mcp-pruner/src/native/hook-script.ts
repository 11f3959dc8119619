// The script for hooks of Gemini CLI and Copilot CLI: it calls the server of the same client with curl. Without
// such a server or curl, the hook program asks any server of this user, which starts a Node.
import { quoted } from '../clients/hook-command.js'
import { MIN_OUTPUT_SIZE } from '../clients/hook-names.js'

/**
 * `$1` is the client, `$2` and `$3` are a Node and the hook program. What is shorter than the least output is not worth
 * a request, unless it names a file with the output. It is counted in bytes; `#` is at its end so that no line ending is
 * lost.
 */
export const hookScript = (run: string): string => `\
# Written by mcp-pruner install. Hands what a hook is told to the server that the same client runs.
[ "\${MCP_PRUNER_NATIVE-}" = off ] && exit 0
LC_ALL=C
start=$(head -c ${MIN_OUTPUT_SIZE}; printf '#')
case $start in
  *'Saved to: '*) ;;
  *) [ \${#start} -gt ${MIN_OUTPUT_SIZE} ] || exit 0 ;;
esac
told() { printf '%s' "\${start%?}"; cat; }
run=${quoted(run)}
pid=$PPID
socket=
for step in 1 2 3; do
  if [ -r "$run/$pid.http" ]; then
    read -r socket < "$run/$pid.http"
    break
  fi
  [ -r "/proc/$pid/status" ] || break
  parent=0
  while read -r name value; do
    [ "$name" = PPid: ] && parent=$value && break
  done < "/proc/$pid/status"
  [ "$parent" -gt 1 ] || break
  pid=$parent
done
if [ -S "$socket" ] && [ -O "$socket" ] && command -v curl > /dev/null 2>&1; then
  told | curl -q -s -f --noproxy '*' --unix-socket "$socket" -m 6 -y 1 -Y 1 -H 'Expect:' \\
    --data-binary @- "http://localhost/$1/$pid" 2> /dev/null
else
  told | "$2" "$3" "$1"
fi
`
