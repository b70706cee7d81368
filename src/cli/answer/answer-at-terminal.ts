/** Answers at a terminal, on the card of the terminal UI. The request and its outcome stay on the screen. */
import type { Interaction } from '../../protocol/interactions.ts';
import type { Connection } from '../../sdk-node/find-hub.ts';
import { EXIT } from '../exit-codes.ts';
import { SessionPlaces } from '../inbox/session-places.ts';
import { openTui } from '../open-tui.ts';
import { chooseStyle } from '../terminal/style.ts';
import { showAsk } from './show-ask.ts';
import { answeredWords, tooLateWords } from './tell-outcome.ts';

/** Without a request, the person picks a pending one. */
export async function answerAtTerminal(hub: Connection, request: Interaction | undefined): Promise<number> {
  const closed = await openTui(hub, { answering: { id: request?.id } });
  const { stdout: output, env } = process;
  if (!closed) {
    output.write('Not answered.\n');
    return EXIT.done;
  }
  const { items } = await hub.client.interactions({ id: closed.id });
  const ask = items.find(({ id }) => id === closed.id);
  if (!ask) return EXIT.failed;
  const places = new SessionPlaces(hub.client);
  await places.learn([ask.session_id]);
  const style = chooseStyle(output, env);
  const place = places.of(ask.session_id);
  const view = { style, now: Date.now(), width: output.columns || 80, home: env['HOME'], place };
  const outcome = closed.isAnswered ? style.runs(answeredWords(ask)) : style.informs(tooLateWords(ask));
  for (const line of [...showAsk(ask, view), outcome]) output.write(`${line}\n`);
  return closed.isAnswered ? EXIT.done : EXIT.failed;
}
