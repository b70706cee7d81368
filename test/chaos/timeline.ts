/** The timeline of one message or request: events, calls of clients, requests to the model and faults, in order of time. */
import type { ReinsEvent } from '../../src/protocol/events.ts';
import { lineOf } from './marks.ts';
import { CLIENTS } from './plan/clients.ts';
import { type CallRecord, isDuring, type RunRecord, type Violation } from './record.ts';

interface Entry {
  readonly at: number;
  readonly text: string;
}

/** Faults this long before the first and after the last entry are shown. */
const MARGIN_MS = 4000;
const LONGEST = 320;
/** Events that explain others of the same session. */
const AROUND = /^(run_|session_(started|ended|created)|turn_finished|message_delivered|interaction_reopened)/;

export function timelineOf(record: RunRecord, { sessionId, about }: Violation): string {
  if (about === undefined) return '';
  const session = record.sessions.find(({ plan }) => plan.id === sessionId);
  const prompt = session?.plan.prompts.find(({ messageId }) => messageId === about);
  const opened = session?.events.find(
    (event) => event.type === 'interaction_opened' && event.interaction_id === about,
  );
  const input = opened?.type === 'interaction_opened' ? opened.input : {};
  const mark = prompt?.mark ?? lineOf(input) ?? about;
  const events = (session?.watched.sse ?? []).map(({ at, event }) => ({
    at,
    event,
    text: describeEvent(event),
    isOwn: [about, mark].some((word) => JSON.stringify(event).includes(word)),
  }));
  const calls = describeCalls(record.calls.filter(({ target }) => target === about));
  const requests = record.requests
    .filter((request) => request.sessionId === sessionId)
    .filter(({ said, results }) =>
      [...said, ...results.map(({ text }) => text)].some((text) => text.includes(mark)),
    )
    .map(({ at, results }) => ({ at, text: `the model receives it; results ${short(results)}` }));
  const own: Entry[] = [...events.filter(({ isOwn }) => isOwn), ...calls];
  const from = Math.min(...own.map(({ at }) => at));
  const to = Math.max(...own.map(({ at }) => at));
  const around = events.filter(({ at, event }) => at >= from && at <= to && explainsOthers(event));
  const faults = record.faults
    .filter((fault) => isDuring(fault, from, MARGIN_MS) || (fault.at >= from && fault.at <= to + MARGIN_MS))
    .map(({ at, endedAt, fault, skipped }) => ({
      at,
      text: `FAULT ${JSON.stringify(fault)}, ${endedAt - at} ms${skipped ? `, skipped: ${skipped}` : ''}`,
    }));
  const all = [
    ...new Set([...own, ...around, ...requests.filter(({ at }) => at <= to + MARGIN_MS), ...faults]),
  ];
  return all
    .sort((a, b) => a.at - b.at)
    .map(({ at, text }) => `  ${String(at - record.startedAt).padStart(7)} ms  ${text}`)
    .join('\n');
}

/** Failed attempts are shown once, with their number: a client repeats them until it gets a response. */
function describeCalls(calls: readonly CallRecord[]): Entry[] {
  return CLIENTS.flatMap((client) => {
    const entries: Entry[] = [];
    let failed: CallRecord[] = [];
    const reportFailed = () => {
      const [first] = failed;
      if (first)
        entries.push({ at: first.at, text: `${client} fails ${failed.length} times: ${first.error}` });
      failed = [];
    };
    for (const call of calls.filter((one) => one.client === client)) {
      if (call.status === undefined) failed.push(call);
      else {
        reportFailed();
        entries.push({ at: call.at, text: `${client} sends ${short(call.body)}` });
        entries.push({ at: call.endedAt, text: `${client} gets ${call.status} ${short(call.response)}` });
      }
    }
    reportFailed();
    return entries;
  });
}

/** A prompt that interrupts explains what happens to others. */
function explainsOthers(event: ReinsEvent): boolean {
  return AROUND.test(event.type) || (event.type === 'message_queued' && event.when === 'now');
}

/** Without the fields that all events of the session share. */
function describeEvent(event: ReinsEvent): string {
  const { seq, session_id: _id, host: _host, v: _v, at: _at, type, ...facts } = event;
  return `event ${seq} ${type} ${short(facts)}`;
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
