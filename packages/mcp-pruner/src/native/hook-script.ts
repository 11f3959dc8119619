// The script for hooks of Gemini CLI and Copilot CLI: it calls the server of the same client with curl. Without
// such a server or curl, the hook program asks any server of this user, which starts a Node.
import { quoted } from './shell-quote.js'

/** `$1` is the client, `$2` and `$3` are a Node and the hook program. */
export const hookScript = (run: string): string => `\
# Written by mcp-pruner install. Hands what a hook is told to the server that the same client runs.
[ "\${MCP_PRUNER_NATIVE-}" = off ] && exit 0
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
  exec curl -q -s -f --noproxy '*' --unix-socket "$socket" -m 6 -y 1 -Y 1 -H 'Expect:' \\
    --data-binary @- "http://localhost/$1/$pid" 2> /dev/null
fi
exec "$2" "$3" "$1"
`
