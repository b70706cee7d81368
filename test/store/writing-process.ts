/**
 * A process that appends to a log endlessly and reports its progress after each commit; made to be killed at any moment. It
 * writes what real sessions write: text, duplicate tool calls, interactions, and a checkpoint with each step.
 */
import { writeSync } from 'node:fs';
import type { Draft } from '../../src/core/draft.ts';
import type { Batch } from '../../src/store/event-log.ts';
import { openLog } from '../../src/store/open-log.ts';

const folder = process.argv[2] ?? '';
const PATH = '/transcript.jsonl';

const { log, reader, notices } = openLog({ folder, host: 'desk' });
for (const notice of notices) writeSync(1, `notice ${notice}\n`);
for (let step = (reader.checkpoint(PATH)?.offset ?? 0) + 1; ; step++) {
  const sessionId = `00000000-0000-4000-8000-00000000000${step % 3}`;
  const batch: Batch = { sessionId, drafts: draftsOf(step) };
  log.append([batch], [{ path: PATH, sessionId, inode: 1, offset: step, head: 'h' }]);
  writeSync(1, `committed ${step}\n`);
}

function draftsOf(step: number): Draft[] {
  const at = Date.UTC(2026, 0, 1) + step * 1000;
  const item = `tool:${step}`;
  const call = {
    type: 'tool_started' as const,
    tool_use_id: `${step}`,
    name: 'Bash',
    input: { step },
    key: item,
    item,
  };
  const texts = Array.from({ length: step % 20 }, (_, index): Draft => {
    const name = `text:${step}:${index}`;
    const text = 'x'.repeat((step * 997 + index * 131) % 3000);
    const place = { item: name, position: step * 100 + index };
    return {
      type: 'assistant_text',
      source: 'transcript',
      at,
      key: name,
      message_id: name,
      block: index,
      text,
      ...place,
    };
  });
  return [
    { ...call, source: 'hook', at, observed: { cwd: `/project/${step % 5}` } },
    ...texts,
    { ...call, source: 'transcript', at: at + 1, position: step * 100 + 50 },
    {
      type: 'tool_timed',
      source: 'hook',
      at,
      key: `time:${step}`,
      item,
      tool_use_id: `${step}`,
      duration_ms: step,
    },
    {
      type: 'interaction_opened',
      source: 'hook',
      at,
      interaction_id: `ask:${step}`,
      kind: 'permission',
      input: {},
      suggestions: [],
      routes: [],
    },
    ...(step > 9
      ? [
          {
            type: 'interaction_closed',
            source: 'driver',
            at,
            interaction_id: `ask:${step - 9}`,
            state: 'withdrawn',
          } as const,
        ]
      : []),
  ];
}
