import { describe, expect, it } from 'vitest';
import type { ClaudeChoices } from './claude-arguments.ts';
import { streamArguments, streamEnvironment } from './stream-command.ts';

const ID = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';
const files = { settings: '/run/settings.json' };
const choices = (more: Partial<ClaudeChoices> = {}): ClaudeChoices => ({
  sessionId: ID,
  how: 'new',
  ...more,
});

describe('streamArguments', () => {
  it('uses stream-json in both directions and sends requests over stdio', () => {
    expect(streamArguments(choices(), files)).toEqual([
      ...['-p', '--verbose', '--input-format=stream-json', '--output-format=stream-json'],
      ...['--include-partial-messages', '--permission-prompt-tool=stdio'],
      ...[`--session-id=${ID}`, '--settings=/run/settings.json'],
    ]);
  });

  it('names the session as new, reopened or copied', () => {
    expect(streamArguments(choices({ how: 'resume' }), files)).toContain(`--resume=${ID}`);
    expect(streamArguments(choices({ how: 'resume' }), files).join(' ')).not.toContain('--session-id');
    expect(streamArguments(choices({ how: { forkOf: OTHER } }), files)).toEqual(
      expect.arrayContaining([`--resume=${OTHER}`, '--fork-session', `--session-id=${ID}`]),
    );
  });

  it('passes every choice on, and flags of a person last', () => {
    const all = choices({ flags: ['--model=opus', '--max-turns=3'], claudeArgs: ['--effort', 'low'] });
    const args = streamArguments(all, { ...files, mcpConfig: '/run/mcp.json' });
    expect(args).toEqual(
      expect.arrayContaining(['--mcp-config=/run/mcp.json', '--model=opus', '--max-turns=3']),
    );
    expect(args.slice(-2)).toEqual(['--effort', 'low']);
  });
});

describe('streamEnvironment', () => {
  it('hides the hub’s variables and those of another Claude Code from claude', () => {
    const env = {
      PATH: '/bin',
      REINS_TOKEN: 'secret',
      CLAUDECODE: '1',
      CLAUDE_CODE_ENTRYPOINT: 'cli',
      CLAUDE_CODE_SESSION_ID: 'x',
      CLAUDE_CODE_SESSION_ATTENDED: '1',
      CLAUDE_CODE_OAUTH_TOKEN: 'kept',
    };
    expect(streamEnvironment(env)).toEqual({
      PATH: '/bin',
      CLAUDE_CODE_OAUTH_TOKEN: 'kept',
      CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1',
    });
  });
});
