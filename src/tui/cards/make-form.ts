/** Creates the form for a request by its kind. */
import type { InteractionFormName } from '../../core/interactions/interaction-definition.ts';
import { interactionDefinition } from '../../core/interactions/interaction-definitions.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import { ElicitationForm } from './elicitation-form.ts';
import type { InteractionForm, May } from './interaction-form.ts';
import { PermissionForm } from './permission-form.ts';
import { PlanForm } from './plan-form.ts';
import { QuestionForm } from './question-form.ts';

const FORMS: Readonly<
  Record<InteractionFormName, (interaction: Interaction, cwd: string, may: May) => InteractionForm>
> = {
  call: (interaction, cwd, may) => new PermissionForm(interaction, cwd, may),
  questions: (interaction) => new QuestionForm(interaction),
  plan: (interaction, _cwd, may) => new PlanForm(interaction, may),
  fields: (interaction) => new ElicitationForm(interaction),
};

export function makeForm(interaction: Interaction, cwd: string, may: May): InteractionForm {
  return FORMS[interactionDefinition(interaction.kind).form](interaction, cwd, may);
}
