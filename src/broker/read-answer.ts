/** A body to a decision, checked against what was asked: unknown questions, labels, fields are refused by name. */
import { checkForm } from '../core/check-form.ts';
import { type Question, questionsOf } from '../core/questions.ts';
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
  const decision = { kind, ...parsed.data } as Decision;
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
      if ('answers' in decision)
        checkAnswers(questionsOf(interaction), decision.answers, decision.notes ?? {});
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

function checkAnswers(
  questions: readonly Question[],
  answers: Readonly<Record<string, string | readonly string[]>>,
  notes: Readonly<Record<string, string>>,
): void {
  const byText = new Map(questions.map((question) => [question.question, question]));
  for (const text of [...Object.keys(answers), ...Object.keys(notes)]) {
    if (!byText.has(text)) {
      const known = [...byText.keys()].map((name) => `"${name}"`).join(', ');
      throw refuse(`"${text}" was not asked. Asked were: ${known}.`);
    }
  }
  for (const [text, answer] of Object.entries(answers)) {
    const question = byText.get(text);
    if (!question || !Array.isArray(answer)) continue;
    if (answer.length !== 1 && !question.multiSelect) throw refuse(`"${text}" takes one answer.`);
    checkChoices(question, answer);
  }
}

/** Like Claude Code's own dialog: any of the options, each once, and one answer in words of one's own. */
function checkChoices({ question, options }: Question, chosen: readonly string[]): void {
  const labels = options.map(({ label }) => label);
  const quote = (texts: readonly string[]) => texts.map((text) => `"${text}"`).join(', ');
  const twice = chosen.filter((text, at) => chosen.indexOf(text) !== at);
  if (twice.length > 0) throw refuse(`${quote(twice)} is chosen twice for "${question}".`);
  const own = chosen.filter((text) => !labels.includes(text));
  if (own.length > 1) {
    throw refuse(
      `${quote(own)} are no options of "${question}". Offered are: ${quote(labels)}; only one answer may be in words of your own.`,
    );
  }
}

function refuse(message: string): ReinsError {
  return new ReinsError('invalid_request', message);
}
