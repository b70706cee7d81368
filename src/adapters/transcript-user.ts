/** Transcript rows of type `user`: prompts, tool results, interrupts, slash commands, summaries. */
import { readRelayed } from '../claude/relay-text.ts';
import { blocksOf, type RowBlock, type TranscriptRow } from '../claude/transcript-row.ts';
import { readCommandTrace } from './local-command.ts';
import { titleOf } from './prompt-title.ts';
import { withoutWholeFiles } from './tool-details.ts';
import { NOTHING, type RowFact, type RowReading, type TranscriptState } from './transcript-state.ts';

const INTERRUPT = /^\[Request interrupted by user/;
const STOP_FEEDBACK = 'Stop hook feedback:';
/** Who decided, if the record only shows that the user ended it. */
const USER_INTERRUPT = 'user_interrupt';
/** No one decided: the process ended before the call had a result. */
const PROCESS_ENDED = 'process_ended';

export function readUserRow(row: TranscriptRow, state: TranscriptState): RowReading {
  const blocks = blocksOf(row.message);
  const results = blocks.filter(({ type }) => type === 'tool_result');
  if (results.length > 0) return { facts: results.flatMap((block) => toolFacts(row, block)) };

  const text = blocks
    .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []))
    .join('\n');
  if (row.isCompactSummary) return summary(row, text, state);
  if (INTERRUPT.test(text)) return interrupt(row, state);
  if (row.isMeta && !text.startsWith(STOP_FEEDBACK)) return NOTHING;
  const trace = readCommandTrace(text);
  if (trace) return command(row, trace, state);
  return prompt(row, text, blocks, state);
}

function toolFacts(row: TranscriptRow, { tool_use_id = '', content, is_error }: RowBlock): RowFact[] {
  const item = `tool:${tool_use_id}`;
  const details = withoutWholeFiles(row.toolUseResult);
  const facts: RowFact[] = [
    {
      type: 'tool_finished',
      key: `result:${tool_use_id}`,
      item,
      tool_use_id,
      content,
      is_error: is_error ?? false,
      ...(details !== undefined && { details }),
    },
  ];
  const decided = decisionOf(row);
  if (decided) {
    facts.push({ type: 'tool_decided', key: `decided:${tool_use_id}`, item, tool_use_id, ...decided });
  }
  return facts;
}

function decisionOf({ permissionDecision, toolDenialKind }: TranscriptRow) {
  const { decision, source } = permissionDecision ?? {};
  if (decision) return { decision, decided_by: source ?? 'unknown' };
  // No or Escape in the dialog, and an interrupt while the call ran, look the same and name no one (seen in
  // 2.1.325).
  if (toolDenialKind === 'user-rejected') return { decision: 'reject', decided_by: USER_INTERRUPT };
  // Written when a session is resumed whose process ended before the call had a result.
  return toolDenialKind === 'interrupted' ? { decision: 'unknown', decided_by: PROCESS_ENDED } : undefined;
}

function summary(row: TranscriptRow, text: string, { boundary }: TranscriptState): RowReading {
  const uuid = boundary ?? row.uuid ?? '';
  const fact: RowFact = {
    type: 'compaction_summarised',
    key: `summary:${uuid}`,
    item: `compaction:${uuid}`,
    uuid,
    text,
  };
  return { facts: [fact] };
}

/** No hook reports an interrupt: only this row does. */
function interrupt(row: TranscriptRow, state: TranscriptState): RowReading {
  const isNamed = row.promptId === undefined || row.promptId === (state.claudePromptId ?? state.promptId);
  const promptId = (isNamed ? state.promptId : row.promptId) ?? row.uuid ?? '';
  const id = `end:${promptId}`;
  return {
    facts: [{ type: 'turn_finished', key: id, item: id, prompt_id: promptId, outcome: 'interrupted' }],
    next: { lastText: undefined },
  };
}

/**
 * The end of the previous turn, if no row reported it: a turn of a headless run that was copied to a
 * terminal.
 */
function endBefore({ promptId, lastText, failure }: TranscriptState): RowFact[] {
  if (!promptId || !lastText) return [];
  const id = `end:${promptId}`;
  const outcome = failure ? 'failed' : 'completed';
  const end = {
    key: id,
    item: id,
    prompt_id: promptId,
    outcome,
    ...(failure && { error: failure }),
  } as const;
  return [{ type: 'turn_finished', ...end, ...lastText }];
}

function command(
  row: TranscriptRow,
  trace: NonNullable<ReturnType<typeof readCommandTrace>>,
  state: TranscriptState,
): RowReading {
  const uuid = row.uuid ?? '';
  if (trace.kind === 'run') {
    const item = `command:${row.promptId ?? uuid}`;
    const { name, args } = trace;
    return {
      facts: [{ type: 'command_run', key: `command:${uuid}`, item, name, args }],
      next: { command: item },
    };
  }
  const item = row.promptId ? `command:${row.promptId}` : (state.command ?? `command:${uuid}`);
  if (trace.text.trim() === '') return NOTHING;
  return { facts: [{ type: 'command_printed', key: `printed:${uuid}`, item, text: trace.text }] };
}

function prompt(
  row: TranscriptRow,
  text: string,
  blocks: readonly RowBlock[],
  state: TranscriptState,
): RowReading {
  const uuid = row.uuid ?? '';
  const claudePromptId = row.promptId ?? uuid;
  const relayed = readRelayed(text);
  const origin = relayed ? 'relayed' : originOf(row, text, state);
  const fact: RowFact = {
    type: 'prompt_submitted',
    key: `prompt:${uuid}`,
    item: `prompt:${uuid}`,
    prompt_id: uuid,
    ...(claudePromptId !== uuid && { claude_prompt_id: claudePromptId }),
    uuid,
    ...(row.parentUuid && { parent_uuid: row.parentUuid }),
    text: relayed?.text ?? text,
    origin,
    images: blocks.filter(({ type }) => type === 'image').length,
  };
  const { branch, abandoned, isLost } = branchFor(row, state);
  const isFirst = !state.isTitled && origin === 'human';
  return {
    facts: [fact, ...endBefore(state), ...abandoned.map(abandon)],
    next: {
      promptId: uuid,
      claudePromptId,
      lastText: undefined,
      failure: '',
      branch: [...branch, uuid],
      ...(isFirst && { isTitled: true }),
      ...(isLost && { isLost }),
    },
    ...(isFirst && { observed: { title: titleOf(text), title_rank: 0 } }),
  };
}

/** A prompt that follows an older row than the newest turn's goes back: the turns in between no longer count. */
function branchFor({ parentUuid }: TranscriptRow, { branch, promptByRow, isPartial }: TranscriptState) {
  const followed = parentUuid ? promptByRow.get(parentUuid) : undefined;
  const isKnown = !parentUuid || followed !== undefined;
  const kept = followed === undefined ? 0 : branch.lastIndexOf(followed) + 1;
  const isLost = isPartial && (!isKnown || kept === 0);
  if (!isKnown) return { branch, abandoned: [], isLost };
  return { branch: branch.slice(0, kept), abandoned: branch.slice(kept), isLost };
}

function abandon(uuid: string): RowFact {
  return { type: 'prompt_abandoned', key: `abandoned:${uuid}`, item: `prompt:${uuid}`, uuid };
}

function originOf(
  { origin, promptSource, isMeta }: TranscriptRow,
  text: string,
  state: TranscriptState,
): string {
  if (state.agentId !== undefined) return 'agent';
  if (isMeta) return 'hook';
  if (text.startsWith('<task-notification>')) return 'task-notification';
  return origin?.kind ?? (promptSource === 'system' ? 'system' : 'human');
}
