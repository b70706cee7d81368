import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listAgents } from './list-agents.ts';

test('the list is as old as the start of its command', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reins-agents-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [claude, ran] = [join(folder, 'claude'), join(folder, 'ran')];
  const agent = {
    pid: process.pid,
    sessionId: '5b0c9a52-6f1e-4d5c-9d0a-0d8d3f1f7c11',
    cwd: '/',
    status: 'busy',
  };
  writeFileSync(claude, `#!/bin/sh\ntouch '${ran}'\necho '${JSON.stringify([agent])}'\n`);
  chmodSync(claude, 0o755);
  const now = () => (existsSync(ran) ? 2000 : 1000);
  expect(await listAgents(claude, folder, now)).toMatchObject([{ ...agent, statusUpdatedAt: 1000 }]);
});
