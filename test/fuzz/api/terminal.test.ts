/** Frames for a live terminal: each is typed or rejected with one of our errors, and never causes a failure. */
import fc from 'fast-check';
import type { RunTerminal } from '../../../src/hub/steering/steering.ts';
import { terminalInputSchema } from '../../../src/protocol/terminal.ts';
import { TerminalSession } from '../../../src/server/streams/terminal-session.ts';
import { fuzz } from '../fuzz.ts';
import { findSchema } from './requests.ts';
import { anything, valueFor } from './schema-values.ts';

const FRAMES = 3000;
const known = { ids: ['a'], folders: ['/a'] };

fuzz('terminal', async (seed) => {
  const frame = fc.oneof(
    {
      arbitrary: valueFor(findSchema('TerminalInput'), findSchema, known).map((value) =>
        JSON.stringify(value),
      ),
      weight: 4,
    },
    { arbitrary: anything(known).map((value) => JSON.stringify(value) ?? ''), weight: 1 },
    { arbitrary: fc.string(), weight: 1 },
  );
  const sent: string[] = [];
  let typed = 0;
  const type = async () => void typed++;
  const terminal = {
    open: () => ({ close: () => {} }),
    ...{ type, paste: type, fit: type },
  } as unknown as RunTerminal;
  const socket = {
    bufferedAmount: 0,
    send: (data: string | Buffer) => void sent.push(String(data)),
    close: () => {},
  };
  const session = new TerminalSession(socket, terminal, {
    require: () => ({ id: 'a', name: 'a', role: 'operator' }),
  });
  const drawn = fc.sample(frame, { seed, numRuns: FRAMES });
  for (const text of drawn) session.receive(text);
  const last = JSON.stringify({ type: 'keys', data: 'x' });
  session.receive(last);
  const right = [...drawn, last].filter(isRight).length;
  for (let turn = 0; turn < 10 * FRAMES && sent.length + typed <= drawn.length; turn++) await null;
  const failed = sent.filter((answer) => answer.includes('The hub failed'));
  const findings = [...failed, ...(typed === right ? [] : [`${typed} of ${right} frames were typed`])];
  return { cases: drawn.length, findings };
});

function isRight(text: string): boolean {
  try {
    return terminalInputSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
