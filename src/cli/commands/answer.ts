/** `reins answer`: answers a pending request, from flags or on a card in the terminal. */
import type { Interaction } from '../../protocol/interactions.ts';
import type { Client } from '../../sdk/client.ts';
import { type Connection, findHub } from '../../sdk-node/find-hub.ts';
import { findInteraction, findWaiting, unclear } from '../answer/find-interaction.ts';
import { type AnswerFlags, givenFlags } from '../answer/flags/answer-flags.ts';
import { flagsToAnswer } from '../answer/flags/flags-to-answer.ts';
import { answeredText, tooLateText } from '../answer/outcome-text.ts';
import { showInteraction } from '../answer/show-interaction.ts';
import { EXIT } from '../exit-codes.ts';
import { SessionPlaces } from '../inbox/session-places.ts';
import { openTui } from '../open-tui.ts';
import { printJson } from '../print.ts';
import { canDraw } from '../terminal/live-area.ts';
import { chooseStyle } from '../terminal/style.ts';

export interface AnswerOptions extends AnswerFlags {
  readonly json?: boolean;
}

export async function answer(meant: string | undefined, { json, ...flags }: AnswerOptions): Promise<number> {
  const hub = findHub(process.env);
  const { stdin, stdout, env } = process;
  const isAtTerminal = stdin.isTTY && canDraw(stdout, env) && !json && givenFlags(flags).length === 0;
  const interaction = await choose(hub.client, meant, isAtTerminal);
  if (interaction && interaction.state !== 'open') {
    if (json) printJson(interaction);
    console.error(`reins: ${tooLateText(interaction)}`);
    return EXIT.failed;
  }
  if (isAtTerminal || !interaction) return answerAtTerminal(hub, interaction);
  const closed = await hub.client.answer(interaction.id, flagsToAnswer(interaction, flags));
  if (json) printJson(closed);
  else console.log(answeredText(closed));
  return EXIT.done;
}

/** Without an id: the only pending request; undefined if a person picks one of several in the terminal. */
async function choose(
  client: Client,
  meant: string | undefined,
  isAtTerminal: boolean,
): Promise<Interaction | undefined> {
  if (meant !== undefined) return findInteraction(client, meant);
  const waiting = await findWaiting(client);
  if (waiting.length === 1) return waiting[0];
  if (isAtTerminal) return undefined;
  throw unclear('Several requests are pending; choose one', waiting);
}

/**
 * On the card of the terminal UI; the request and its outcome stay on the screen. Without a request, the person picks a pending
 * one.
 */
async function answerAtTerminal(hub: Connection, request: Interaction | undefined): Promise<number> {
  const closed = await openTui(hub, { answering: { id: request?.id } });
  const { stdout: output, env } = process;
  if (!closed) {
    output.write('Not answered.\n');
    return EXIT.done;
  }
  const { items } = await hub.client.interactions({ id: closed.id });
  const pending = items.find(({ id }) => id === closed.id);
  if (!pending) return EXIT.failed;
  const places = new SessionPlaces(hub.client);
  await places.learn([pending.session_id]);
  const style = chooseStyle(output, env);
  const place = places.of(pending.session_id);
  const view = { style, now: Date.now(), width: output.columns || 80, home: env['HOME'], place };
  const outcome = closed.isAnswered ? style.runs(answeredText(pending)) : style.informs(tooLateText(pending));
  for (const line of [...showInteraction(pending, view), outcome]) output.write(`${line}\n`);
  return closed.isAnswered ? EXIT.done : EXIT.failed;
}
