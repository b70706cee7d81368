/** The form or the link of an MCP server. */
import type { KnownBlock } from '@slack/web-api';
import { checkForm } from '../../core/check-form.ts';
import { maskSecrets } from '../../core/masking/mask-secrets.ts';
import { type FormField, formFieldsOf, readFieldValue } from '../../core/wording/form-fields.ts';
import { exactText } from '../../lib/hidden-characters.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import { choiceInput, exactCode, input, section, textInput } from '../blocks/blocks.ts';
import { LIMITS } from '../blocks/limits.ts';
import { escapeMrkdwn } from '../blocks/mrkdwn.ts';
import type { CardKind, ModalErrors, ModalValues } from './card-kind.ts';

const BOOLEANS = [{ text: 'Yes' }, { text: 'No' }] as const;

export const FIELDS_CARD: CardKind = {
  body: (interaction) => [
    section(escapeMrkdwn(exactText(maskSecrets(String(interaction.input['message'] ?? ''))) || ' ')),
    // An address is shown as text: Slack would open it on a click that is not an answer.
    ...(isLink(interaction) ? exactCode(exactText(String(interaction.input['url'] ?? ''))) : []),
  ],
  buttons: (interaction) => [
    needsModal(interaction)
      ? { action: 'fill', text: 'Fill in…', style: 'primary' }
      : {
          action: 'accept',
          text: isLink(interaction) ? 'I have opened the link' : 'Accept',
          style: 'primary',
        },
    { action: 'decline', text: 'Decline' },
    { action: 'cancel', text: 'Cancel' },
  ],
  press: (interaction, action) => {
    if (action === 'accept' && !needsModal(interaction)) return { action: 'accept' };
    if (action === 'decline' || action === 'cancel') return { action };
    if (action !== 'fill') return undefined;
    const blocks = formFieldsOf(interaction).slice(0, LIMITS.viewBlocks).map(fieldBlock);
    return { modal: 'fill', title: 'Fill in the form', submit: 'Send', blocks };
  },
  submit: (interaction, _modal, values) => {
    const fields = formFieldsOf(interaction);
    const read = fields.map((field, index) => readField(field, blockOf(index), values));
    const errors = Object.assign({}, ...read.flatMap((one) => ('errors' in one ? [one.errors] : [])));
    if (Object.keys(errors).length > 0) return { errors } satisfies ModalErrors;
    const content: Record<string, unknown> = Object.assign(
      {},
      ...read.map((one) => ('value' in one ? one.value : {})),
    );
    const problem = checkForm(interaction.input['requested_schema'], content);
    if (!problem) return { action: 'accept', content };
    const index = fields.findIndex(({ name }) => name === problem.field);
    return { errors: { [blockOf(Math.max(0, index))]: problem.message } };
  },
};

const isLink = ({ input: { mode } }: Interaction) => mode === 'url';
const needsModal = (interaction: Interaction) => !isLink(interaction) && formFieldsOf(interaction).length > 0;
const blockOf = (index: number) => `field_${index + 1}`;

function fieldBlock(field: FormField, index: number): KnownBlock {
  const { title, about, isRequired, usual, type, choices } = field;
  const element = () => {
    if (type === 'boolean')
      return choiceInput(BOOLEANS, false, usual === true ? [0] : usual === false ? [1] : []);
    if (choices.length > 0) {
      const initial = [usual].flat().flatMap((value) => {
        const found = choices.findIndex((choice) => choice.value === value);
        return found < 0 ? [] : [found];
      });
      return choiceInput(
        choices.map((choice) => ({ text: exactText(choice.title) })),
        type === 'choices',
        initial,
      );
    }
    return textInput(usual === undefined ? '' : String(usual), false);
  };
  return input(blockOf(index), title, element(), { hint: about, isOptional: !isRequired });
}

/** An empty optional field is left out. */
function readField(
  field: FormField,
  block: string,
  values: ModalValues,
): { readonly value: Readonly<Record<string, unknown>> } | ModalErrors {
  const { name, type, choices } = field;
  const chosen = values.chosen(block);
  if (type === 'boolean') return { value: chosen[0] === undefined ? {} : { [name]: chosen[0] === 0 } };
  if (choices.length > 0) {
    const picked = chosen.flatMap((index) => choices[index]?.value ?? []);
    if (type === 'choices') return { value: { [name]: picked } };
    return { value: picked[0] === undefined ? {} : { [name]: picked[0] } };
  }
  const text = values.text(block);
  if (text === '') return { value: {} };
  try {
    return { value: { [name]: readFieldValue(field, text) } };
  } catch (error) {
    return { errors: { [block]: (error as Error).message } };
  }
}
