/** A body to a decision, checked against what was asked: unknown questions, labels, fields are refused by name. */
import { checkForm } from '../core/check-form.ts';
import { type Question, questionsOf } from '../core/questions.ts';
import { type Given, readChoices } from '../core/read-choices.ts';
import { ANSWER_SCHEMAS, type Decision, type ElicitationAnswer } from '../protocol/answers.ts';
import { describeIssues, fieldsOf } from '../protocol/describe-issues.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { Interaction } from '../protocol/interactions.ts';

export function readAnswer(interaction: Interaction, body: unknown): Decision {
  const { kind } = interaction;
  const parsed = ANSWER_SCHEMAS[kind].safeParse(body);
  if (!parsed.success) {
    throw new ReinsError(
      'invalid_request',
      `This is no answer to a ${kind}. ${describeIssues(parsed.error.issues)}`,
      { fields: fieldsOf(parsed.error.issues) },
    );
  }
  const { data } = parsed;
  const choices =
    kind === 'question' && 'answers' in data
      ? { answers: readAnswers(questionsOf(interaction), data.answers, data.notes ?? {}) }
      : {};
  const decision = { kind, ...data, ...choices } as Decision;
  check(interaction, decision);
  return decision.kind === 'elicitation' ? withContent(interaction, decision) : decision;
}

/** Whoever fills in nothing where nothing is needed has filled in the form all the same. */
function withContent({ input }: Interaction, decision: Decision & { kind: 'elicitation' }): Decision {
  const isForm = decision.action === 'accept' && input['mode'] !== 'url';
  return isForm ? { ...decision, content: decision.content ?? {} } : decision;
}

function check(interaction: Interaction, decision: Decision): void {
  switch (decision.kind) {
    case 'permission':
      if (decision.decision === 'deny' && (decision.input || decision.apply)) {
        throw refuse('A denial has neither input nor apply: nothing runs.');
      }
      if (decision.decision === 'allow' && (decision.message || decision.interrupt)) {
        throw refuse('message and interrupt go with a denial.');
      }
      return;
    case 'question':
      return;
    case 'plan':
      if (decision.decision === 'reject' && (decision.mode || decision.plan)) {
        throw refuse('A rejection has neither mode nor plan: feedback says what to change.');
      }
      if (decision.decision === 'approve' && decision.feedback) {
        throw refuse('feedback goes with a rejection.');
      }
      return;
    case 'elicitation':
      checkContent(interaction, decision);
  }
}

function checkContent({ input }: Interaction, { action, content }: ElicitationAnswer): void {
  if (action !== 'accept') {
    if (content) throw refuse('content goes with accept.');
    return;
  }
  if (input['mode'] === 'url') {
    if (content) throw refuse('This asks to open a link: there is no form, so accept has no content.');
    return;
  }
  const problem = checkForm(input['requested_schema'], content ?? {});
  if (problem) throw new ReinsError('invalid_request', problem.message, { field: problem.field });
}

/** Every choice as the label or the words that it means. */
function readAnswers(
  questions: readonly Question[],
  answers: Readonly<Record<string, Given>>,
  notes: Readonly<Record<string, string>>,
): Record<string, string | string[]> {
  const byText = new Map(questions.map((question) => [question.question, question]));
  for (const text of [...Object.keys(answers), ...Object.keys(notes)]) {
    if (!byText.has(text)) {
      const known = [...byText.keys()].map((name) => `"${name}"`).join(', ');
      throw refuse(`"${text}" was not asked. Asked were: ${known}.`);
    }
  }
  const read = Object.entries(answers).map(([text, given]) => {
    const choices = readChoices(byText.get(text) as Question, given);
    if ('problem' in choices) throw refuse(choices.problem);
    const isList = Array.isArray(given) || choices.chosen.length > 1;
    return [text, isList ? [...choices.chosen] : (choices.chosen[0] as string)];
  });
  return Object.fromEntries(read);
}

function refuse(message: string): ReinsError {
  return new ReinsError('invalid_request', message);
}
