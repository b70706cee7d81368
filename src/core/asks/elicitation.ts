/** A form that an MCP server asks to have filled in, or an address it asks to have visited. */
import { textOf } from '../../lib/json-values.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { checkForm } from '../check-form.ts';
import { type AskKind, unfitting } from './ask-kind.ts';

export const ELICITATION: AskKind<'elicitation'> = {
  name: 'a form',
  form: 'fields',
  words: ({ input }) => ({
    headline: `${textOf(input['mcp_server_name']) || 'An MCP server'} asks you`,
    line: `form: ${textOf(input['message'])}`,
  }),
  notice: ({ input }) => textOf(input['message']) || 'A server asks for something',
  body: ({ input: { message, url } }) =>
    [String(message ?? ''), ...(typeof url === 'string' ? [url] : [])].join('\n\n'),
  from: ({ input }) => `asked by the server ${String(input['mcp_server_name'] ?? '')}`,
  unattended: { action: 'decline' },
  refusal: () => ({ action: 'decline' }),
  stop: () => ({ action: 'cancel' }),
  read: ({ input }, answer) => {
    const { action, content } = answer;
    const isLink = input['mode'] === 'url';
    if (action !== 'accept' && content) throw unfitting('content goes with accept.');
    if (isLink && content)
      throw unfitting('This asks to open a link: there is no form, so accept has no content.');
    if (action !== 'accept' || isLink) return { kind: 'elicitation', ...answer };
    const problem = checkForm(input['requested_schema'], content ?? {});
    if (problem) throw new ReinsError('invalid_request', problem.message, { field: problem.field });
    // Whoever fills in nothing where nothing is needed has filled in the form all the same.
    return { kind: 'elicitation', ...answer, content: content ?? {} };
  },
  toolDecision: () => undefined,
};
