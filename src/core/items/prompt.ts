/** A prompt: a person's words, or what a machine submitted. */
import type { ItemOf } from '../../protocol/session.ts';
import type { Block } from '../export/entry.ts';
import { markdownBlocks } from './blocks.ts';
import type { EditorPart, ItemKind } from './item-kind.ts';

type Prompt = ItemOf<'prompt'>;

/** Who wrote it, where it was not a person at this session. */
const WRITERS: Readonly<
  Record<string, { readonly page: string; readonly terminal: readonly [who: string, how: string] }>
> = {
  agent: { page: 'Claude, to its helper', terminal: ['claude', '(to its helper)'] },
  'task-notification': { page: 'A task that ended', terminal: ['task', '(has ended)'] },
  relayed: { page: 'You, relayed', terminal: ['you', '(relayed)'] },
  folded: { page: 'You, into the turn', terminal: ['you', '(into the turn)'] },
};

const EXPORTED: Readonly<Record<string, string>> = {
  human: 'You',
  folded: 'You, while Claude worked',
  relayed: 'You, relayed',
  agent: 'Task',
};

/** Words that no person has said, such as the notice that a task in the background has ended. */
const BY_MACHINE: ReadonlySet<string> = new Set(['task-notification', 'system', 'agent']);

export const PROMPT: ItemKind<'prompt'> = {
  page: ({ text, images, origin, abandoned }) => ({
    shape: 'prompt',
    who: WRITERS[origin]?.page ?? 'You',
    text,
    note: images > 0 ? (images === 1 ? 'with a picture' : `with ${images} pictures`) : '',
    isTakenBack: abandoned === true,
  }),
  terminal: ({ text, images, origin, abandoned }) => {
    const [who, how] = WRITERS[origin]?.terminal ?? ['you', ''];
    const pictures = images > 0 ? (images === 1 ? '[a picture]' : `[${images} pictures]`) : '';
    const notes = [pictures, how, abandoned ? '(taken back)' : ''].filter(Boolean);
    return {
      shape: 'said',
      who,
      text: [text, ...notes].join('\n'),
      output: '',
      paint: abandoned ? 'quiet' : 'strong',
      isApart: true,
    };
  },
  // Only a person's words are set apart; what machines submit is told in one quiet line.
  watch: ({ at, text, origin, images }) => {
    const words = images > 0 ? `${text} [${imagesWords(images)}]` : text;
    if (origin === 'human' || origin === 'folded')
      return { at, label: 'you', text: words, paint: 'strong', whole: true };
    if (origin === 'relayed') return { at, label: 'relayed', text: words, paint: 'strong', whole: true };
    return { at, label: origin === 'agent' ? 'task' : 'note', text: summaryOf(words), paint: 'quiet' };
  },
  export: ({ at, text, origin, images, abandoned }) => {
    const title = EXPORTED[origin];
    const remarks = [
      ...(images > 0 ? [images === 1 ? 'With an image.' : `With ${images} images.`] : []),
      ...(abandoned ? ['Taken back: the conversation was taken up again before this prompt.'] : []),
    ];
    const blocks = [
      ...markdownBlocks(text),
      ...remarks.map((remark): Block => ({ kind: 'remark', text: remark })),
    ];
    // What machines submit is for the model; people may look at it.
    if (title === undefined) return { kind: 'note', at, title: `Note (${origin})`, isFolded: true, blocks };
    return { kind: 'you', at, title, blocks };
  },
  editor: promptForEditor,
  model: ({ text, images }) => ({
    label: 'USER',
    text,
    ...(images > 0 && { note: `(images: ${images})` }),
  }),
};

export function promptForEditor({
  id,
  text,
  origin,
  images,
}: Pick<Prompt, 'id' | 'text' | 'origin' | 'images'>): EditorPart[] {
  if (BY_MACHINE.has(origin)) return [];
  const words = [text, images > 0 ? `[${imagesWords(images)}]` : ''].filter(Boolean).join('\n');
  return words === '' ? [] : [{ from: 'user', id, text: words }];
}

function imagesWords(images: number): string {
  return images === 1 ? 'an image' : `${images} images`;
}

/** Claude Code's notes to itself are XML; their summary says what a person wants to know. */
function summaryOf(text: string): string {
  return /<summary>([^<]*)<\/summary>/.exec(text)?.[1] ?? text;
}
