/**
 * Turns transcript rows into facts. Pure: `(row, its place, state) -> facts and the next state`. One state
 * per file, from its first row on; kept-state.ts contains the part that is stored between two hubs.
 */

import { readRelayed } from '../claude/relay-text.ts';
import { fitRow, isPrivateRow, type TranscriptRow } from '../claude/transcript-row.ts';
import type { Draft } from '../core/draft.ts';
import { roundMoney } from '../core/usage/money.ts';
import { isNonEmptyText, textOf } from '../lib/json-values.ts';
import type { Observed } from '../protocol/events.ts';
import { isMachineMade } from './machine-made.ts';
import { ofThread } from './thread.ts';
import { readAssistantRow } from './transcript-assistant.ts';
import { NOTHING, type RowFact, type RowReading, type TranscriptState } from './transcript-state.ts';
import { readUserRow } from './transcript-user.ts';

/** `offset`: where the row starts in its file; it orders the conversation. */
export function readTranscriptRow(
  whole: TranscriptRow,
  offset: number,
  state: TranscriptState,
): { drafts: Draft[]; state: TranscriptState } {
  const row = fitRow(whole);
  const at = Date.parse(row.timestamp ?? '') || state.at;
  const { facts: own, next, observed } = readRow(row, whole, offset, { ...state, at });
  const latest = next?.branch?.at(-1) ?? state.branch.at(-1);
  if (row.uuid && latest) state.promptByRow.set(row.uuid, latest);
  const news =
    state.agentId === undefined
      ? changes(state.seen, { ...commonObservations(row), ...observed }, own.length > 0)
      : undefined;
  const facts: readonly RowFact[] =
    own.length === 0 && news
      ? [{ type: 'session_described', key: `row:${offset}`, fields: Object.keys(news) }]
      : own;
  const drafts = facts.map(
    (fact, index): Draft => ({
      ...ofThread(fact, state.agentId),
      source: 'transcript',
      at: fact.at ?? at,
      position: fact.position ?? offset + index,
      ...(index === 0 && news && { observed: news }),
    }),
  );
  const entrypoint = isNonEmptyText(row.entrypoint) ? row.entrypoint : state.entrypoint;
  const seen = { ...state.seen, ...news };
  return { drafts, state: { ...state, at, ...(entrypoint && { entrypoint }), ...next, seen } };
}

/** `whole` is the row as it was written: unknown rows are stored that way. */
function readRow(
  row: TranscriptRow,
  whole: TranscriptRow,
  offset: number,
  state: TranscriptState,
): RowReading {
  if (isPrivateRow(row)) return NOTHING;
  switch (row.type) {
    case 'user':
      return readUserRow(row, state);
    case 'assistant':
      return readAssistantRow(row, offset, state);
    case 'system':
      return readSystemRow(row, whole, state);
    case 'attachment':
      return readAttachment(row, state);
    case 'queue-operation':
      return readQueueOperation(row, offset);
    case 'cost-state':
      return readCost(row, offset, state);
    case 'permission-mode':
      return { facts: [], observed: {} };
    case 'custom-title':
      return { facts: [], observed: titled(row.customTitle, 3) };
    case 'ai-title':
      return { facts: [], observed: titled(row.aiTitle, 2) };
    case 'summary':
      return { facts: [], observed: titled(row.summary, 1) };
    default:
      return {
        facts: [
          { type: 'row_kept', key: `row:${row.uuid ?? offset}`, row_type: row.type, row: { ...whole } },
        ],
      };
  }
}

function readSystemRow(row: TranscriptRow, whole: TranscriptRow, state: TranscriptState): RowReading {
  const uuid = row.uuid ?? '';
  switch (row.subtype) {
    case 'turn_duration': {
      const { promptId, failure } = state;
      if (!promptId) return NOTHING;
      const end = { key: `end:${promptId}`, item: `end:${promptId}`, prompt_id: promptId };
      const facts: RowFact[] = [
        {
          type: 'turn_finished',
          ...end,
          outcome: failure ? 'failed' : 'completed',
          ...(failure && { error: failure }),
        },
      ];
      if (row.durationMs !== undefined) {
        facts.push({ type: 'turn_timed', ...end, key: `timed:${promptId}`, duration_ms: row.durationMs });
      }
      return { facts, next: { lastText: undefined } };
    }
    case 'compact_boundary': {
      const { trigger = '', preTokens, postTokens } = row.compactMetadata ?? {};
      return {
        facts: [
          {
            type: 'compacted',
            key: `compacted:${uuid}`,
            item: `compaction:${uuid}`,
            uuid,
            trigger,
            ...(preTokens !== undefined && { tokens_before: preTokens }),
            ...(postTokens !== undefined && { tokens_after: postTokens }),
          },
        ],
        next: { boundary: uuid },
      };
    }
    case 'local_command':
      return readUserRow({ ...row, message: { content: textOf(row.content) } }, state);
    case 'api_error':
      return {
        facts: [
          {
            type: 'api_retried',
            key: `retry:${uuid}`,
            attempt: row.retryAttempt ?? 0,
            ...(row.maxRetries !== undefined && { max_attempts: row.maxRetries }),
            ...(row.retryInMs !== undefined && { delay_ms: row.retryInMs }),
          },
        ],
      };
    default:
      return IGNORED_NOTES.has(row.subtype ?? '')
        ? NOTHING
        : {
            facts: [
              { type: 'row_kept', key: `row:${uuid}`, row_type: `system/${row.subtype}`, row: { ...whole } },
            ],
          };
  }
}

/** Notes from Claude Code to the person, which contain nothing that other sources do not report. */
const IGNORED_NOTES: ReadonlySet<string> = new Set(['stop_hook_summary', 'informational', 'away_summary']);

/** A queued prompt that was folded into a running turn is only in an attachment. */
function readAttachment({ attachment, uuid }: TranscriptRow, { promptId }: TranscriptState): RowReading {
  if (attachment?.type !== 'queued_command' || typeof attachment['prompt'] !== 'string') return NOTHING;
  const source = attachment['source_uuid'];
  const id = isNonEmptyText(source) ? source : (uuid ?? '');
  const relayed = readRelayed(attachment['prompt']);
  const fact: RowFact = {
    type: 'prompt_submitted',
    key: `prompt:${id}`,
    item: `prompt:${id}`,
    prompt_id: promptId ?? id,
    uuid: id,
    text: relayed?.text ?? attachment['prompt'],
    origin: relayed ? 'relayed' : 'folded',
    images: 0,
  };
  return { facts: [fact] };
}

/**
 * Claude Code's own notices are in the queue too, without text: a row may only report that the first one
 * left.
 */
function readQueueOperation({ operation, content }: TranscriptRow, offset: number): RowReading {
  const text = typeof content === 'string' ? wordsOf(content) : undefined;
  const words = text !== undefined && isMachineMade(text) ? '' : text;
  const key = `row:${offset}`;
  if (operation === 'enqueue') return { facts: [{ type: 'prompt_queued', key, text: words ?? '' }] };
  return { facts: [{ type: 'prompt_unqueued', key, ...(words !== undefined && { text: words }) }] };
}

/** The sender's text of a relayed message. */
function wordsOf(content: string): string {
  return readRelayed(content)?.text ?? content;
}

function readCost(row: TranscriptRow, offset: number, { costUsd }: TranscriptState): RowReading {
  const { totalCostUSD, hasUnknownModelCost } = row;
  if (totalCostUSD === undefined || totalCostUSD === costUsd) return NOTHING;
  return {
    facts: [
      {
        type: 'cost_counted',
        key: `row:${offset}`,
        total_usd: roundMoney(totalCostUSD),
        is_complete: !hasUnknownModelCost,
      },
    ],
    next: { costUsd: totalCostUSD },
  };
}

/** Only text is used: the content of other versions would be useless in a view. */
function commonObservations({ cwd, gitBranch, version, permissionMode }: TranscriptRow): Observed {
  return {
    ...(isNonEmptyText(cwd) && { cwd }),
    ...(isNonEmptyText(gitBranch) && gitBranch !== 'HEAD' && { git_branch: gitBranch }),
    ...(isNonEmptyText(version) && { claude_version: version }),
    ...(isNonEmptyText(permissionMode) && { permission_mode: permissionMode }),
  };
}

function titled(title: unknown, rank: number): Observed {
  return isNonEmptyText(title) ? { title, title_rank: rank } : {};
}

/** A fact repeats the permission mode: hooks that named another one before it no longer count. */
function changes(before: Observed, now: Observed, isWithFact: boolean): Observed | undefined {
  const entries = Object.entries(now).filter(
    ([field, value]) =>
      before[field as keyof Observed] !== value || (isWithFact && field === 'permission_mode'),
  );
  // A title is reported with its rank.
  if (entries.some(([field]) => field === 'title') && now.title_rank !== undefined) {
    entries.push(['title_rank', now.title_rank]);
  }
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
