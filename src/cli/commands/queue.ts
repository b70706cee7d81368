/** `reins queue`: prompts that have not been accepted yet; they can be edited, moved and cancelled until they are delivered. */
import { obstacleText } from '../../core/wording/obstacle-text.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Message } from '../../protocol/messages.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { EXIT } from '../exit-codes.ts';
import { findSession } from '../find-session.ts';
import { printJson } from '../print.ts';
import { readPrompt } from '../steer/read-prompt.ts';
import { cleanLine } from '../terminal/clean-text.ts';
import { ageOf, shortId } from '../terminal/format.ts';
import { chooseStyle, type Style } from '../terminal/style.ts';
import { type Cell, renderTable } from '../terminal/table.ts';
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
  const report = (message: Message, what: string) => {
    if (options.json) printJson(message);
    else console.log(`${what}: ${shortId(message.message_id)}  ${cleanLine(firstLine(message))}`);
    return EXIT.done;
  };
  if (options.remove !== undefined) {
    const id = findMessage(items, options.remove);
    return report(await client.removeMessage(sessionId, id), 'cancelled');
  }
  if (options.edit !== undefined) {
    const id = findMessage(items, options.edit);
    const text = await readPrompt(words);
    if (text === undefined)
      throw usageError('Give the new text after --edit MESSAGE, or "-" for standard input.');
    return report(await client.changeMessage(sessionId, id, { text }), 'changed');
  }
  if (options.move !== undefined) {
    const id = findMessage(items, options.move);
    const before = options.before === undefined ? null : findMessage(items, options.before);
    return report(await client.changeMessage(sessionId, id, { before }), 'moved');
  }
  for (const when of ['steer', 'now'] as const) {
    const chosen = options[when];
    if (chosen === undefined) continue;
    const id = findMessage(items, chosen);
    return report(await client.changeMessage(sessionId, id, { when }), 'being delivered');
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
    throw usageError('--move requires --before MESSAGE or --last.');
  }
  if (edit === undefined && words.length > 0) throw usageError('Text requires --edit MESSAGE.');
}

/** By its number in the list, or by the first characters of its id. */
function findMessage(items: readonly Message[], meant: string): string {
  const numbered = /^\d{1,3}$/.test(meant) ? items[Number(meant) - 1] : undefined;
  if (numbered) return numbered.message_id;
  const found = items.filter(({ message_id }) => message_id.startsWith(meant.toLowerCase()));
  const [only, ...others] = found;
  if (!only)
    throw new ReinsError(
      'message_not_found',
      `There is no queued message ${meant}. "reins queue ID" lists them.`,
    );
  if (others.length > 0) throw usageError(`${meant} matches ${found.length} messages; give more of the id.`);
  return only.message_id;
}

function renderQueue(items: readonly Message[], style: Style, now: number, width?: number): string {
  if (items.length === 0) return 'The queue is empty.';
  const rows = items.map((message, index): Cell[] => [
    { text: String(index + 1) },
    { text: shortId(message.message_id), paint: style.quiet },
    { text: message.blocked_by ? `waits ${obstacleText(message.blocked_by)}` : message.state },
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
