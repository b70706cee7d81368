/** Old versions of the protocol's own library, as editors that are not up to date use them. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { call, say, scene } from '../../stage/screenplay.ts';
import { hubTest } from '../interactions/answering-stage.ts';
import { CLIENTS, reins } from './third-party.ts';

hubTest.skipIf(CLIENTS === '').for(['0.4.9', '0.14.1', '1.4.0'])(
  'the ACP library %s',
  async (version, { stage, hub }) => {
    const acp = await import(
      pathToFileURL(join(CLIENTS, 'node_modules', `acp-${version}`, 'dist/acp.js')).href
    );
    stage.play(scene(`make ${version}`, [call('Bash', { command: `touch ${version}` })], [say('Made.')]));
    const [node = '', ...args] = reins('acp');
    const child = spawn(node, args, { env: hub.env, stdio: ['pipe', 'pipe', 'inherit'] });
    const chunks: string[] = [];
    const editor = {
      sessionUpdate: async ({ update }: { update: { content?: { text?: string } } }) =>
        void chunks.push(update.content?.text ?? ''),
      requestPermission: async ({ options }: { options: { optionId: string }[] }) => ({
        outcome: { outcome: 'selected', optionId: options[0]?.optionId },
      }),
    };
    const stream = acp.ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout));
    const connection = new acp.ClientSideConnection(() => editor, stream);
    await connection.initialize({ protocolVersion: acp.PROTOCOL_VERSION, clientCapabilities: {} });
    const { sessionId } = await connection.newSession({ cwd: stage.project, mcpServers: [] });
    const prompt = [{ type: 'text', text: `make ${version}` }];
    expect(await connection.prompt({ sessionId, prompt })).toMatchObject({ stopReason: 'end_turn' });
    expect(chunks.join('')).toContain('Made.');
    child.stdin.end();
  },
);
