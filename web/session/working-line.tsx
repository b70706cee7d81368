/** What Claude is doing, and for how long: the last line of a conversation while a turn runs. */
import { useEffect, useState } from 'preact/hooks';
import { durationOf } from '../../src/core/wording/duration-of.ts';
import type { WorkingRow } from './working-row.ts';

export function WorkingLine({ row: { words, since } }: { readonly row: WorkingRow }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.floor((now - Date.parse(since)) / 1000);
  return (
    <p class="working-line">
      <span class="mark working" aria-hidden="true" />
      <span class="cut">{words}</span>
      {/* The clocks of hub and device may differ a little. */}
      {seconds >= 1 && <span class="mono">{durationOf(seconds * 1000)}</span>}
    </p>
  );
}
