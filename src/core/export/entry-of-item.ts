/** Items of a conversation to entries of an export. Pure. */
import { durationOf } from '../../lib/duration-of.ts';
import type { Answer, Interaction } from '../../protocol/interactions.ts';
import type { Item, ItemOf } from '../../protocol/session.ts';
import { objectOf } from '../tool-object.ts';
import type { Block, Entry } from './entry.ts';
import { toolBlocks } from './tool-blocks.ts';

/** Undefined where there is nothing to show, as for a result whose call is not known. */
export function entryOfItem(
  item: Item,
  interactions: readonly Interaction[] = [],
  cwd = '',
): Entry | undefined {
  const { at } = item;
  switch (item.kind) {
    case 'prompt':
      return promptEntry(item);
    case 'text':
      return {
        kind: 'claude',
        at,
        title: 'Claude',
        ...(item.aborted && { outcome: 'interrupted' }),
        blocks: markdown(item.text),
      };
    case 'thinking':
      if (item.text === '') return undefined;
      return { kind: 'thinking', at, title: 'Thinking', isFolded: true, blocks: markdown(item.text) };
    case 'tool':
      return item.name === '' ? undefined : toolEntry(item, interactions, cwd);
    case 'command':
      return item.name === '' ? undefined : commandEntry(item);
    case 'error':
      return {
        kind: 'error',
        at,
        isFailed: true,
        blocks: code(item.message),
        title: ['API error', item.error, item.status].filter(Boolean).join(' '),
      };
    case 'compaction':
      return compactionEntry(item);
    case 'end':
      return endEntry(item);
  }
}

/** An interaction that belongs to no call of the conversation. */
export function entryOfInteraction(interaction: Interaction): Entry {
  const { kind, tool_name, opened_at, input } = interaction;
  const title = `Claude asked: ${tool_name ?? kind}`;
  const blocks: Block[] = [
    ...code(JSON.stringify(input, null, 2), 'json'),
    { kind: 'remark', text: describeInteraction(interaction) },
  ];
  return { kind: 'note', at: opened_at, title, blocks };
}

const ORIGINS: Readonly<Record<string, string>> = {
  human: 'You',
  folded: 'You, while Claude worked',
  relayed: 'You, relayed',
  agent: 'Task',
};

function promptEntry({ at, text, origin, images, abandoned }: ItemOf<'prompt'>): Entry {
  const title = ORIGINS[origin];
  const blocks: Block[] = markdown(text);
  if (images > 0)
    blocks.push({ kind: 'remark', text: images === 1 ? 'With an image.' : `With ${images} images.` });
  if (abandoned) {
    blocks.push({
      kind: 'remark',
      text: 'Taken back: the conversation was taken up again before this prompt.',
    });
  }
  // What machines submit is for the model; people may look at it.
  if (title === undefined) return { kind: 'note', at, title: `Note (${origin})`, isFolded: true, blocks };
  return { kind: 'you', at, title, blocks };
}

function toolEntry(tool: ItemOf<'tool'>, interactions: readonly Interaction[], cwd: string): Entry {
  const object = objectOf(tool, cwd).split('\n', 1)[0] ?? '';
  const time = tool.duration_ms === undefined ? '' : durationOf(tool.duration_ms);
  const how = tool.finished_at === undefined ? 'no result' : tool.is_error ? 'failed' : '';
  const outcome = [how, time].filter(Boolean).join(', ');
  return {
    kind: 'tool',
    at: tool.at,
    title: object === '' ? tool.name : `${tool.name}: ${object.slice(0, TITLE_LENGTH)}`,
    ...(outcome !== '' && { outcome }),
    ...(tool.is_error && { isFailed: true }),
    isFolded: !OPEN_TOOLS.has(tool.name),
    blocks: [
      ...toolBlocks(tool),
      ...interactions.map((one): Block => ({ kind: 'remark', text: describeInteraction(one) })),
    ],
  };
}

const TITLE_LENGTH = 200;
/** What a person was asked stays in sight, and so does what changed. */
const OPEN_TOOLS: ReadonlySet<string> = new Set([
  'AskUserQuestion',
  'ExitPlanMode',
  'Edit',
  'MultiEdit',
  'NotebookEdit',
  'Agent',
  'Task',
]);

function commandEntry({ at, name, args, output }: ItemOf<'command'>): Entry {
  const title = [name.startsWith('/') ? name : `/${name}`, args].filter(Boolean).join(' ');
  return { kind: 'you', at, title, blocks: output ? code(output) : [] };
}

function compactionEntry({ at, trigger, tokens_before, tokens_after, summary }: ItemOf<'compaction'>): Entry {
  const sizes = tokens_before === undefined ? '' : `${tokens_before} to ${tokens_after ?? '?'} tokens`;
  return {
    kind: 'note',
    at,
    title: `Conversation compacted${trigger ? ` (${trigger})` : ''}`,
    ...(sizes && { outcome: sizes }),
    isFolded: true,
    blocks: summary ? markdown(summary) : [],
  };
}

function endEntry({ at, outcome, error, duration_ms }: ItemOf<'end'>): Entry {
  const time = duration_ms === undefined ? '' : ` after ${durationOf(duration_ms)}`;
  const title = outcome === 'completed' ? `Done${time}` : `Turn ${outcome}${time}`;
  return {
    kind: 'note',
    at,
    title,
    ...(outcome === 'failed' && { isFailed: true }),
    blocks: error ? code(error) : [],
  };
}

function markdown(text: string): Block[] {
  return text === '' ? [] : [{ kind: 'markdown', text }];
}

function code(text: string, language?: string): Block[] {
  return text === '' ? [] : [{ kind: 'code', text, ...(language && { language }) }];
}

/** An interaction in one sentence: what was decided, by whom, how, and how long Claude waited. Pure. */
function describeInteraction({ kind, state, opened_at, closed_at, answer }: Interaction): string {
  if (state === 'open') return 'Claude waits for an answer.';
  const waited = closed_at ? Math.max(0, Date.parse(closed_at) - Date.parse(opened_at)) : undefined;
  const after = waited === undefined ? '' : ` after ${durationOf(waited)}`;
  if (state === 'withdrawn' || !answer) return `The ask (${kind}) was withdrawn${after}.`;
  return `${decisionOf(answer)} by ${byWhom(answer)}${after}${words(answer)}${applied(answer)}.`;
}

function decisionOf(answer: Answer): string {
  const decision = answer['decision'] ?? answer['action'];
  const known: Readonly<Record<string, string>> = {
    allow: 'Allowed',
    deny: 'Denied',
    approve: 'Approved',
    reject: 'Rejected',
    accept: 'Accepted',
    decline: 'Declined',
    cancel: 'Cancelled',
  };
  return (typeof decision === 'string' && known[decision]) || 'Answered';
}

function byWhom({ by: { type, name }, route }: Answer): string {
  if (type === 'terminal') return 'the terminal';
  const who = type === 'rule' ? `the rule "${name}"` : name ? `${name} (${type})` : type;
  return route === 'terminal' ? who : `${who}, route ${route}`;
}

/** What the person said with it. */
function words(answer: Answer): string {
  const said = [answer['message'], answer['feedback'], answer['reply']].find(
    (text) => typeof text === 'string' && text !== '',
  );
  const changed = answer['input'] === undefined ? '' : ', with its input changed';
  return said === undefined ? changed : `${changed}: "${said}"`;
}

function applied(answer: Answer): string {
  if (answer.applied === 'lost') return '; Claude Code did not confirm it';
  return answer.applied === 'superseded' ? '; another answer was first' : '';
}
