/** Facts about the session at the top of an export: names and values, in order. */

import { moneyText } from '../usage/money.ts';
import { durationOf } from '../wording/duration-of.ts';
import type { ExportAbout } from './export-format.ts';
import type { ShowMoment } from './zoned-moment.ts';

export function aboutRows(
  { session, exportedAt, isMasked, timeZone }: ExportAbout,
  show: ShowMoment,
): [string, string][] {
  const moment = (at: string) => Object.values(show(at)).join(' ');
  const { usage } = session;
  const read = usage.input_tokens + usage.cache_read_input_tokens + usage.cache_creation_input_tokens;
  const lasted = Date.parse(session.last_activity_at) - Date.parse(session.started_at);
  const rows: [string, string | undefined][] = [
    ['Session', session.session_id],
    ['Folder', session.cwd],
    ['Branch', session.git_branch],
    ['Model', session.model],
    ['Host', session.host],
    ['Started', `${moment(session.started_at)} (${timeZone})`],
    ['Duration', lasted > 0 ? durationOf(lasted) : undefined],
    ['Tokens', read + usage.output_tokens > 0 ? `${read} in, ${usage.output_tokens} out` : undefined],
    ['Cost', session.cost_usd === undefined ? undefined : moneyText(session.cost_usd)],
    ['Exported', moment(exportedAt)],
    ['Secrets', isMasked ? 'recognized secrets are masked' : 'not masked'],
  ];
  return rows.flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []));
}
