/** fastmcp, the Python library for MCP, as a client of `reins mcp`: it checks answers against the schemas of the tools. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { say, scene } from '../../stage/screenplay.ts';
import { sharedHubTest } from '../shared-hub-test.ts';
import { CLIENTS, missingModules, PYTHONS, reins } from './third-party.ts';

sharedHubTest.skipIf(CLIENTS === '')('fastmcp lists and calls the tools', async ({ stage, hub, skip }) => {
  const missing = missingModules('pip', ['fastmcp']);
  skip(missing !== '', missing);
  stage.play(scene('think about it', [say('Forty-two.')]));
  const program = join(import.meta.dirname, 'programs/fastmcp-client.py');
  const place = { env: { ...hub.env }, cwd: stage.project };
  const { stdout } = await promisify(execFile)(PYTHONS.pip, [program, ...reins('mcp')], place);
  const [results = '', refusal] = stdout.split('\n');
  expect(JSON.parse(results)).toEqual([expect.any(Number), 'Forty-two.', 'think about it', 'ended']);
  expect(refusal).toMatch(/^True .*session/i);
});
