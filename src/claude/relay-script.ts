/**
 * The shell script that carries a message from the hub to an idle or working session. Claude Code runs it in the background
 * (`asyncRewake`) at the end of a turn and when the bell rings; exit code 2 wakes the session.
 */
import { IS_OWN_SOCKET } from './own-socket-check.ts';

export const RELAY_SCRIPT = `#!/bin/sh
# Made by Reins: carries a message from the hub to this session. Usage: relay.sh SOCKET BELL < hook JSON
# Exit code 2 passes stderr to Claude Code; any other exit leaves no trace.
socket=$1
body=$(cat)
session=\${body#*'"session_id":"'}
session=\${session%%'"'*}

${IS_OWN_SOCKET}
# The marker exists while relay is enabled for this session. The hub responds when it has a message, or when there is
# no need to wait. If the hub goes away, it has a minute to return.
tries=0
while [ -e "\${2%/*}/$session" ] && [ $tries -lt 60 ]; do
  result=7
  is_own_socket "$socket" && {
    words=$(curl -q -s -f -m 604800 --unix-socket "$socket" \\
      -H content-type:application/json --data-binary @- http://reins/relay 2>/dev/null <<END
$body
END
    )
    result=$?
  }
  case $result in
    0)
      [ -n "$words" ] || exit 0
      printf '%s\\n' "$words" >&2
      exit 2
      ;;
    7 | 52 | 56) ;;
    *) exit 0 ;;
  esac
  sleep 1
  tries=$((tries + 1))
done
exit 0
`;
