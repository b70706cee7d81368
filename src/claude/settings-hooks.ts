/** Reads the hooks in a Claude Code settings file and recognizes ours. Changes nothing. */
import { listOf, recordOf } from '../lib/json-values.ts';
import { unquoteFromShell } from '../lib/quote-for-shell.ts';
import { hubUrl } from './remote-hook-set.ts';

export interface SettingsHook {
  readonly event: string;
  readonly type: string;
  readonly command?: string;
  readonly url?: string;
}

/** Every hook in the settings, from any source; skips anything of another shape. */
export function listHooks(settings: unknown): SettingsHook[] {
  const events = Object.entries(recordOf(recordOf(settings)['hooks']));
  return events.flatMap(([event, matchers]) =>
    listOf(matchers)
      .flatMap((matcher) => listOf(recordOf(matcher)['hooks']))
      .map((hook) => ({ ...recordOf(hook), event }) as SettingsHook),
  );
}

const WORD = "('(?:[^']|'\\\\'')*'|\\S+)";
/** The commands of hook-set.ts, in their current and earlier forms: a guard, then the part that reports to the socket. */
const OBSERVER = new RegExp(
  `^\\[ -S ${WORD} \\] && (?:\\[ -O ${WORD} \\] && ){0,2}(?:\\[ ! -e ${WORD} \\] && \\{ )?curl .* http://reins/hooks .*\\|\\| true$`,
  's',
);
const ASKER = new RegExp(`^\\[ -x ${WORD} \\] && ${WORD} ${WORD} \\|\\| true$`, 's');
const CARRIER = new RegExp(
  `^\\[ -e ${WORD} \\] && \\[ -x ${WORD} \\] && exec ${WORD} ${WORD} ${WORD} \\|\\| true$`,
  's',
);

/** The socket of the hub that one of our hooks reports to, in any home. */
export function socketOf({ type, command }: Pick<SettingsHook, 'type' | 'command'>): string | undefined {
  if (type !== 'command' || typeof command !== 'string') return undefined;
  const observed = OBSERVER.exec(command)?.[1];
  if (observed !== undefined) return unquoteFromShell(observed);
  const [, asker, called, socket] = ASKER.exec(command) ?? [];
  if (asker !== undefined && asker === called && socket !== undefined) {
    return unquoteFromShell(asker).endsWith('/hooks/ask.sh') ? unquoteFromShell(socket) : undefined;
  }
  const [, , carrier, run, to] = CARRIER.exec(command) ?? [];
  if (carrier === undefined || carrier !== run || to === undefined) return undefined;
  return unquoteFromShell(carrier).endsWith('/hooks/relay.sh') ? unquoteFromShell(to) : undefined;
}

/** The two commands of remote-hook-set.ts. */
const REMOTE_OBSERVER = new RegExp(
  `^\\[ -r ${WORD} \\] && \\{ trap '' TERM; body=\\$\\(cat\\); .* --data-binary @- ${WORD}\\) .* \\|\\| true$`,
  's',
);
const REMOTE_ASKER = new RegExp(`^\\[ -x ${WORD} \\] && ${WORD} ${WORD} ${WORD} \\|\\| true$`, 's');

export interface RemoteHub {
  readonly url: string;
  readonly headersFile: string;
}

/** The hub behind a URL that one of our hooks reports to, in any home. */
export function remoteHubOf({
  type,
  command,
}: Pick<SettingsHook, 'type' | 'command'>): RemoteHub | undefined {
  if (type !== 'command' || typeof command !== 'string') return undefined;
  const [, observing, to] = REMOTE_OBSERVER.exec(command) ?? [];
  if (observing !== undefined && to !== undefined) return remoteHub(to, observing);
  const [, guarded, called, address, headers] = REMOTE_ASKER.exec(command) ?? [];
  if (guarded === undefined || guarded !== called || address === undefined || headers === undefined)
    return undefined;
  return unquoteFromShell(guarded).endsWith('/hooks/ask.sh') ? remoteHub(address, headers) : undefined;
}

function remoteHub(address: string, headers: string): RemoteHub | undefined {
  const url = hubUrl(unquoteFromShell(address));
  return url === undefined ? undefined : { url, headersFile: unquoteFromShell(headers) };
}
