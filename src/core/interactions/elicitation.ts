/** A form that an MCP server wants filled in, or a link that it wants opened. */
import { textOf } from '../../lib/json-values.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { checkForm } from '../check-form.ts';
import { t } from '../translate.ts';
import { type InteractionDefinition, unfitting } from './interaction-definition.ts';

export const ELICITATION: InteractionDefinition<'elicitation'> = {
  name: 'a form',
  form: 'fields',
  words: ({ input }) => ({
    headline: `${textOf(input['mcp_server_name']) || 'An MCP server'} asks for input`,
    line: t('form: {message}', { message: textOf(input['message']) }),
  }),
  notice: ({ input }) => textOf(input['message']) || 'An MCP server asks for input',
  body: ({ input: { message, url } }) =>
    [String(message ?? ''), ...(typeof url === 'string' ? [url] : [])].join('\n\n'),
  from: ({ input }) => t('from the MCP server {name}', { name: String(input['mcp_server_name'] ?? '') }),
  unattended: { action: 'decline' },
  refusal: () => ({ action: 'decline' }),
  stop: () => ({ action: 'cancel' }),
  read: ({ input }, answer) => {
    const { action, content } = answer;
    const isLink = input['mode'] === 'url';
    if (action !== 'accept' && content) throw unfitting('`content` requires `accept`.');
    if (isLink && content)
      throw unfitting('This request opens a link and has no form, so `accept` takes no `content`.');
    if (action !== 'accept' || isLink) return { kind: 'elicitation', ...answer };
    const problem = checkForm(input['requested_schema'], content ?? {});
    if (problem) throw new ReinsError('invalid_request', problem.message, { field: problem.field });
    // Accepting without content counts as a filled-in form if no field is required.
    return { kind: 'elicitation', ...answer, content: content ?? {} };
  },
  toolDecision: () => undefined,
};
