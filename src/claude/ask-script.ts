/**
 * The shell script that carries a permission ask from Claude Code to the hub and the hub's answer back.
 * A script and not an HTTP hook, because only a command can be silent without a hub, outlive a restart of it, and tell
 * when the terminal has answered. It depends on Claude Code's list of live sessions only for giving up.
 */
import { IS_OWN_SOCKET } from './own-socket-check.ts';

export const ASK_SCRIPT = `#!/bin/sh
# Made by Reins: carries a permission ask of Claude Code to the hub.
# Usage: ask.sh SOCKET < hook JSON, or for a hub elsewhere: ask.sh URL FILE_OF_HEADERS < hook JSON
# Silent whatever happens: without an answer of the hub, Claude Code's own dialog decides.
place=$1
headers=$2
body=$(cat)
slow=\${headers:-$place}.slow
entry=\${CLAUDE_CONFIG_DIR:-$HOME/.claude}/sessions/$CLAUDE_PID.json

${IS_OWN_SOCKET}
# Posts the ask and waits at most $1 seconds for the answer; the rest is for curl. Prints the answer when it is one for
# Claude Code, and says how it went.
post() {
  limit=$1
  shift
  if [ -z "$headers" ]; then
    set -- "$@" --unix-socket "$place" -H content-type:application/json http://reins/hooks
  else
    set -- "$@" --connect-timeout 1 -H "@$headers" "$place"
    # A proxy that the environment names has no business on this machine.
    case $place in *://127.* | *://localhost[:/]* | *://\\[::1\\]*) set -- "$@" --noproxy '*' ;; esac
  fi
  answer=$(printf '%s' "$body" | curl -q -s -f -m "$limit" -H "x-pid: $CLAUDE_PID" -H "x-ask: $$" \\
    -H "x-blocking: $blocking" --data-binary @- "$@" 2>/dev/null)
  result=$?
  # Blanks in front were signs of life.
  answer=\${answer#"\${answer%%[! ]*}"}
  case $result:$answer in 0:\\{*) printf '%s' "$answer" ;; esac
  return $result
}

# A hub on this machine shows itself by its socket, and forgives itself having been slow. One elsewhere gets another
# chance after a minute.
is_there() {
  if [ -z "$headers" ]; then is_own_socket "$place"; else [ -r "$headers" ]; fi
}
is_slow() {
  if [ -z "$headers" ]; then [ -e "$slow" ]; else [ -n "$(find "$slow" -mmin -1 2>/dev/null)" ]; fi
}

# When the list of live sessions says that this session waits: since when.
waiting_since() {
  grep -q '"status":"waiting"' "$entry" 2>/dev/null &&
    sed -n 's/.*"statusUpdatedAt":\\([0-9]*\\).*/\\1/p' "$entry" 2>/dev/null
}

# Asks of subagents, of unattended runs and of MCP servers hold Claude up instead of showing a dialog: one short try,
# and none while the hub is known to be slow. While somebody is there to answer, the hub says for how many seconds to
# wait, and gives a sign of life all the time: a hub that falls silent is given up.
blocking=1
case $body in *'"hook_event_name":"PermissionRequest"'*)
  case $body in *'"agent_id":'*) ;; *) [ "$CLAUDE_CODE_SESSION_ATTENDED" = 0 ] || blocking= ;; esac
  ;;
esac
if [ -n "$blocking" ]; then
  is_there && ! is_slow && post 2
  case $result:$answer in
    0:[1-9] | 0:[1-9][0-9] | 0:[1-9][0-9][0-9])
      blocking=again
      post $((answer + 5)) --speed-limit 16 --speed-time 2
      ;;
  esac
  # It took too long, or nobody could say where the hub is.
  case $result in 28 | 6) : >"$slow" ;; esac
  exit 0
fi

# Otherwise the dialog is on the screen meanwhile: wait for the hub, over restarts, for a minute without one.
since=
tries=0
while [ $tries -lt 60 ]; do
  if is_there; then
    post 604800
    case $? in 0 | 22) exit 0 ;; esac
  fi
  sleep 1
  tries=$((tries + 1))
  kill -0 "$CLAUDE_PID" 2>/dev/null || exit 0
  now=$(waiting_since)
  # Answered in the terminal, or another dialog by now.
  [ -n "$now" ] && { [ -z "$since" ] || [ "$now" = "$since" ]; } || exit 0
  since=$now
done
exit 0
`;
