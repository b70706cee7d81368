/** A tool call that waits for approval. */
import { textOf } from '../../lib/json-values.ts';
import { DENIED } from '../denial-words.ts';
import { headOf } from '../tool-object.ts';
import { toolWords } from '../words/tool-words.ts';
import { type AskKind, type AskWords, denyCall, unfitting } from './ask-kind.ts';

export const PERMISSION: AskKind<'permission'> = {
  name: 'a permission request',
  form: 'call',
  words: ({ tool_name: tool = '', input }, cwd) => {
    if (tool === '') return dialogWords(textOf(input['screen']));
    const { wish, verb, object, shape } = toolWords(tool, input, cwd);
    const isNamed = shape === 'server' || shape === 'other';
    return { headline: wish, line: `${isNamed ? `use ${verb}` : verb.toLowerCase()} ${object}`.trimEnd() };
  },
  notice: ({ tool_name = '', input }, cwd) => {
    const { verb, object, wish } = toolWords(tool_name, input, cwd);
    return object ? `${verb} ${object}` : wish;
  },
  body: () => '',
  unattended: {
    decision: 'deny',
    message:
      'Nobody is available to approve this, and no rule allows it. Do not attempt it another way. Continue without it, and list at the end what you could not do.',
  },
  refusal: (words) => ({ decision: 'deny', ...(words !== undefined && { message: words }) }),
  stop: (words) => ({ decision: 'deny', message: words, interrupt: true }),
  read: (_ask, answer) => {
    const { decision, input, apply, message, interrupt } = answer;
    if (decision === 'deny' && (input || apply))
      throw unfitting('A denial accepts neither `input` nor `apply`.');
    if (decision === 'allow' && (message || interrupt))
      throw unfitting('`message` and `interrupt` require a denial.');
    return { kind: 'permission', ...answer };
  },
  toolDecision: (_ask, { decision, input, apply, message, interrupt }) => {
    if (decision === 'deny') return denyCall(message ?? DENIED, interrupt);
    return {
      behavior: 'allow',
      ...(input && { updatedInput: input }),
      ...(apply?.length && { updatedPermissions: apply }),
    };
  },
};

/** The tool is unknown: the text of the dialog is all there is. */
function dialogWords(screen: string): AskWords {
  return {
    headline: 'Claude Code asks for permission in its terminal',
    line: `dialog: ${headOf(screen) || 'see the terminal'}`,
  };
}
