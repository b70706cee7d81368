/** Recognizes the dialog on a screen of Claude Code, if it is one that asks a person about Claude's work. */
import { type FormDialog, readForm } from './read-form.ts';
import { type PermissionDialog, readPermission } from './read-permission.ts';
import { type PlanDialog, readPlan } from './read-plan.ts';
import { type QuestionDialog, type ReviewDialog, readQuestion, readReview } from './read-question.ts';

export type Dialog = FormDialog | PermissionDialog | PlanDialog | QuestionDialog | ReviewDialog;

export function readDialog(lines: readonly string[]): Dialog | undefined {
  return (
    readForm(lines) ?? readReview(lines) ?? readQuestion(lines) ?? readPlan(lines) ?? readPermission(lines)
  );
}
