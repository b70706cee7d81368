/** A tool call on one line: what, to what, how it went, how long; it opens in place. */
import { useState } from 'preact/hooks';
import { toolSummary } from '../../src/core/conversation/tool-summary.ts';
import { toolWords } from '../../src/core/words/tool-words.ts';
import type { ItemOf } from '../../src/protocol/session.ts';
import { ToolInput } from '../asks/tool-input.tsx';
import { Icon } from '../parts/icon.tsx';
import { duration } from '../parts/relative-time.ts';
import { useSessionView } from './session-context.ts';
import { ToolOutcome } from './tool-outcome.tsx';

export function ToolRow({ item }: { readonly item: ItemOf<'tool'> }) {
  const [isOpen, setOpen] = useState(false);
  const { cwd, status, interactions } = useSessionView();
  const { name, input, duration_ms, is_error, finished_at } = item;
  const { shape, verb, object } = toolWords(name, input, cwd);
  const isOpenAsk = interactions.some(
    ({ state, tool_use_id }) => state === 'open' && tool_use_id === item.tool_use_id,
  );
  const isRunning = finished_at === undefined && status !== 'idle' && status !== 'ended';
  return (
    <div class={`tool ${is_error ? 'failed' : ''}`}>
      <button type="button" class="tool-line" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpenAsk ? (
          <span class="mark waiting" role="img" aria-label="waits for you" />
        ) : isRunning ? (
          <span class="mark working" role="img" aria-label="running" />
        ) : (
          <Icon name={shape} />
        )}
        <span class="tool-verb">{verb}</span>
        <span class="tool-object mono">{object.split('\n')[0]}</span>
        <span class="tool-result">{toolSummary(item)}</span>
        {duration_ms !== undefined && <span class="tool-time mono">{duration(duration_ms)}</span>}
        <Icon name={isOpen ? 'down' : 'forward'} />
      </button>
      {isOpen && (
        <div class="tool-body">
          {!hasPatch(item) && <ToolInput name={name} input={input} cwd={cwd} />}
          <ToolOutcome item={item} />
        </div>
      )}
    </div>
  );
}

/** What was really changed is shown instead of what was asked for. */
function hasPatch({ details }: ItemOf<'tool'>): boolean {
  const { structuredPatch } = (details ?? {}) as { structuredPatch?: unknown };
  return Array.isArray(structuredPatch) && structuredPatch.length > 0;
}
