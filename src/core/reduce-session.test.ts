import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReinsEvent } from '../protocol/events.ts';
import { waitingPrompts } from './claude-queue.ts';
import { event, NOON, reduce } from './event-fixture.ts';
import { presentDetails } from './present-session.ts';

const usage = (input_tokens: number) => ({
  input_tokens,
  output_tokens: 1,
  cache_read_input_tokens: 2,
  cache_creation_input_tokens: 3,
});
const seen = (observed: NonNullable<ReinsEvent['observed']>, seconds: number) =>
  event({ type: 'session_described', fields: Object.keys(observed) }, seconds, { observed });
const asks = (id: string, seconds: number) =>
  event(
    {
      type: 'interaction_opened',
      interaction_id: id,
      kind: 'permission',
      input: {},
      suggestions: [],
      routes: ['hook'],
    },
    seconds,
  );

describe('a dialog before Claude Code takes input', () => {
  const warned = event({ type: 'warning_raised', code: 'trust_dialog', message: 'Trust?' }, 2);
  const started = event({ type: 'run_started', pid: 7, start_mark: 'm', kind: 'interactive' }, 1);
  const other = event({ type: 'warning_raised', code: 'stopped_by_rule', message: 'Stopped.' }, 2);

  test('the session waits for it', () => {
    expect(presentDetails(reduce(started, warned))).toMatchObject({
      ...{ status: 'waiting', waiting_for: 'trust dialog', open_interactions: 0 },
      warnings: [{ code: 'trust_dialog' }],
    });
  });

  test('its warning goes away with its cause, others stay', () => {
    const begun = event({ type: 'session_started', how: 'startup' }, 3);
    const prompted = event(
      {
        ...{ type: 'prompt_submitted', prompt_id: 'p', uuid: 'p', text: 'go', origin: 'human', images: 0 },
      } as never,
      3,
    );
    const gone = event({ type: 'run_ended', pid: 7, start_mark: 'm', reason: 'exit' } as never, 3);
    for (const end of [begun, prompted, gone]) {
      const { warnings } = presentDetails(reduce(started, other, warned, end));
      expect(warnings.map(({ code }) => code)).toEqual(['stopped_by_rule']);
    }
  });
});

describe('observations', () => {
  test('the newest value counts', () => {
    const { observed } = reduce(
      seen({ cwd: '/new', model: 'a' }, 2),
      seen({ cwd: '/old', git_branch: 'main' }, 1),
    );
    expect(observed).toMatchObject({
      cwd: { value: '/new' },
      model: { value: 'a' },
      git_branch: { value: 'main' },
    });
  });

  test('a title that a person chose outlives a generated one, whichever comes first', () => {
    const chosen = seen({ title: 'Chosen', title_rank: 3 }, 1);
    const made = seen({ title: 'Made up', title_rank: 0 }, 2);
    for (const events of [
      [chosen, made],
      [made, chosen],
    ]) {
      expect(reduce(...events).observed.title?.value).toBe('Chosen');
    }
  });
});

test('quiet facts do not count as activity', () => {
  const state = reduce(
    event({ type: 'prompt_submitted', prompt_id: 'p', uuid: 'p', text: 'Hi', origin: 'human', images: 0 }, 1),
    event({ type: 'hook_received', name: 'Stop' }, 50),
    seen({ cwd: '/' }, 60),
  );
  expect(state).toMatchObject({ started_at: NOON + 1000, last_activity_at: NOON + 1000, seq: 3 });
});

test('usage adds up, in total and by model', () => {
  const counted = (message_id: string, model: string, tokens: number) =>
    event({ type: 'usage_counted', message_id, model, usage: usage(tokens) });
  const state = reduce(counted('a', 'm', 10), counted('b', 'm', 5), counted('c', 'n', 1));
  expect(state.usage).toMatchObject({ input_tokens: 16, output_tokens: 3 });
  expect(state.usage_by_model).toMatchObject({ m: { input_tokens: 15 }, n: { input_tokens: 1 } });
});

test('the context is the input of the newest message of the main conversation', () => {
  const counted = (message_id: string, tokens: number, at: number, rest: object = {}) =>
    event({ type: 'usage_counted', message_id, model: 'm', usage: usage(tokens), ...rest }, at);
  const compacted = event({ type: 'compacted', uuid: 'u', trigger: 'manual', tokens_after: 3 }, 9);
  const all = [counted('b', 50, 5), counted('a', 10, 3), counted('c', 900, 7, { agent_id: 'x' })];
  expect(presentDetails(reduce(...all)).context_tokens).toBe(55);
  expect(presentDetails(reduce(compacted, ...all)).context_tokens).toBe(3);
});

test('the queue contains prompts that were not accepted yet', () => {
  const queued = (text: string) => event({ type: 'prompt_queued', text });
  const state = reduce(queued('a'), queued('b'), queued('c'), event({ type: 'prompt_unqueued', text: 'b' }));
  expect(waitingPrompts(state)).toEqual(['a', 'c']);
  expect(waitingPrompts(reduce(queued('a'), event({ type: 'prompt_unqueued' })))).toEqual([]);
});

test('only a newer error replaces an error, and success clears a retry', () => {
  const failed = event({ type: 'api_failed', uuid: 'u', error: 'overloaded', message: 'Busy' }, 1);
  const retried = event({ type: 'api_retried', attempt: 2 }, 1);
  const said = event({ type: 'assistant_text', message_id: 'm', block: 0, text: 'Hi' }, 2);
  expect(presentDetails(reduce(failed, retried))).toMatchObject({ retry: { attempt: 2 } });
  const details = presentDetails(reduce(failed, retried, said));
  expect(details).toMatchObject({ last_error: { error: 'overloaded' } });
  expect(details).not.toHaveProperty('retry');
});

test('an ended run has no capabilities, and a new run has none yet', () => {
  const started = (pid: number, seconds: number) =>
    event({ type: 'run_started', pid, start_mark: 'a' }, seconds, { source: 'registry' });
  const control = (seconds: number) =>
    event({ type: 'control_changed', driver: 'tmux', capabilities: ['prompt'] }, seconds, {
      source: 'driver',
    });
  const ended = event({ type: 'run_ended', pid: 1, start_mark: 'a', reason: 'killed' }, 3, {
    source: 'registry',
  });
  const resumed = [started(1, 1), control(2), ended, started(2, 4)];
  expect(presentDetails(reduce(...resumed))).toMatchObject({ status: 'starting', capabilities: [] });
  const held = reduce(...resumed, control(5));
  expect(presentDetails(held).capabilities).toEqual(['prompt']);
  // The driver has had the session the whole time.
  expect(held.control?.at).toBe(NOON + 2000);
});

describe('interactions', () => {
  test('close once', () => {
    const close = (state: 'answered' | 'withdrawn', seconds: number) =>
      event({ type: 'interaction_closed', interaction_id: 'i', state }, seconds);
    const state = reduce(asks('i', 0), close('answered', 1), close('withdrawn', 2));
    expect(state.interactions['i']).toMatchObject({
      state: 'answered',
      closed_at: '2026-01-02T12:00:01.000Z',
      routes: [],
    });
  });

  test('stay while open; only the newest twenty closed ones stay', () => {
    const events = Array.from({ length: 30 }, (_, index) => [
      asks(`i${index}`, index),
      ...(index === 0
        ? []
        : [
            event(
              { type: 'interaction_closed', interaction_id: `i${index}`, state: 'withdrawn' },
              100 + index,
            ),
          ]),
    ]).flat();
    const kept = Object.keys(reduce(...events).interactions);
    expect(kept).toHaveLength(21);
    expect(kept).toContain('i0');
    expect(kept).not.toContain('i9');
  });

  test('with an unknown id are ignored', () => {
    const update = event({ type: 'interaction_updated', interaction_id: 'x', tool_use_id: 't' });
    expect(reduce(update).interactions).toEqual({});
  });
});

test('a subagent is known by its start, its description and its own conversation', () => {
  const state = reduce(
    event({ type: 'tool_started', tool_use_id: 't', name: 'Bash', input: {} }, 2, { agent_id: 'a' }),
    event({ type: 'agent_started', subagent_id: 'a', agent_type: 'Explore' }, 1),
    event(
      {
        type: 'agent_described',
        subagent_id: 'a',
        agent_type: 'Explore',
        description: 'Look',
        tool_use_id: 'c',
      },
      3,
    ),
    event({ type: 'agent_finished', subagent_id: 'a', text: 'Found' }, 4),
  );
  expect(state.agents['a']).toEqual({
    ...{ agent_id: 'a', agent_type: 'Explore', description: 'Look', tool_use_id: 'c', state: 'finished' },
    ...{ started_at: '2026-01-02T12:00:01.000Z', finished_at: '2026-01-02T12:00:04.000Z' },
    ...{ tool_calls: 1, last_text: 'Found' },
  });
});

test('sources may be interleaved in any order', () => {
  const sources: ReinsEvent[][] = [
    [
      event({ type: 'run_started', pid: 1, start_mark: 'm' }, 0, {
        observed: { cwd: '/a', claude_version: '2' },
      }),
      event({ type: 'activity_changed', activity: 'working' }, 2),
      event({ type: 'activity_changed', activity: 'idle' }, 9),
    ],
    [
      event({ type: 'session_started', how: 'startup' }, 1, {
        observed: { cwd: '/a', permission_mode: 'plan' },
      }),
      asks('i', 4),
      event({ type: 'interaction_closed', interaction_id: 'i', state: 'answered' }, 5),
      event({ type: 'agent_started', subagent_id: 'a', agent_type: 'Explore' }, 5),
      event({ type: 'agent_finished', subagent_id: 'a' }, 7),
    ],
    [
      event(
        { type: 'prompt_submitted', prompt_id: 'p', uuid: 'p', text: 'Hi', origin: 'human', images: 0 },
        2,
        {
          observed: { title: 'Hi', title_rank: 0, git_branch: 'main' },
        },
      ),
      event(
        { type: 'tool_started', tool_use_id: 't', name: 'TodoWrite', input: { todos: [{ content: 'One' }] } },
        3,
      ),
      event({ type: 'usage_counted', message_id: 'a', model: 'm', usage: usage(5) }, 3),
      event({ type: 'agent_described', subagent_id: 'a', agent_type: 'Explore', description: 'Look' }, 6),
      event({ type: 'turn_finished', prompt_id: 'p', outcome: 'completed' }, 8),
    ],
  ];
  const expected = presentDetails(reduce(...sources.flat()));
  const order = fc.array(fc.nat(sources.length - 1), { minLength: 20, maxLength: 40 });
  fc.assert(
    fc.property(order, (turns) => {
      const rest = sources.map((events) => [...events]);
      const received = [...turns, ...sources.flatMap((events, index) => events.map(() => index))].flatMap(
        (index) => rest[index]?.shift() ?? [],
      );
      expect(presentDetails(reduce(...received))).toEqual(expected);
    }),
  );
});

test('a background subagent keeps the session waiting after the turn ends, in any order of events', () => {
  const waiting = event(
    { type: 'activity_changed', activity: 'waiting', waiting_for: 'permission prompt' },
    4,
    {
      source: 'registry',
    },
  );
  const end = event({ type: 'turn_finished', prompt_id: 'p', outcome: 'completed' }, 5);
  const rest = event({ type: 'activity_changed', activity: 'idle' }, 6, { source: 'registry' });
  for (const reported of [
    [waiting, end],
    [end, waiting],
  ]) {
    expect(reduce(...reported).activity?.value).toMatchObject({ now: 'waiting' });
    expect(reduce(...reported, rest).activity?.value.now).toBe('idle');
    expect(reduce(...reported, rest, end).activity?.value.now).toBe('idle');
  }
});

test('inherited property names are ordinary names', () => {
  for (const name of ['toString', 'constructor', '__proto__']) {
    const details = { filePath: name, structuredPatch: [{ lines: ['+a'] }] };
    const usage = {
      input_tokens: 1,
      output_tokens: 0,
      cache_read_input_tokens: 0,
      cache_creation_input_tokens: 0,
    };
    const state = reduce(
      event({ type: 'agent_started', subagent_id: name, agent_type: 'x' }),
      event({ type: 'usage_counted', message_id: 'm', model: name, usage }),
      event({ type: 'tool_finished', tool_use_id: 't', content: '', is_error: false, details }),
      event({
        type: 'tool_started',
        tool_use_id: 'u',
        name: 'TaskUpdate',
        input: { taskId: name, status: 'done' },
      }),
      event({ type: 'tool_finished', tool_use_id: 'u', content: '', is_error: false, details: {} }),
    );
    expect(Object.entries(state.agents)).toMatchObject([[name, { agent_id: name, state: 'running' }]]);
    expect(Object.entries(state.usage_by_model)).toMatchObject([[name, { input_tokens: 1 }]]);
    expect(Object.entries(state.files)).toMatchObject([[name, { edits: 1, lines_added: 1 }]]);
    expect(Object.entries(state.tasks)).toMatchObject([[name, { id: name, state: 'done' }]]);
    expect(presentDetails(state).agents).toHaveLength(1);
  }
});

describe('pins, labels and the archive', () => {
  const marks = (facts: object, seconds: number) =>
    event({ type: 'session_marked', by: 'phone', ...facts }, seconds, { source: 'driver' });
  const prompt = (seconds: number) =>
    event({ type: 'prompt_submitted', text: 'go', images: 0 } as never, seconds);

  test('change what is named and nothing else; they are not activity', () => {
    const state = reduce(
      prompt(1),
      marks({ pinned: true, labels: ['a', 'b'] }, 5),
      marks({ archived: true }, 6),
    );
    expect(presentDetails(state)).toMatchObject({ pinned: true, archived: true, labels: ['a', 'b'] });
    expect(state.last_activity_at).toBe(NOON + 1000);
    const cleared = presentDetails(
      reduce(marks({ pinned: true, labels: ['a'] }, 1), marks({ pinned: false, labels: [] }, 2)),
    );
    expect(cleared).not.toHaveProperty('pinned');
    expect(cleared).not.toHaveProperty('labels');
  });

  test('a prompt or a request brings a session back, but not one from before it was archived', () => {
    const archived = marks({ archived: true }, 5);
    expect(presentDetails(reduce(archived, prompt(3)))).toMatchObject({ archived: true });
    expect(presentDetails(reduce(archived, prompt(6)))).not.toHaveProperty('archived');
    expect(presentDetails(reduce(archived, asks('i', 7)))).not.toHaveProperty('archived');
  });
});
