/** An API error. */
import { codeBlocks } from './blocks.ts';
import type { ItemKind } from './item-kind.ts';

export const ERROR: ItemKind<'error'> = {
  page: ({ message, status }) => ({
    shape: 'failure',
    words: `The API failed${statusWords(status)}: ${message.replace(/^API Error: /, '')}`,
  }),
  terminal: ({ message, status }) => ({
    shape: 'failure',
    words: `! The API failed${statusWords(status)}: ${message}`,
  }),
  watch: ({ at, message, error }) => ({
    at,
    label: 'error',
    text: message || error,
    paint: 'fails',
    whole: true,
  }),
  export: ({ at, message, error, status }) => ({
    kind: 'error',
    at,
    isFailed: true,
    blocks: codeBlocks(message),
    title: ['API error', error, status].filter(Boolean).join(' '),
  }),
  editor: ({ id, message }) => [{ from: 'agent', id, text: message }],
  model: ({ message }) => ({ label: 'ERROR', text: message }),
};

function statusWords(status: number | undefined): string {
  return status ? ` (${status})` : '';
}
