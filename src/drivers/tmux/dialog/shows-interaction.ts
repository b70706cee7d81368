/**
 * Whether a dialog on the screen belongs to a request: everything it shows must match the request. If in doubt, it does not,
 * since keys are pressed based on it.
 */
import type { PendingInteraction } from '../../driver.ts';
import type { Dialog } from './read-dialog.ts';
import type { FormDialog } from './read-form.ts';
import type { PlanDialog } from './read-plan.ts';
import type { QuestionDialog, ReviewDialog } from './read-question.ts';
import { readQuestions } from './read-questions.ts';
import { showsCall } from './shows-call.ts';
import { squeeze } from './squeeze.ts';

export function showsInteraction(dialog: Dialog, interaction: PendingInteraction): boolean {
  switch (dialog.kind) {
    case 'permission':
      return interaction.kind === 'permission' && showsCall(dialog, interaction);
    case 'question':
    case 'review':
      return interaction.kind === 'question' && showsQuestions(dialog, interaction);
    case 'plan':
      return interaction.kind === 'plan' && showsPlan(dialog, interaction);
    case 'form':
      return interaction.kind === 'elicitation' && showsForm(dialog, interaction);
  }
}

function showsQuestions(dialog: QuestionDialog | ReviewDialog, interaction: PendingInteraction): boolean {
  const questions = readQuestions(interaction);
  const known = new Set(questions.map(({ question }) => squeeze(question)));
  const isReviewed = questions.length > 1 || questions[0]?.multiSelect;
  const tabs = questions.map(({ header }) => header).join('') + (isReviewed ? 'Submit' : '');
  if (dialog.tabs !== squeeze(tabs)) return false;
  if (dialog.kind === 'review') return dialog.answers.every(({ question }) => known.has(question));
  const asked = questions.find(({ question }) => squeeze(question) === dialog.text);
  return (
    asked?.options.every(({ label, description }, index) => {
      const shown = squeeze(dialog.options[index]?.text ?? '');
      const [short, long] = [squeeze(label), squeeze(label + description)];
      // A tick follows the answer that was chosen before.
      return [short, long, `${short}✔`, squeeze(`${label}✔${description}`)].includes(shown);
    }) ?? false
  );
}

/** Rendering drops markup from the plan's text and adds no words. */
function showsPlan({ plan, footer }: PlanDialog, { input }: PendingInteraction): boolean {
  const { plan: text, planFilePath: path } = input;
  // The path follows only if Claude Code knows an editor.
  if (footer !== '' && typeof path === 'string' && !footer.endsWith(squeeze(path))) return false;
  if (typeof text !== 'string') return true;
  const known = lettersOf(text);
  return plan.every((line) => known.includes(lettersOf(line)));
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}

function showsForm({ server, message: shown, isUrl }: FormDialog, { input }: PendingInteraction): boolean {
  const { mcp_server_name, message: asked, url } = input;
  if (mcp_server_name !== server || typeof asked !== 'string') return false;
  const expected = isUrl && typeof url === 'string' ? asked + url : asked;
  return squeeze(shown) === squeeze(expected);
}
