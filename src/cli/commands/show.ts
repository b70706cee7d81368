/** `reins show`: the timeline of a session, and what it waited for. */
import { findHub } from '../../sdk-node/find-hub.ts';
import { EXIT } from '../exit-codes.ts';
import { findSession } from '../find-session.ts';
import { printJson } from '../print.ts';
import { renderTimeline } from '../show/render-timeline.ts';
import { printIfSlow, READING } from '../terminal/print-if-slow.ts';
import { chooseStyle } from '../terminal/style.ts';

export interface ShowOptions {
  readonly json?: boolean;
  readonly turns?: number;
}

export async function show(meant: string, { json, turns }: ShowOptions): Promise<number> {
  const { client } = findHub(process.env);
  const timeline = await printIfSlow(client.timeline(await findSession(client, meant)), READING);
  if (json) printJson(timeline);
  else {
    const view = {
      width: process.stdout.columns || 80,
      home: process.env['HOME'],
      ...(turns !== undefined && { turns }),
    };
    console.log(renderTimeline(timeline, chooseStyle(process.stdout, process.env), view));
  }
  return EXIT.done;
}
