/** `reins queue`: prompts that have not been accepted yet; edited, moved and taken back until they are delivered. */
import { whatMessageWaitsFor } from '../../core/words/obstacle-words.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Message } from '../../protocol/messages.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { EXIT } from '../exit-codes.ts';
import { findSession } from '../find-session.ts';
import { printJson } from '../print.ts';
import { readPrompt } from '../steer/read-prompt.ts';
import { cleanLine } from '../terminal/clean-text.ts';
import { chooseStyle, type Style } from '../terminal/style.ts';
import { type Cell, renderTable } from '../terminal/table.ts';
import { ageOf, shortId } from '../terminal/words.ts';
import { usageError } from '../usage-error.ts';

export interface QueueOptions {
  readonly remove?: string;
  readonly edit?: string;
  readonly move?: string;
  readonly before?: string;
  readonly last?: boolean;
  readonly steer?: string;
  readonly now?: string;
  readonly json?: boolean;
}

export async function queue(meant: string, words: readonly string[], options: QueueOptions): Promise<number> {
  checkUsage(words, options);
  const { client } = findHub(process.env);
  const sessionId = await findSession(client, meant);
  const { items } = await client.queue(sessionId);
  const tell = (message: Message, what: string) => {
    if (options.json) printJson(message);
    else console.log(`${what}: ${shortId(message.message_id)}  ${cleanLine(firstLine(message))}`);
    return EXIT.done;
  };
  if (options.remove !== undefined) {
    const id = findMessage(items, options.remove);
    return tell(await client.removeMessage(sessionId, id), 'taken back');
  }
  if (options.edit !== undefined) {
    const id = findMessage(items, options.edit);
    const text = await readPrompt(words);
    if (text === undefined)
      throw usageError('Give the new words after --edit MESSAGE, or "-" for standard input.');
    return tell(await client.changeMessage(sessionId, id, { text }), 'changed');
  }
  if (options.move !== undefined) {
    const id = findMessage(items, options.move);
    const before = options.before === undefined ? null : findMessage(items, options.before);
    return tell(await client.changeMessage(sessionId, id, { before }), 'moved');
  }
  for (const when of ['steer', 'now'] as const) {
    const chosen = options[when];
    if (chosen === undefined) continue;
    const id = findMessage(items, chosen);
    return tell(await client.changeMessage(sessionId, id, { when }), 'on its way');
  }
  if (options.json) printJson({ items });
  else
    console.log(
      renderQueue(items, chooseStyle(process.stdout, process.env), Date.now(), process.stdout.columns),
    );
  return EXIT.done;
}

function checkUsage(
  words: readonly string[],
  { remove, edit, move, before, last, steer, now }: QueueOptions,
): void {
  if ([remove, edit, move, steer, now].filter((one) => one !== undefined).length > 1) {
    throw usageError('--remove, --edit, --move, --steer and --now are mutually exclusive.');
  }
  if ((move === undefined) !== (before === undefined && !last) || (before !== undefined && last)) {
    throw usageError('--move takes where to: --before MESSAGE, or --last.');
  }
  if (edit === undefined && words.length > 0) throw usageError('Words belong to --edit MESSAGE.');
}

/** By its number in the list, or by the beginning of its id. */
export function findMessage(items: readonly Message[], meant: string): string {
  const numbered = /^\d{1,3}$/.test(meant) ? items[Number(meant) - 1] : undefined;
  if (numbered) return numbered.message_id;
  const found = items.filter(({ message_id }) => message_id.startsWith(meant.toLowerCase()));
  const [only, ...others] = found;
  if (!only)
    throw new ReinsError('message_not_found', `No message ${meant} waits. "reins queue ID" lists them.`);
  if (others.length > 0) throw usageError(`${meant} could be ${found.length} messages; give more of the id.`);
  return only.message_id;
}

export function renderQueue(items: readonly Message[], style: Style, now: number, width?: number): string {
  if (items.length === 0) return 'Nothing waits.';
  const rows = items.map((message, index): Cell[] => [
    { text: String(index + 1) },
    { text: shortId(message.message_id), paint: style.quiet },
    { text: message.blocked_by ? `waits ${whatMessageWaitsFor(message.blocked_by)}` : message.state },
    { text: message.when },
    { text: message.by },
    { text: ageOf(message.queued_at, now) },
    { text: firstLine(message) },
  ]);
  const columns = [
    { header: '#', align: 'right' as const },
    { header: 'ID' },
    { header: 'STATE' },
    { header: 'WHEN' },
    { header: 'BY', flexible: true },
    { header: 'AGE', align: 'right' as const },
    { header: 'PROMPT', flexible: true },
  ];
  return renderTable(columns, rows, { width: width || undefined, paintHeader: style.quiet });
}

function firstLine({ text, images }: Message): string {
  const pictures = images === 0 ? '' : ` [${images === 1 ? 'an image' : `${images} images`}]`;
  return `${text.trim().split('\n')[0] ?? ''}${pictures}`;
}
