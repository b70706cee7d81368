/** The form for an ask, by its kind. */
import type { Interaction } from '../../protocol/interactions.ts';
import type { AskForm, May } from './ask-form.ts';
import { ElicitationForm } from './elicitation-form.ts';
import { PermissionForm } from './permission-form.ts';
import { PlanForm } from './plan-form.ts';
import { QuestionForm } from './question-form.ts';

export function makeForm(ask: Interaction, cwd: string, may: May): AskForm {
  switch (ask.kind) {
    case 'permission':
      return new PermissionForm(ask, cwd, may);
    case 'question':
      return new QuestionForm(ask);
    case 'plan':
      return new PlanForm(ask, may);
    case 'elicitation':
      return new ElicitationForm(ask);
  }
}
