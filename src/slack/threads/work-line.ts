/** Consecutive tool calls on one line: the current one while they run, and a summary afterwards. Pure. */
import { outcomeOf } from '../../core/items/tool.ts';
import { maskSecrets } from '../../core/masking/mask-secrets.ts';
import { describeTool } from '../../core/wording/tool-text.ts';
import { exactLine } from '../../lib/hidden-characters.ts';
import type { ItemOf } from '../../protocol/conversation.ts';
import { cutTo } from '../blocks/limits.ts';
import { escapeMrkdwn } from '../blocks/mrkdwn.ts';

type Tool = ItemOf<'tool'>;

const OBJECT_LENGTH = 150;
const OUTCOME_LENGTH = 120;

/** Requests have their own cards, and a result without its call is not enough to show. */
export function isWork({ name, input }: Tool): boolean {
  if (name === '') return false;
  const { shape } = describeTool(name, input);
  return shape !== 'ask' && shape !== 'plan';
}

export function workLine(
  tools: readonly Tool[],
  cwd: string,
  isOver: boolean,
): { readonly text: string; readonly mrkdwn: string } {
  const [only] = tools;
  const running = tools.find(({ finished_at }) => finished_at === undefined) ?? tools.at(-1);
  if (!isOver && running) return line('▸', running, cwd, tools.length > 1 ? `call ${tools.length}` : '');
  if (tools.length === 1 && only)
    return line(
      only.is_error ? '✗' : '✓',
      only,
      cwd,
      cutTo(exactLine(maskSecrets(outcomeOf(only))), OUTCOME_LENGTH),
    );
  const failed = tools.filter(({ is_error }) => is_error).length;
  const text = [
    `${failed > 0 ? '✗' : '✓'} ${tools.length} tool calls: ${countByVerb(tools)}`,
    ...(failed > 0 ? [`${failed} failed`] : []),
  ].join(' · ');
  return { text, mrkdwn: escapeMrkdwn(text) };
}

function line(mark: string, { name, input }: Tool, cwd: string, note: string) {
  const { verb, object } = describeTool(name, input, cwd);
  const what = cutTo(exactLine(maskSecrets(object)), OBJECT_LENGTH);
  const after = note === '' ? '' : ` · ${note}`;
  const code = what === '' ? '' : ` \`${escapeMrkdwn(what).replaceAll('`', 'ˋ')}\``;
  return {
    text: `${mark} ${[verb, what].filter(Boolean).join(' ')}${after}`,
    mrkdwn: `${mark} ${escapeMrkdwn(verb)}${code}${escapeMrkdwn(after)}`,
  };
}

/** `Read ×3, Run` */
function countByVerb(tools: readonly Tool[]): string {
  const counts = new Map<string, number>();
  for (const { name, input } of tools) {
    const { verb } = describeTool(name, input);
    counts.set(verb, (counts.get(verb) ?? 0) + 1);
  }
  return [...counts].map(([verb, count]) => (count === 1 ? verb : `${verb} ×${count}`)).join(', ');
}
