/** Creates the form for a request by its kind. */
import type { AskFormName } from '../../core/asks/ask-kind.ts';
import { askKindOf } from '../../core/asks/ask-kinds.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import type { AskForm, May } from './ask-form.ts';
import { ElicitationForm } from './elicitation-form.ts';
import { PermissionForm } from './permission-form.ts';
import { PlanForm } from './plan-form.ts';
import { QuestionForm } from './question-form.ts';

const FORMS: Readonly<Record<AskFormName, (ask: Interaction, cwd: string, may: May) => AskForm>> = {
  call: (ask, cwd, may) => new PermissionForm(ask, cwd, may),
  questions: (ask) => new QuestionForm(ask),
  plan: (ask, _cwd, may) => new PlanForm(ask, may),
  fields: (ask) => new ElicitationForm(ask),
};

export function makeForm(ask: Interaction, cwd: string, may: May): AskForm {
  return FORMS[askKindOf(ask.kind).form](ask, cwd, may);
}
