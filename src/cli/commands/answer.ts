/** `reins answer`: answers a pending request, from flags or step by step in a terminal. */
import type { Interaction } from '../../protocol/interactions.ts';
import type { Client } from '../../sdk/client.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { answerAtTerminal } from '../answer/answer-at-terminal.ts';
import { chooseWaiting } from '../answer/choose-waiting.ts';
import { findInteraction, findWaiting, unclear } from '../answer/find-interaction.ts';
import { type AnswerFlags, givenFlags } from '../answer/flags/answer-flags.ts';
import { flagsToAnswer } from '../answer/flags/flags-to-answer.ts';
import { answeredWords, tooLateWords } from '../answer/tell-outcome.ts';
import { EXIT } from '../exit-codes.ts';
import { SessionPlaces } from '../inbox/session-places.ts';
import { printJson } from '../print.ts';
import { canDraw } from '../terminal/live-area.ts';

export interface AnswerOptions extends AnswerFlags {
  readonly json?: boolean;
}

export async function answer(meant: string | undefined, { json, ...flags }: AnswerOptions): Promise<number> {
  const { client } = findHub(process.env);
  const { stdin, stdout, env } = process;
  const isAtTerminal = stdin.isTTY && canDraw(stdout, env) && !json && givenFlags(flags).length === 0;
  const places = new SessionPlaces(client);
  const interaction = await choose(client, meant, isAtTerminal ? places : undefined);
  if (!interaction) return EXIT.done;
  if (interaction.state !== 'open') {
    if (json) printJson(interaction);
    console.error(`reins: ${tooLateWords(interaction)}`);
    return EXIT.failed;
  }
  if (isAtTerminal) {
    await places.learn([interaction.session_id]);
    return answerAtTerminal(client, interaction, places.of(interaction.session_id));
  }
  const closed = await client.answer(interaction.id, flagsToAnswer(interaction, flags));
  if (json) printJson(closed);
  else console.log(answeredWords(closed));
  return EXIT.done;
}

/** Without an id: the only pending request or, given `places` to show them, the one a person picks from a list. */
async function choose(
  client: Client,
  meant: string | undefined,
  places: SessionPlaces | undefined,
): Promise<Interaction | undefined> {
  if (meant !== undefined) return findInteraction(client, meant);
  const waiting = await findWaiting(client);
  if (waiting.length === 1) return waiting[0];
  if (places) return chooseWaiting(waiting, places);
  throw unclear('Several requests are pending; choose one', waiting);
}
