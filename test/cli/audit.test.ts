/** The audit log of real answers to the real Claude Code, by who gave them. */
import { describe, expect } from 'vitest';
import type { AuditEntry } from '../../src/protocol/audit.ts';
import { waitUntil } from '../../stage/patience.ts';
import { sharedHubTest as test } from '../shared-hub-test.ts';
import { bash, openInteraction } from './interaction-stage.ts';

describe('reins audit', () => {
  test('shows who decided what, from which device and by which route', async ({ stage, hub }) => {
    expect((await hub.run('audit')).stdout).toBe('No decisions.\n');
    const edited = await openInteraction({ stage, hub }, 'Bash', bash('touch a.txt'), 'one');
    await hub.run('answer', edited.id, '--allow', '--command', 'touch b.txt');

    const denied = await openInteraction({ stage, hub }, 'Bash', bash('touch c.txt'), 'two');
    const { token } = await hub.client.tokens.add('phone', 'approver');
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ decision: 'deny', message: 'not today' });
    await fetch(`${hub.url}/api/interactions/${denied.id}/answer`, { method: 'POST', headers, body });

    const session = edited.session_id;
    const dropped = await openInteraction({ stage, hub, session }, 'Bash', bash('touch d.txt'), 'three');
    await hub.run('interrupt', session);

    const entries = await waitUntil('all of it to be proven', async () => {
      const { stdout } = await hub.run('audit', '--json');
      const { items } = JSON.parse(stdout) as { items: AuditEntry[] };
      const isDone = items.length >= 3 && items.every(({ applied }) => applied !== 'sent');
      return isDone ? items : undefined;
    });
    expect(entries.map(({ interaction_id }) => interaction_id)).toEqual([dropped.id, denied.id, edited.id]);
    expect(entries).toMatchObject([
      { what: 'withdrawn', input: { command: 'touch d.txt' }, cwd: stage.project },
      {
        what: 'answered',
        by: { type: 'program', name: 'phone' },
        route: 'control',
        applied: 'confirmed',
        decided: { decision: 'deny', message: 'not today' },
      },
      {
        by: { type: 'program', name: 'operator' },
        input: { command: 'touch a.txt' },
        ran_input: { command: 'touch b.txt' },
        tool_use_id: edited.tool_use_id,
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain(token);
    expect(entries[1]).not.toHaveProperty('ran_input');

    const { stdout: table } = await hub.run('audit');
    expect(table).toMatch(/allowed \(edited\) by operator +run touch b\.txt +control/);
    expect(table).toMatch(/denied by phone: not today +run touch c\.txt +control/);
    expect((await hub.run('audit', '--by', 'phone', '--since', '1h')).stdout.trim().split('\n')).toHaveLength(
      2,
    );
    expect((await hub.run('audit', '--session', session, '-n', '5')).stdout).not.toContain('phone');
    const lines = (await hub.run('audit', '--jsonl')).stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([...entries].reverse());
    expect(await hub.run('audit', '--since', 'soon')).toMatchObject({ code: 2 });

    // Recorded entries stay the same, across a restart and further decisions.
    await hub.kill();
    await hub.restart();
    expect((await hub.run('audit', '--jsonl')).stdout.trim().split('\n')).toEqual(lines);
  });
});

describe('the environment of Claude Code', () => {
  test('has no hub token, and the token for hooks cannot answer', async ({ stage, hub }) => {
    const secret = `${hub.token}|${hub.ingestToken}`;
    const command = `env | grep -cE '${secret}|^REINS_' ; curl -s -o /dev/null -w '%{http_code}' ${hub.url}/api/interactions`;
    const interaction = await openInteraction({ stage, hub }, 'Bash', bash(command));
    await hub.run('answer', interaction.id, '--allow');
    const received = await waitUntil(
      'the output',
      () => stage.requests.at(-1)?.hearing.toolResults.at(-1)?.text,
    );
    expect(received).toMatch(/^0\n401/);

    const session = interaction.session_id;
    const next = await openInteraction({ stage, hub, session }, 'Bash', bash('touch x.txt'), 'again');
    const headers = { authorization: `Bearer ${hub.ingestToken}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ decision: 'allow' });
    const { status } = await fetch(`${hub.url}/api/interactions/${next.id}/answer`, {
      method: 'POST',
      headers,
      body,
    });
    expect(status).toBe(403);
    expect((await hub.client.interactions({ id: next.id })).items).toMatchObject([{ state: 'open' }]);
  });
});
