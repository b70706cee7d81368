/** Answering step by step at a terminal: shows what is asked, whole; asks; sends; and ends when somebody else was first. */
import { askWarnings } from '../../core/words/ask-words.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import type { AnswerBody } from '../../sdk/answer-calls.ts';
import type { Client } from '../../sdk/client.ts';
import { describeError } from '../describe-error.ts';
import { EXIT } from '../exit-codes.ts';
import type { SessionPlace } from '../inbox/render-inbox.ts';
import { chooseStyle, type Style } from '../terminal/style.ts';
import { answeredElsewhere } from './answered-elsewhere.ts';
import { type Dialog, Left } from './dialog.ts';
import { showAsk } from './show/show-ask.ts';
import { formSteps } from './steps/form-steps.ts';
import { permissionSteps } from './steps/permission-steps.ts';
import { planSteps } from './steps/plan-steps.ts';
import { questionSteps } from './steps/question-steps.ts';
import { answeredWords, tooLateWords } from './tell-outcome.ts';
import { TerminalDialog } from './terminal-dialog.ts';

/** Somebody else was first. */
class TooLate extends Error {
  override readonly name = 'TooLate';
  readonly interaction: Interaction;

  constructor(interaction: Interaction) {
    super();
    this.interaction = interaction;
  }
}

export async function answerAtTerminal(
  client: Client,
  ask: Interaction,
  place: SessionPlace | undefined,
): Promise<number> {
  const { stdout: output, env } = process;
  const style = chooseStyle(output, env);
  const view = { style, now: Date.now(), width: output.columns || 80, home: env['HOME'], place };
  for (const line of showAsk(ask, view)) output.write(`${line}\n`);
  if (ask.routes.length === 0) {
    output.write(
      `${style.fails('Nothing can carry an answer to Claude just now; its own terminal can.')}\n\n`,
    );
  }
  try {
    const closed = await askAndSend(client, ask, place, style);
    output.write(`${closed ? style.runs(answeredWords(closed)) : 'Left as it is.'}\n`);
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof TooLate)) throw error;
    output.write(`${style.informs(tooLateWords(error.interaction))}\n`);
    return EXIT.failed;
  }
}

/** What the hub refuses can be answered otherwise. Undefined when the person leaves it as it is. */
async function askAndSend(
  client: Client,
  ask: Interaction,
  place: SessionPlace | undefined,
  style: Style,
): Promise<Interaction | undefined> {
  for (;;) {
    const body = await askWhileOpen(client, ask, place, style);
    if (!body) return undefined;
    try {
      return await client.answer(ask.id, body);
    } catch (error) {
      if (!(error instanceof ReinsError) || !AGAIN.has(error.code)) throw error;
      process.stdout.write(`${style.fails(describeError(error, process.env))}\n\n`);
    }
  }
}

/** Throws TooLate when it is closed by somebody else meanwhile. Our own answer must not look like that. */
async function askWhileOpen(
  client: Client,
  ask: Interaction,
  place: SessionPlace | undefined,
  style: Style,
): Promise<AnswerBody | undefined> {
  const { stdin: input, stdout: output, env } = process;
  const ending = new AbortController();
  const watching = answeredElsewhere(client, ask, ending.signal).then((closed) => {
    if (closed) ending.abort(new TooLate(closed));
  });
  try {
    return await stepsOf(
      ask,
      place,
      new TerminalDialog({ input, output, style, env, signal: ending.signal }),
    );
  } catch (error) {
    if (error instanceof Left) return undefined;
    throw error;
  } finally {
    ending.abort(new Left());
    await watching;
  }
}

const AGAIN: ReadonlySet<string> = new Set(['forbidden', 'invalid_request', 'no_route']);

function stepsOf(
  ask: Interaction,
  place: SessionPlace | undefined,
  dialog: Dialog,
): Promise<AnswerBody | undefined> {
  switch (ask.kind) {
    case 'permission':
      return permissionSteps(ask, dialog, askWarnings(ask, ask.cwd ?? place?.cwd).length > 0);
    case 'question':
      return questionSteps(ask, dialog);
    case 'plan':
      return planSteps(ask, dialog);
    case 'elicitation':
      return formSteps(ask, dialog);
  }
}
