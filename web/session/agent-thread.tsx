/** A subagent below the call that started it: a status line that opens to its conversation. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Row, toRows } from '../../src/core/conversation/rows.ts';
import { t, tn } from '../../src/core/translate.ts';
import { durationOf } from '../../src/core/wording/duration-of.ts';
import { withoutMarks } from '../../src/core/wording/without-marks.ts';
import type { Agent, Turn } from '../../src/protocol/session.ts';
import { useHub } from '../hub/page-hub.ts';
import { Icon } from '../parts/icon.tsx';
import { useSessionView } from './session-context.ts';

interface AgentThreadProps {
  readonly agent: Agent;
  /** Renders a row like any other. */
  readonly drawRow: (row: Row) => VNode;
}

export function AgentThread({ agent, drawRow }: AgentThreadProps) {
  const [isOpen, setOpen] = useState(false);
  const { state, tool_calls, last_text, agent_type, agent_id } = agent;
  return (
    <div class={`agent ${state}`}>
      <button type="button" class="tool-line" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {state === 'running' ? (
          <span class="mark working" role="img" aria-label={t('running')} />
        ) : (
          <Icon name="check" />
        )}
        <span class="tool-verb">{agent_type || t('subagent')}</span>
        <span class="tool-object" />
        <span class="tool-result">{tn(tool_calls, '{n} tool', '{n} tools')}</span>
        <AgentTime agent={agent} />
        <Icon name={isOpen ? 'down' : 'forward'} />
        {!isOpen && last_text && (
          <span class="agent-text" dir="auto">
            {withoutMarks(last_text.trim().split('\n', 1)[0] ?? '')}
          </span>
        )}
      </button>
      {isOpen && (
        <AgentRows
          agentId={agent_id}
          changes={tool_calls}
          isRunning={state === 'running'}
          drawRow={drawRow}
        />
      )}
    </div>
  );
}

/** How long it has been running, or ran. */
function AgentTime({ agent: { started_at, finished_at } }: { readonly agent: Agent }) {
  const [now, setNow] = useState(Date.now);
  const isRunning = finished_at === undefined;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  const ms = (isRunning ? now : Date.parse(finished_at)) - Date.parse(started_at);
  return ms < 1000 ? null : (
    <span class="tool-time mono">{durationOf(isRunning ? ms - (ms % 1000) : ms)}</span>
  );
}

interface AgentRowsProps {
  readonly agentId: string;
  /** Fetches again when this changes. */
  readonly changes: number;
  readonly isRunning: boolean;
  readonly drawRow: (row: Row) => VNode;
}

function AgentRows({ agentId, changes, isRunning, drawRow }: AgentRowsProps) {
  const { client } = useHub();
  const { session_id } = useSessionView();
  const [turns, setTurns] = useState<readonly Turn[]>();
  const [problem, setProblem] = useState<string>();
  // `changes` and `isRunning` indicate that there is more to fetch.
  useEffect(() => {
    client.turns(session_id, { agent: agentId }).then(
      (page) => setTurns(page.turns),
      (error: Error) => setProblem(error.message),
    );
  }, [client, session_id, agentId, changes, isRunning]);
  if (problem) return <p class="notice red">{problem}</p>;
  if (!turns) return null;
  return (
    <div class="nested">
      {toRows({ turns }).map((row) => (
        <div key={row.id} class="row">
          {drawRow(row)}
        </div>
      ))}
    </div>
  );
}
