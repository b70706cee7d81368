/** `reins answer`: answers a pending request, from flags or on a card in the terminal. */
import type { Interaction } from '../../protocol/interactions.ts';
import type { Client } from '../../sdk/client.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { answerAtTerminal } from '../answer/answer-at-terminal.ts';
import { findInteraction, findWaiting, unclear } from '../answer/find-interaction.ts';
import { type AnswerFlags, givenFlags } from '../answer/flags/answer-flags.ts';
import { flagsToAnswer } from '../answer/flags/flags-to-answer.ts';
import { answeredWords, tooLateWords } from '../answer/tell-outcome.ts';
import { EXIT } from '../exit-codes.ts';
import { printJson } from '../print.ts';
import { canDraw } from '../terminal/live-area.ts';

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
    console.error(`reins: ${tooLateWords(interaction)}`);
    return EXIT.failed;
  }
  if (isAtTerminal || !interaction) return answerAtTerminal(hub, interaction);
  const closed = await hub.client.answer(interaction.id, flagsToAnswer(interaction, flags));
  if (json) printJson(closed);
  else console.log(answeredWords(closed));
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
