/** `reins prune`: removes old sessions from the event log. */
import type { Pruned } from '../../protocol/history.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { EXIT } from '../exit-codes.ts';
import { printJson } from '../print.ts';
import { plural, sizeOf } from '../terminal/format.ts';

export interface PruneOptions {
  readonly days?: number;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export async function prune({ days, dryRun, json }: PruneOptions): Promise<number> {
  const { client } = findHub(process.env);
  const pruned = await client.prune({
    ...(days !== undefined && { days }),
    ...(dryRun && { dry_run: true }),
  });
  if (json) printJson(pruned);
  else console.log(renderPruned(pruned));
  return EXIT.done;
}

function renderPruned({ days, dry_run, sessions, without_transcript, events, bytes }: Pruned): string {
  const age = `inactive for ${plural(days, 'day')}`;
  if (sessions === 0) return `No sessions to remove: none has been ${age}.`;
  const verb = dry_run ? 'Would remove' : 'Removed';
  const freed = `${dry_run ? 'about ' : ''}${sizeOf(bytes)}`;
  return [
    `${verb} ${plural(sessions, 'session')} ${age}: ${plural(events, 'event')}, ${freed}.`,
    ...(without_transcript > 0
      ? [
          `${without_transcript} of them ${without_transcript === 1 ? 'has' : 'have'} no transcript and ${dry_run ? 'would disappear' : 'disappeared'} from the list.`,
        ]
      : []),
    ...(dry_run ? ['Nothing was changed.'] : []),
  ].join('\n');
}
