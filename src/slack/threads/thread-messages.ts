/**
 * The messages of a session's thread, computed from its view: the same view always gives the same messages,
 * so that a restart continues where the thread ends. Pure.
 */

import type { KnownBlock } from '@slack/web-api';
import { itemKindOf } from '../../core/items/item-kinds.ts';
import { maskSecrets } from '../../core/masking/mask-secrets.ts';
import { moneyText } from '../../core/usage/money.ts';
import { durationOf } from '../../core/wording/duration-of.ts';
import type { Item, ItemOf } from '../../protocol/conversation.ts';
import type { SessionView, Turn } from '../../protocol/session.ts';
import { context, section, sections } from '../blocks/blocks.ts';
import { cutTo, LIMITS } from '../blocks/limits.ts';
import { escapeMrkdwn, toMrkdwn } from '../blocks/mrkdwn.ts';
import { isWork, workLine } from './work-line.ts';

export interface ThreadMessage {
  /** Identifies the message in its thread. */
  readonly key: string;
  /** For notifications and screen readers. */
  readonly text: string;
  readonly blocks?: readonly KnownBlock[];
  /** Uploaded instead of posted; cannot be changed afterwards. */
  readonly file?: { readonly name: string; readonly text: string };
  /** Also shown in the channel itself. */
  readonly isBroadcast?: boolean;
  /** Not changed any more once it is posted. */
  readonly isFixed?: boolean;
  /** The prompt that this message shows, by its message id: not posted if a person wrote it in the thread. */
  readonly prompt?: { readonly id: string; readonly text: string };
}

type Shown = Pick<SessionView, 'turns' | 'cwd' | 'cost_usd' | 'messages'>;

/** Only items since that moment. */
export function threadMessages(view: Shown, since: string): ThreadMessage[] {
  return view.turns.flatMap((turn, index) =>
    turnMessages(turn, view, since, index === view.turns.length - 1),
  );
}

function turnMessages(turn: Turn, view: Shown, since: string, isLast: boolean): ThreadMessage[] {
  if (turn.prompt?.kind === 'prompt' && turn.prompt.abandoned) return [];
  const items = [...(turn.prompt ? [turn.prompt] : []), ...turn.items].filter(({ at }) => at >= since);
  const messages: ThreadMessage[] = [];
  let work: ItemOf<'tool'>[] = [];
  const endWork = (isOver: boolean) => {
    const [first] = work;
    if (first) {
      const line = workLine(work, view.cwd, isOver);
      messages.push({ key: `work:${first.id}`, text: line.text, blocks: [context(line.mrkdwn)] });
    }
    work = [];
  };
  for (const item of items) {
    if (item.kind === 'tool') {
      if (isWork(item)) work.push(item);
      continue;
    }
    const shown = itemMessages(item, view);
    if (shown.length > 0) endWork(true);
    messages.push(...shown);
  }
  endWork(turn.outcome !== undefined || !isLast);
  return items.length > 0 ? [...messages, ...endOf(turn, view, isLast)] : messages;
}

function itemMessages(item: Item, { messages }: Shown): ThreadMessage[] {
  return itemKindOf(item)
    .editor(item)
    .flatMap((part): ThreadMessage[] => {
      if ('tool' in part || part.from === 'thought' || part.text.trim() === '') return [];
      if (part.from === 'agent') return [answerMessage(part.id, part.text)];
      const messageId = part.id.replace(/^prompt:/, '');
      const sender = messages.find(({ message_id }) => message_id === messageId)?.by;
      return [{ ...promptMessage(part.id, part.text, sender), prompt: { id: messageId, text: part.text } }];
    });
}

function promptMessage(id: string, text: string, by: string | undefined): ThreadMessage {
  const shown = cutTo(maskSecrets(text), LIMITS.text - 200);
  const quoted = escapeMrkdwn(shown)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
  const title = by === undefined ? 'Prompt' : `Prompt by ${escapeMrkdwn(by)}`;
  return {
    key: id,
    text: `Prompt: ${shown}`,
    blocks: [section(`*${title}*\n${cutTo(quoted, LIMITS.text - 150)}`)],
    isFixed: true,
  };
}

/** Long text becomes a file. */
function answerMessage(id: string, markdown: string): ThreadMessage {
  const masked = maskSecrets(markdown);
  const mrkdwn = toMrkdwn(masked);
  const text = cutTo(masked, LIMITS.fallback);
  if (mrkdwn.length > LIMITS.blocksText) return { key: id, text, file: { name: 'answer.md', text: masked } };
  return { key: id, text, blocks: sections(mrkdwn) };
}

/** The cost belongs to the session, so only the newest turn shows it. */
function endOf(
  { prompt, items, outcome, duration_ms }: Turn,
  { cost_usd }: Shown,
  isLast: boolean,
): ThreadMessage[] {
  if (outcome === undefined) return [];
  const end = items.findLast((item): item is ItemOf<'end'> => item.kind === 'end');
  const words = { completed: 'Done', interrupted: 'Interrupted', failed: 'Failed' }[outcome];
  const time = duration_ms === undefined ? '' : ` after ${durationOf(duration_ms)}`;
  const why = end?.error ? `: ${maskSecrets(end.error)}` : '';
  const cost = cost_usd === undefined ? '' : ` · ${moneyText(cost_usd)} for the session so far`;
  const text = cutTo(`${words}${time}${why}${cost}`, LIMITS.fallback);
  const key = `end:${prompt?.id ?? items[0]?.id ?? ''}`;
  return [{ key, text, blocks: [context(escapeMrkdwn(text))], isFixed: !isLast }];
}
