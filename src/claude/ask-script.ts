/**
 * The shell script that carries a permission request from Claude Code to the hub and the hub's answer back.
 * It is a script and not an HTTP hook, because only a command can stay silent without a hub, survive a restart of the hub,
 * and notice that the terminal has answered. It uses Claude Code's list of live sessions only to decide when to give up.
 */
import { IS_OWN_SOCKET } from './own-socket-check.ts';

export const ASK_SCRIPT = `#!/bin/sh
# Made by Reins: sends a permission request of Claude Code to the hub.
# Usage: ask.sh SOCKET < hook JSON, or for a hub on another machine: ask.sh URL FILE_OF_HEADERS < hook JSON
# Always silent: without an answer from the hub, the dialog of Claude Code itself decides.
place=$1
headers=$2
body=$(cat)
slow=\${headers:-$place}.slow
entry=\${CLAUDE_CONFIG_DIR:-$HOME/.claude}/sessions/$CLAUDE_PID.json

${IS_OWN_SOCKET}
# Posts the request and waits at most $1 seconds for the answer; the other arguments are for curl. Prints the answer if it
# is one for Claude Code, and returns the outcome.
post() {
  limit=$1
  shift
  if [ -z "$headers" ]; then
    set -- "$@" --unix-socket "$place" -H content-type:application/json http://reins/hooks
  else
    set -- "$@" --connect-timeout 1 -H "@$headers" "$place"
    # A proxy from the environment must not be used for this machine.
    case $place in *://127.* | *://localhost[:/]* | *://\\[::1\\]*) set -- "$@" --noproxy '*' ;; esac
  fi
  answer=$(printf '%s' "$body" | curl -q -s -f -m "$limit" -H "x-pid: $CLAUDE_PID" -H "x-ask: $$" \\
    -H "x-blocking: $blocking" --data-binary @- "$@" 2>/dev/null)
  result=$?
  # Leading spaces are heartbeats.
  answer=\${answer#"\${answer%%[! ]*}"}
  case $result:$answer in 0:\\{*) printf '%s' "$answer" ;; esac
  return $result
}

# A local hub is known by its socket, and removes the mark itself. A remote one gets another
# chance after a minute.
is_there() {
  if [ -z "$headers" ]; then is_own_socket "$place"; else [ -r "$headers" ]; fi
}
is_slow() {
  if [ -z "$headers" ]; then [ -e "$slow" ]; else [ -n "$(find "$slow" -mmin -1 2>/dev/null)" ]; fi
}

# If the list of live sessions shows this session as waiting: since when.
waiting_since() {
  grep -q '"status":"waiting"' "$entry" 2>/dev/null &&
    sed -n 's/.*"statusUpdatedAt":\\([0-9]*\\).*/\\1/p' "$entry" 2>/dev/null
}

# Requests of subagents, unattended runs and MCP servers block Claude instead of showing a dialog: one short attempt,
# and none while the hub is marked as slow. While someone is present, the hub returns how many seconds to wait
# and sends heartbeats: without them, this script stops waiting.
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
  # It took too long, or the address of the hub did not resolve.
  case $result in 28 | 6) : >"$slow" ;; esac
  exit 0
fi

# Otherwise the dialog is on the screen in the meantime: wait for the hub across restarts, up to a minute without one.
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
  # Answered in the terminal, or replaced by another dialog.
  [ -n "$now" ] && { [ -z "$since" ] || [ "$now" = "$since" ]; } || exit 0
  since=$now
done
exit 0
`;
