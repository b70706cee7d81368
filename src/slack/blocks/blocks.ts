/** Builders for the blocks and elements that messages and views consist of. All texts are cut to Slack's limits. */
import type {
  Button,
  Checkboxes,
  ContextBlock,
  InputBlock,
  KnownBlock,
  MultiStaticSelect,
  PlainTextElement,
  PlainTextInput,
  PlainTextOption,
  RadioButtons,
  SectionBlock,
  StaticSelect,
} from '@slack/web-api';
import { cutTo, LIMITS, piecesOf } from './limits.ts';

export const plain = (text: string, most: number = LIMITS.text): PlainTextElement => ({
  type: 'plain_text',
  text: cutTo(text, most) || ' ',
  emoji: false,
});

/** `text` is mrkdwn: everything that is not ours must have been escaped. */
export const section = (text: string): SectionBlock => ({
  type: 'section',
  text: { type: 'mrkdwn', text: cutTo(text, LIMITS.text), verbatim: true },
});

export const sections = (text: string): SectionBlock[] => piecesOf(text, LIMITS.text).map(section);

export const context = (text: string): ContextBlock => ({
  type: 'context',
  elements: [{ type: 'mrkdwn', text: cutTo(text, LIMITS.text), verbatim: true }],
});

/** Text to read letter by letter: Slack does not interpret anything in it. */
export const exactCode = (text: string): KnownBlock[] =>
  piecesOf(text, LIMITS.text).map((piece) => ({
    type: 'rich_text',
    elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text: piece }] }],
  }));

export interface ButtonOptions {
  readonly action: string;
  readonly text: string;
  readonly value: string;
  readonly style?: 'primary' | 'danger';
}

export const button = ({ action, text, value, style }: ButtonOptions): Button => ({
  type: 'button',
  action_id: action,
  text: plain(text, LIMITS.button),
  value,
  ...(style && { style }),
});

/** As many blocks of buttons as needed. */
export function actions(elements: readonly Button[]): KnownBlock[] {
  const blocks: KnownBlock[] = [];
  for (let from = 0; from < elements.length; from += LIMITS.actions) {
    blocks.push({ type: 'actions', elements: elements.slice(from, from + LIMITS.actions) });
  }
  return blocks;
}

/** The id of every input element: its block identifies it. */
export const INPUT = 'input';

export function input(
  block: string,
  label: string,
  element: PlainTextInput | RadioButtons | Checkboxes | StaticSelect | MultiStaticSelect,
  { hint, isOptional = false }: { readonly hint?: string | undefined; readonly isOptional?: boolean } = {},
): InputBlock {
  return {
    type: 'input',
    block_id: block,
    label: plain(label, LIMITS.label),
    optional: isOptional,
    element,
    ...(hint !== undefined && hint !== '' && { hint: plain(hint, LIMITS.hint) }),
  };
}

export const textInput = (initial = '', isMultiline = true): PlainTextInput => ({
  type: 'plain_text_input',
  action_id: INPUT,
  multiline: isMultiline,
  max_length: LIMITS.input,
  ...(initial !== '' && { initial_value: initial }),
});

export interface Choice {
  readonly text: string;
  readonly about?: string | undefined;
}

/** A single or multiple choice, by the number of the option. Menus if there are too many for buttons and boxes. */
export function choiceInput(
  choices: readonly Choice[],
  isMulti: boolean,
  initial: readonly number[] = [],
): RadioButtons | Checkboxes | StaticSelect | MultiStaticSelect {
  const options = choices.slice(0, LIMITS.options).map(
    ({ text, about }, index): PlainTextOption => ({
      text: plain(text, LIMITS.option),
      value: String(index),
      ...(about && { description: plain(about, LIMITS.option) }),
    }),
  );
  const chosen = initial.flatMap((index) => options[index] ?? []);
  const [first] = chosen;
  const isLong = options.length > LIMITS.visibleOptions;
  if (isMulti) {
    const several = { action_id: INPUT, options, ...(first && { initial_options: chosen }) };
    return isLong ? { type: 'multi_static_select', ...several } : { type: 'checkboxes', ...several };
  }
  const one = { action_id: INPUT, options, ...(first && { initial_option: first }) };
  return isLong ? { type: 'static_select', ...one } : { type: 'radio_buttons', ...one };
}
