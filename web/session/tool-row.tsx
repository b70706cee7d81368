/** A tool call on one line: verb, object, result and duration; opens in place. */
import type { VNode } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { editedLines } from '../../src/core/conversation/changed-file.ts';
import type { Row } from '../../src/core/conversation/rows.ts';
import { type Badge, toolBadges } from '../../src/core/conversation/tool-summary.ts';
import { t } from '../../src/core/translate.ts';
import { durationOf } from '../../src/core/wording/duration-of.ts';
import { describeTool, type ToolShape } from '../../src/core/wording/tool-text.ts';
import type { ItemOf } from '../../src/protocol/conversation.ts';
import { ToolInput } from '../cards/tool-input.tsx';
import { Icon } from '../parts/icon.tsx';
import { AgentThread } from './agent-thread.tsx';
import { FoundContext, useSessionView } from './session-context.ts';
import { ToolOutcome } from './tool-outcome.tsx';

/** Their object is text; that of other tools is a path or a command. */
const WORDED: ReadonlySet<ToolShape> = new Set(['agent', 'task', 'ask']);

interface ToolRowProps {
  readonly item: ItemOf<'tool'>;
  /** With this, the subagent that the call started is shown below it. */
  readonly drawRow?: (row: Row) => VNode;
}

export function ToolRow({ item, drawRow }: ToolRowProps) {
  const [isOpen, setOpen] = useState(useContext(FoundContext));
  const { cwd, status, interactions, agents } = useSessionView();
  const agent = drawRow && agents.find(({ tool_use_id }) => tool_use_id === item.tool_use_id);
  const { name, input, duration_ms, is_error, finished_at } = item;
  const interaction = interactions.find(({ tool_use_id }) => tool_use_id === item.tool_use_id);
  const edited = interaction?.answer?.['input'];
  const ran = isInput(edited) ? edited : input;
  const { shape, verb, object } = describeTool(name, ran, cwd);
  const isOpenInteraction = interaction?.state === 'open';
  const isRunning = finished_at === undefined && status !== 'idle' && status !== 'ended';
  const call = (
    <div class={`tool ${is_error ? 'failed' : ''}`}>
      <button type="button" class="tool-line" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpenInteraction ? (
          <span class="mark waiting" role="img" aria-label={t('waiting for you')} />
        ) : isRunning ? (
          <span class="mark working" role="img" aria-label={t('running')} />
        ) : (
          <Icon name={shape} />
        )}
        <span class="tool-verb">{verb}</span>
        <span class={`tool-object ${WORDED.has(shape) ? '' : 'mono'}`}>{object.split('\n')[0]}</span>
        <span class="tool-result">
          {ran !== input && <span class="badge">{t('edited')}</span>}
          {badgesOf(item).map(({ words, tone = '' }) => (
            <span key={words} class={`badge ${tone}`}>
              {words}
            </span>
          ))}
        </span>
        {duration_ms !== undefined && <span class="tool-time mono">{durationOf(duration_ms)}</span>}
        <Icon name={isOpen ? 'down' : 'forward'} />
      </button>
      {isOpen && (
        <div class="tool-body">
          {/* The actual changes replace the requested input. */}
          {editedLines(item.details).length === 0 && <ToolInput name={name} input={ran} cwd={cwd} />}
          <ToolOutcome item={item} />
        </div>
      )}
    </div>
  );
  return agent && drawRow ? [call, <AgentThread key="agent" agent={agent} drawRow={drawRow} />] : call;
}

/** Read once: an output may be long, and rows are rendered often. */
const badges = new WeakMap<ItemOf<'tool'>, Badge[]>();

function badgesOf(item: ItemOf<'tool'>): Badge[] {
  const known = badges.get(item) ?? toolBadges(item);
  badges.set(item, known);
  return known;
}

/** Whether a person edited the input; the edited input is what ran. */
function isInput(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
