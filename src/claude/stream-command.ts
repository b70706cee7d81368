/** How Claude Code is started to be driven in stream-json both ways: its flags and its environment (2.1.325). */
import { type ChoiceFiles, type ClaudeChoices, claudeArguments } from './claude-arguments.ts';
import { claudeEnvironment } from './claude-environment.ts';

/** `--permission-prompt-tool` and `--max-turns` work but are not in `--help`. */
const STREAM_JSON = [
  '-p',
  '--verbose',
  '--input-format=stream-json',
  '--output-format=stream-json',
  '--include-partial-messages',
  '--permission-prompt-tool=stdio',
];

export function streamArguments(choices: ClaudeChoices, files: ChoiceFiles): string[] {
  return [...STREAM_JSON, ...claudeArguments(choices, files)];
}

export function streamEnvironment(env: Readonly<Record<string, string>>): Record<string, string> {
  return { ...claudeEnvironment(env), CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1' };
}
