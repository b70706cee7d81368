/** How Claude Code is started to be driven in stream-json both ways: its flags and its environment (2.1.325). */
import { type ChoiceFiles, type ClaudeChoices, claudeArguments, flag } from './claude-arguments.ts';
import { claudeEnvironment } from './claude-environment.ts';

/** What only a run without a terminal can have. */
export interface StreamChoices extends ClaudeChoices {
  readonly jsonSchema?: object;
  readonly maxTurns?: number;
  readonly maxBudgetUsd?: number;
}

/** `--permission-prompt-tool` and `--max-turns` work but are not in `--help`. */
const STREAM_JSON = [
  '-p',
  '--verbose',
  '--input-format=stream-json',
  '--output-format=stream-json',
  '--include-partial-messages',
  '--permission-prompt-tool=stdio',
];

export function streamArguments(choices: StreamChoices, files: ChoiceFiles): string[] {
  return [
    ...STREAM_JSON,
    ...(choices.persist ? [] : ['--no-session-persistence']),
    ...flag('json-schema', choices.jsonSchema && JSON.stringify(choices.jsonSchema)),
    ...flag('max-turns', choices.maxTurns),
    ...flag('max-budget-usd', choices.maxBudgetUsd),
    ...claudeArguments(choices, files),
  ];
}

export function streamEnvironment(env: Readonly<Record<string, string>>): Record<string, string> {
  return { ...claudeEnvironment(env), CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1' };
}
