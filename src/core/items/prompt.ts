/** A prompt, by a person or a machine. */
import type { ItemOf } from '../../protocol/conversation.ts';
import type { Block } from '../export/entry.ts';
import { t, tn } from '../translate.ts';
import { markdownBlocks } from './blocks.ts';
import type { EditorPart, ItemKind } from './item-kind.ts';

/** Who wrote it, if not a person at this session. */
const WRITERS: Readonly<Record<string, readonly [who: string, how: string]>> = {
  agent: ['claude', '(to its subagent)'],
  relayed: ['you', '(relayed)'],
  folded: ['you', '(steering)'],
};

const EXPORTED: Readonly<Record<string, string>> = {
  human: 'You',
  folded: 'You, steering',
  relayed: 'You, relayed',
  agent: 'Task',
};

/** A background task has ended. */
const NOTICE = 'task-notification';

/** Prompts that no person wrote. */
const BY_MACHINE: ReadonlySet<string> = new Set([NOTICE, 'system', 'agent']);

export const PROMPT: ItemKind<'prompt'> = {
  page: ({ id, position, text, images, origin, abandoned }) =>
    origin === NOTICE
      ? { shape: 'notice', ...readNotice(text) }
      : {
          shape: 'prompt',
          who: writerText(origin),
          text,
          note: images > 0 ? tn(images, 'with an image', 'with {n} images') : '',
          isTakenBack: abandoned === true,
          place: { id, position },
        },
  terminal: ({ text, images, origin, abandoned }) => {
    if (origin === NOTICE) return { shape: 'folded', ...readNotice(text) };
    const [who, how] = WRITERS[origin] ?? ['you', ''];
    const pictures = images > 0 ? (images === 1 ? '[a picture]' : `[${images} pictures]`) : '';
    const notes = [pictures, how, abandoned ? '(undone)' : ''].filter(Boolean);
    return {
      shape: 'said',
      who,
      text: [text, ...notes].join('\n'),
      output: '',
      paint: abandoned ? 'quiet' : 'strong',
      isApart: true,
    };
  },
  // Only a person's prompts stand out; machine prompts take one dim line.
  watch: ({ at, text, origin, images }) => {
    const words = images > 0 ? `${text} [${imagesText(images)}]` : text;
    if (origin === 'human' || origin === 'folded')
      return { at, label: 'you', text: words, paint: 'strong', whole: true };
    if (origin === 'relayed') return { at, label: 'relayed', text: words, paint: 'strong', whole: true };
    const shown = origin === NOTICE ? readNotice(text).head : words;
    return { at, label: origin === 'agent' ? 'task' : 'note', text: shown, paint: 'quiet' };
  },
  export: ({ at, text, origin, images, abandoned }) => {
    if (origin === NOTICE) {
      const { head, text: result } = readNotice(text);
      return { kind: 'note', at, title: head, isFolded: true, blocks: markdownBlocks(result) };
    }
    const title = EXPORTED[origin];
    const remarks = [
      ...(images > 0 ? [images === 1 ? 'With an image.' : `With ${images} images.`] : []),
      ...(abandoned ? ['Undone: the conversation was rewound to before this prompt.'] : []),
    ];
    const blocks = [
      ...markdownBlocks(text),
      ...remarks.map((remark): Block => ({ kind: 'remark', text: remark })),
    ];
    // Machine prompts are for the model, but people may open them.
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

/** The same, on the page. */
function writerText(origin: string): string {
  if (origin === 'agent') return t('Claude, to its subagent');
  if (origin === 'relayed') return t('You, relayed');
  return origin === 'folded' ? t('You, steering') : t('You');
}

export function promptForEditor({
  id,
  text,
  origin,
  images,
}: Pick<ItemOf<'prompt'>, 'id' | 'text' | 'origin' | 'images'>): EditorPart[] {
  if (BY_MACHINE.has(origin)) return [];
  const words = [text, images > 0 ? `[${imagesText(images)}]` : ''].filter(Boolean).join('\n');
  return words === '' ? [] : [{ from: 'user', id, text: words }];
}

function imagesText(images: number): string {
  return images === 1 ? 'an image' : `${images} images`;
}

/** Claude Code's notices are XML for the model; people want to know their summary and the result. */
function readNotice(text: string): { readonly head: string; readonly text: string } {
  const [head, result] = [insideOf(text, 'summary'), insideOf(text, 'result')];
  return { head: head || t('A background task ended'), text: result ?? (head ? '' : text) };
}

/** The result comes last and may itself contain tags. */
function insideOf(text: string, tag: string): string | undefined {
  const start = text.indexOf(`<${tag}>`);
  if (start < 0) return undefined;
  const from = start + tag.length + 2;
  const end = tag === 'result' ? text.lastIndexOf(`</${tag}>`) : text.indexOf(`</${tag}>`, from);
  return text.slice(from, end < from ? undefined : end).trim();
}
