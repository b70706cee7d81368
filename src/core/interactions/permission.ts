/** A tool call that waits for approval. */
import { textOf } from '../../lib/json-values.ts';
import { DENIED } from '../denial-text.ts';
import { headOf } from '../tool-object.ts';
import { t } from '../translate.ts';
import { describeTool } from '../wording/tool-text.ts';
import {
  denyCall,
  type InteractionDefinition,
  type InteractionText,
  unfitting,
} from './interaction-definition.ts';

export const PERMISSION: InteractionDefinition<'permission'> = {
  name: 'a permission request',
  form: 'call',
  words: ({ tool_name: tool = '', input }, cwd) => {
    if (tool === '') return dialogText(textOf(input['screen']));
    const { wish, verb, object, shape } = describeTool(tool, input, cwd);
    const isNamed = shape === 'server' || shape === 'other';
    return {
      headline: wish,
      line: `${isNamed ? t('use {tool}', { tool: verb }) : verb.toLowerCase()} ${object}`.trimEnd(),
    };
  },
  notice: ({ tool_name = '', input }, cwd) => {
    const { verb, object, wish } = describeTool(tool_name, input, cwd);
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
function dialogText(screen: string): InteractionText {
  return {
    headline: 'Claude Code asks for permission in its terminal',
    line: t('dialog: {text}', { text: headOf(screen) || t('see the terminal') }),
  };
}
