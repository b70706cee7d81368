/** Items of a conversation as entries: what is new to show about an item since it was last shown. Pure. */
import { editedLines } from '../../core/conversation/changed-file.ts';
import { countLines } from '../../core/conversation/diff-lines.ts';
import { objectOf } from '../../core/tool-object.ts';
import { recordOf, textOf } from '../../lib/json-values.ts';
import type { Item, ItemOf } from '../../protocol/session.ts';
import type { Style } from '../terminal/style.ts';
import { durationOf, plural } from '../terminal/words.ts';
import type { Entry } from './layout.ts';

/** `shown` is the item as it was when last shown; absent the first time. Returns nothing when nothing is new. */
export function entriesOf(item: Item, shown: Item | undefined, style: Style, cwd: string): Entry[] {
  if (item.kind === 'tool') return toolEntries(item, shown?.kind === 'tool' ? shown : undefined, style, cwd);
  // How long a turn took often becomes known a moment after its end: not worth a second line.
  if (item.kind === 'end' && shown?.kind === 'end' && shown.outcome === item.outcome) return [];
  const entry = entryOf(item, style);
  const before = shown && entryOf(shown, style);
  return entry && (entry.text !== before?.text || entry.label !== before.label) ? [entry] : [];
}

function entryOf(item: Item, style: Style): Entry | undefined {
  const { at } = item;
  switch (item.kind) {
    case 'prompt':
      return promptEntry(item, style);
    case 'text':
      return {
        at,
        label: 'claude',
        text: `${item.text}${item.aborted ? ' (interrupted)' : ''}`,
        whole: true,
      };
    case 'thinking':
      return { at, label: 'thinks', text: item.text, paint: style.quiet };
    case 'command':
      if (item.name === '') return undefined;
      return { at, label: 'you', text: commandText(item), paint: style.quiet, whole: true };
    case 'error':
      return { at, label: 'error', text: item.message || item.error, paint: style.fails, whole: true };
    case 'compaction':
      return { at, label: 'note', text: compactionText(item), paint: style.informs };
    case 'end':
      return endEntry(item, style);
    case 'tool':
      return undefined;
  }
}

/** Only a person's words are set apart; what machines submit is told in one quiet line. */
function promptEntry({ at, text, origin, images }: ItemOf<'prompt'>, style: Style): Entry {
  const words = images > 0 ? `${text} [${images === 1 ? 'an image' : `${images} images`}]` : text;
  if (origin === 'human' || origin === 'folded') {
    return { at, label: 'you', text: words, paint: style.strong, whole: true };
  }
  if (origin === 'relayed') return { at, label: 'relayed', text: words, paint: style.strong, whole: true };
  return { at, label: origin === 'agent' ? 'task' : 'note', text: summaryOf(words), paint: style.quiet };
}

/** Claude Code's notes to itself are XML; their summary says what a person wants to know. */
function summaryOf(text: string): string {
  return /<summary>([^<]*)<\/summary>/.exec(text)?.[1] ?? text;
}

/** A call is told when it begins and again when it has its result; in one line when both are known at once. */
function toolEntries(
  tool: ItemOf<'tool'>,
  shown: ItemOf<'tool'> | undefined,
  style: Style,
  cwd: string,
): Entry[] {
  const outcome = outcomeOf(tool);
  const wasShown = shown !== undefined && shown.name !== '';
  const wasFinished = wasShown && shown.finished_at !== undefined;
  if (tool.name === '' || wasFinished || (wasShown && outcome === '')) return [];
  const at = outcome === '' ? tool.at : (tool.finished_at ?? tool.at);
  const what = [tool.name, objectOf(tool, cwd)].filter(Boolean).join(': ');
  const paint = tool.is_error ? style.fails : style.quiet;
  // The outcome stands first where it comes later than the call, so that a narrow terminal does not cut it off.
  if (outcome === '') return [{ at, label: '     >', text: what }];
  if (wasShown) return [{ at, label: '     <', text: `${outcome} · ${what}`, paint }];
  return [{ at, label: '     >', text: `${what} · ${outcome}`, ...(tool.is_error && { paint }) }];
}

function endEntry({ at, outcome, error, duration_ms }: ItemOf<'end'>, style: Style): Entry {
  const time = duration_ms === undefined ? '' : ` after ${durationOf(duration_ms)}`;
  if (outcome === 'completed') return { at, label: 'done', text: time.trim(), paint: style.quiet };
  const why = error ? `: ${error}` : '';
  return {
    at,
    label: 'done',
    text: `${outcome}${time}${why}`,
    paint: outcome === 'failed' ? style.fails : style.waits,
  };
}

function commandText({ name, args, output }: ItemOf<'command'>): string {
  const command = [name.startsWith('/') ? name : `/${name}`, args].filter(Boolean).join(' ');
  return output ? `${command}\n${output}` : command;
}

function compactionText({ trigger, tokens_before, tokens_after }: ItemOf<'compaction'>): string {
  const sizes = tokens_before === undefined ? '' : `, ${tokens_before} to ${tokens_after ?? '?'} tokens`;
  return `conversation compacted (${trigger || 'unknown'}${sizes})`;
}

type Tool = ItemOf<'tool'>;

/** `ok, 1.9 s, 12 lines`, `failed: no such file`; empty while the call runs. */
export function outcomeOf(tool: Tool): string {
  if (tool.finished_at === undefined) return '';
  const text = resultText(tool.result);
  const time = tool.duration_ms === undefined ? [] : [durationOf(tool.duration_ms)];
  if (tool.is_error) return [`failed: ${firstLine(text) || 'no reason given'}`, ...time].join(', ');
  return ['ok', ...time, ...(changesOf(tool.details) ?? sizeOf(text))].join(', ');
}

function changesOf(details: unknown): string[] | undefined {
  const lines = editedLines(details);
  if (lines.length === 0) return undefined;
  const { added, removed } = countLines(lines);
  return [`+${added} -${removed}`];
}

function sizeOf(text: string): string[] {
  const lines = text === '' ? 0 : text.trimEnd().split('\n').length;
  return lines > 1 ? [plural(lines, 'line')] : [];
}

/** The text of a result: a string, or blocks of which some are text. */
function resultText(result: unknown): string {
  if (!Array.isArray(result)) return textOf(result);
  return result.map((block) => textOf(recordOf(block)['text'])).join('\n');
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}
