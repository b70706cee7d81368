/** Events outside of the conversation as entries: starts and ends, requests and answers. Pure. */

import { objectOf } from '../../core/tool-object.ts';
import { obstacleText } from '../../core/wording/obstacle-text.ts';
import type { EventType, ReinsEvent } from '../../protocol/events.ts';
import { durationOf, plural, shortId } from '../terminal/format.ts';
import { SHAPES, type Style } from '../terminal/style.ts';
import type { Entry } from './layout.ts';

type Words = Omit<Entry, 'at'> | undefined;
type EntryMaker<Type extends EventType> = (event: ReinsEvent<Type>, style: Style, cwd: string) => Words;

/** Undefined for events that are shown in another way or do not matter to a person. */
export function newsOf(event: ReinsEvent, style: Style, cwd: string): Entry | undefined {
  const entry = ENTRIES[event.type] as EntryMaker<EventType> | undefined;
  const words = entry?.(event, style, cwd);
  return words && { at: event.at, ...words };
}

const ENTRIES: { readonly [Type in EventType]?: EntryMaker<Type> } = {
  session_started: ({ how }, { runs }) => ({
    label: SHAPES.starting,
    text: `session started (${how})`,
    paint: runs,
  }),
  session_ended: ({ reason }, { quiet }) => ({
    label: SHAPES.ended,
    text: `session ended (${reason})`,
    paint: quiet,
  }),
  session_stopped: ({ by }, { quiet }) => ({ label: SHAPES.ended, text: `stopped by ${by}`, paint: quiet }),
  session_moved: ({ to }, { informs }) => ({
    label: SHAPES.ended,
    text: `continues as ${shortId(to)}: reins watch ${shortId(to)}`,
    paint: informs,
  }),
  session_created: ({ how, by, forked_from }, { runs }) => ({
    label: SHAPES.starting,
    text: {
      new: `started by ${by}`,
      resume: `resumed by ${by}`,
      fork: `copied from ${shortId(forked_from ?? '')} by ${by}`,
    }[how],
    paint: runs,
  }),
  start_failed: ({ message }, { fails }) => ({ label: 'error', text: message, paint: fails, whole: true }),
  warning_raised: ({ message }, { waits }) => ({ label: 'note', text: message, paint: waits, whole: true }),
  auto_continued: ({ count, limit, left }, { informs }) => ({
    label: 'note',
    text: `continued by the hub, ${count} of ${limit} times${left === undefined ? '' : `; ${left} left to do`}`,
    paint: informs,
  }),
  auto_continue_stopped: ({ message }, { informs }) => ({
    label: 'note',
    text: `not continued: ${message}`,
    paint: informs,
  }),
  relay_switched: ({ on, by }, { informs }) => ({
    label: 'note',
    text: `relaying prompts to this terminal was turned ${on ? 'on' : 'off'} by ${by}`,
    paint: informs,
  }),
  message_queued: ({ text, images, by, when }, { quiet }) => ({
    label: 'queued',
    text: `${text}${images > 0 ? ` [${plural(images, 'image')}]` : ''} (${by}${when === 'queue' ? '' : `, ${when}`})`,
    paint: quiet,
  }),
  message_changed: ({ text, by }, { quiet }) =>
    text === undefined ? undefined : { label: 'queued', text: `${text} (edited by ${by})`, paint: quiet },
  message_blocked: ({ blocked_by }, { waits }) =>
    blocked_by === null
      ? undefined
      : { label: 'queued', text: `a prompt waits ${obstacleText(blocked_by)}`, paint: waits },
  message_removed: ({ by }, { quiet }) => ({ label: 'queued', text: `cancelled by ${by}`, paint: quiet }),
  message_failed: ({ message }, { fails }) => ({
    label: 'error',
    text: `a prompt failed: ${message}`,
    paint: fails,
    whole: true,
  }),
  run_started: ({ pid }, { quiet }) => ({
    label: SHAPES.starting,
    text: `claude is running, pid ${pid}`,
    paint: quiet,
  }),
  run_ended: ({ pid, reason }, { quiet }) => ({
    label: SHAPES.ended,
    text:
      reason === 'moved' ? `claude, pid ${pid}, moved to another session` : `claude ${reason}, pid ${pid}`,
    paint: quiet,
  }),
  activity_changed: ({ activity, waiting_for }, { waits, runs, quiet }) => ({
    label: SHAPES[activity],
    text: waiting_for ? `${activity} for ${waiting_for}` : activity,
    paint: activity === 'waiting' ? waits : activity === 'working' ? runs : quiet,
  }),
  interaction_opened: ({ kind, tool_name, input, flags = [] }, { waits }, cwd) => ({
    label: SHAPES.waiting,
    text: `waiting for you (${kind}): ${[tool_name, objectOf({ name: tool_name ?? '', input }, cwd)].filter(Boolean).join(': ')}${flags.map(({ message }) => `\n${message}`).join('')}`,
    paint: waits,
    whole: true,
  }),
  interaction_closed: ({ state, answer }, { informs }) => ({
    label: SHAPES.waiting,
    text: answer ? `${state} by ${answer.by.name} (${answer.by.type})` : state,
    paint: informs,
  }),
  notification_raised: ({ message }, { informs }) => ({ label: 'note', text: message, paint: informs }),
  api_retried: ({ attempt, max_attempts, delay_ms, error, status }, { fails }) => ({
    label: 'retry',
    text: [
      `${attempt}${max_attempts === undefined ? '' : ` of ${max_attempts}`}`,
      ...(delay_ms === undefined ? [] : [`in ${durationOf(delay_ms)}`]),
      ...[error ?? status].filter((why) => why !== undefined).map(String),
    ].join(', '),
    paint: fails,
  }),
  compaction_started: ({ trigger }, { quiet }) => ({
    label: 'note',
    text: `compacting the conversation (${trigger})`,
    paint: quiet,
  }),
  agent_started: ({ agent_type, description }, { quiet }) => ({
    label: 'agent',
    text: `${agent_type} began${description ? `: ${description}` : ''}`,
    paint: quiet,
  }),
  agent_finished: ({ text }, { quiet }) => ({
    label: 'agent',
    text: text ? `finished: ${text}` : 'finished',
    paint: quiet,
  }),
  rate_limited: (_event, { fails }) => ({
    label: 'limit',
    text: 'the account has reached or almost reached a limit',
    paint: fails,
  }),
};
