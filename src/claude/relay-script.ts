/**
 * The shell script that carries a message from the hub to an idle or working session: Claude Code runs it in the
 * background (`asyncRewake`) when a turn ends and when the bell is rung, and is woken by its exit code 2.
 */
import { IS_OWN_SOCKET } from './own-socket-check.ts';

export const RELAY_SCRIPT = `#!/bin/sh
# Made by Reins: carries a message of the hub to this session. Usage: relay.sh SOCKET BELL < hook JSON
# Exit code 2 hands what stands on stderr to Claude Code; every other end leaves no trace.
socket=$1
body=$(cat)
session=\${body#*'"session_id":"'}
session=\${session%%'"'*}

${IS_OWN_SOCKET}
# The marker is there as long as relay is switched on for this session. The hub answers when it has a message, or when
# nobody need wait. Should it go away meanwhile, it has a minute to come back.
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
