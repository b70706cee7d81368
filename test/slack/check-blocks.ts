/** Slack's published rules for blocks, elements and views. Returns every violation as a sentence. */

type Fields = Readonly<Record<string, unknown>>;

const MESSAGE_BLOCKS = 50;
const VIEW_BLOCKS = 100;

export function checkMessageBlocks(blocks: unknown): string[] {
  return checkBlocks(
    blocks,
    MESSAGE_BLOCKS,
    new Set(['section', 'context', 'actions', 'divider', 'rich_text', 'header']),
  );
}

export function checkView(view: unknown): string[] {
  const { type, title, submit, close, private_metadata, callback_id, blocks } = fieldsOf(view);
  const isModal = type === 'modal';
  return [
    ...(isModal || type === 'home' ? [] : [`view type ${String(type)}`]),
    ...(isModal ? textProblems('modal title', title, 24, 'plain_text') : []),
    ...(isModal && submit !== undefined ? textProblems('submit', submit, 24, 'plain_text') : []),
    ...(isModal && close !== undefined ? textProblems('close', close, 24, 'plain_text') : []),
    ...lengthProblems('private_metadata', private_metadata ?? '', 3000),
    ...lengthProblems('callback_id', callback_id ?? '', 255),
    ...checkBlocks(
      blocks,
      VIEW_BLOCKS,
      new Set(['section', 'context', 'actions', 'divider', 'rich_text', 'header', 'input']),
    ),
    ...(isModal && hasInput(blocks) && submit === undefined ? ['a modal with inputs needs submit'] : []),
  ];
}

function hasInput(blocks: unknown): boolean {
  return Array.isArray(blocks) && blocks.some((block) => fieldsOf(block)['type'] === 'input');
}

function checkBlocks(blocks: unknown, most: number, allowed: ReadonlySet<string>): string[] {
  if (!Array.isArray(blocks)) return ['blocks must be a list'];
  const ids = blocks.map((block) => fieldsOf(block)['block_id']).filter((id) => id !== undefined);
  return [
    ...(blocks.length > most ? [`${blocks.length} blocks, at most ${most}`] : []),
    ...(new Set(ids).size < ids.length ? ['block_id is not unique'] : []),
    ...(JSON.stringify(blocks).length > 13_000 && most === MESSAGE_BLOCKS ? ['msg_blocks_too_long'] : []),
    ...blocks.flatMap((block) => checkBlock(fieldsOf(block), allowed)),
  ];
}

function checkBlock(block: Fields, allowed: ReadonlySet<string>): string[] {
  const type = String(block['type']);
  if (!allowed.has(type)) return [`block type ${type} is not allowed here`];
  const common = lengthProblems('block_id', block['block_id'] ?? '', 255);
  switch (type) {
    case 'section':
      return [...common, ...textProblems('section', block['text'], 3000)];
    case 'header':
      return [...common, ...textProblems('header', block['text'], 150, 'plain_text')];
    case 'context': {
      const elements = listOf(block['elements']);
      return [
        ...common,
        ...countProblems('context elements', elements, 1, 10),
        ...elements.flatMap((one) => textProblems('context', one, 3000)),
      ];
    }
    case 'actions': {
      const elements = listOf(block['elements']).map(fieldsOf);
      const ids = elements.map((one) => one['action_id']);
      return [
        ...common,
        ...countProblems('action elements', elements, 1, 25),
        ...(new Set(ids).size < ids.length ? ['action_id is not unique in its block'] : []),
        ...elements.flatMap(checkButton),
      ];
    }
    case 'rich_text':
      return [...common, ...listOf(block['elements']).flatMap(checkRichText)];
    case 'input':
      return [
        ...common,
        ...textProblems('label', block['label'], 2000, 'plain_text'),
        ...(block['hint'] === undefined ? [] : textProblems('hint', block['hint'], 2000, 'plain_text')),
        ...checkInput(fieldsOf(block['element'])),
      ];
    default:
      return common;
  }
}

function checkButton(element: Fields): string[] {
  const { type, text, value, action_id, style } = element;
  if (type !== 'button') return [`element ${String(type)} in actions`];
  return [
    ...textProblems('button', text, 75, 'plain_text'),
    ...lengthProblems('value', value, 2000),
    ...lengthProblems('action_id', action_id, 255),
    ...(style === undefined || style === 'primary' || style === 'danger' ? [] : [`style ${String(style)}`]),
  ];
}

function checkRichText(element: unknown): string[] {
  const { type, elements } = fieldsOf(element);
  if (type !== 'rich_text_preformatted') return [`rich text element ${String(type)}`];
  return listOf(elements)
    .map(fieldsOf)
    .flatMap(({ type: kind, text }) =>
      kind === 'text' && typeof text === 'string' && text !== '' ? [] : ['rich text needs a text'],
    );
}

const CHOICES: Readonly<Record<string, number>> = {
  radio_buttons: 10,
  checkboxes: 10,
  static_select: 100,
  multi_static_select: 100,
};

function checkInput(element: Fields): string[] {
  const { type, action_id, options, initial_value, max_length, initial_option, initial_options } = element;
  const id = lengthProblems('action_id', action_id, 255);
  if (type === 'plain_text_input') {
    const most = Number(max_length ?? 3000);
    return [
      ...id,
      ...(most > 3000 || most < 1 ? ['max_length'] : []),
      ...lengthProblems('initial_value', initial_value ?? '', most),
    ];
  }
  const most = CHOICES[String(type)];
  if (most === undefined) return [`input element ${String(type)}`];
  const offered = listOf(options).map(fieldsOf);
  const initial = initial_options === undefined ? [initial_option].filter(Boolean) : listOf(initial_options);
  return [
    ...id,
    ...countProblems('options', offered, 1, most),
    ...offered.flatMap(({ text, value, description }) => [
      ...textProblems('option', text, 75),
      ...lengthProblems('option value', value, 75),
      ...(description === undefined ? [] : textProblems('option description', description, 75)),
    ]),
    ...initial.flatMap((one) =>
      offered.some((option) => JSON.stringify(option) === JSON.stringify(one))
        ? []
        : ['the initial option does not exist'],
    ),
    ...(initial_options !== undefined && initial.length === 0 ? ['initial_options is empty'] : []),
  ];
}

function textProblems(what: string, text: unknown, most: number, only?: 'plain_text'): string[] {
  const { type, text: words, emoji, verbatim } = fieldsOf(text);
  return [
    ...(type === 'plain_text' || (type === 'mrkdwn' && only === undefined)
      ? []
      : [`${what}: text type ${String(type)}`]),
    ...(type === 'mrkdwn' && emoji !== undefined ? [`${what}: emoji needs plain_text`] : []),
    ...(type === 'plain_text' && verbatim !== undefined ? [`${what}: verbatim needs mrkdwn`] : []),
    ...(words === '' ? [`${what}: empty text`] : lengthProblems(what, words, most)),
  ];
}

function lengthProblems(what: string, text: unknown, most: number): string[] {
  if (typeof text !== 'string') return [`${what} must be a text`];
  return text.length > most ? [`${what} has ${text.length} characters, at most ${most}`] : [];
}

function countProblems(what: string, list: readonly unknown[], least: number, most: number): string[] {
  return list.length < least || list.length > most
    ? [`${list.length} ${what}, from ${least} to ${most}`]
    : [];
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
