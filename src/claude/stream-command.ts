/** How Claude Code is started to be driven in stream-json both ways: its flags and its environment (2.1.325). */
import { claudeEnvironment } from './claude-environment.ts';

/** What a person or program may choose. Values go behind `=`, so that none is taken for a flag. */
export interface StreamChoices {
  readonly sessionId: string;
  readonly how: 'new' | 'resume' | { readonly forkOf: string };
  readonly persist: boolean;
  readonly model?: string;
  readonly permissionMode?: string;
  readonly name?: string;
  readonly appendSystemPrompt?: string;
  readonly allowedTools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  readonly addDirs?: readonly string[];
  readonly agents?: object;
  readonly pluginDirs?: readonly string[];
  readonly settingSources?: readonly string[];
  readonly jsonSchema?: object;
  readonly maxTurns?: number;
  readonly maxBudgetUsd?: number;
  readonly claudeArgs?: readonly string[];
}

/** Files for what does not belong on a command line, which everybody on the machine may read. */
export interface StreamFiles {
  readonly settings: string;
  readonly mcpConfig?: string;
}

/** `--permission-prompt-tool` and `--max-turns` work but are not in `--help`. */
const STREAM_JSON = [
  ...['-p', '--verbose', '--input-format=stream-json', '--output-format=stream-json'],
  ...['--include-partial-messages', '--permission-prompt-tool=stdio'],
];

export function streamArguments(choices: StreamChoices, files: StreamFiles): string[] {
  return [
    ...STREAM_JSON,
    ...identityFlags(choices),
    ...(choices.persist ? [] : ['--no-session-persistence']),
    ...flag('settings', files.settings),
    ...flag('mcp-config', files.mcpConfig),
    ...flag('model', choices.model),
    ...flag('permission-mode', choices.permissionMode),
    ...flag('name', choices.name),
    ...flag('append-system-prompt', choices.appendSystemPrompt),
    ...flags('allowed-tools', choices.allowedTools),
    ...flags('disallowed-tools', choices.disallowedTools),
    ...flags('add-dir', choices.addDirs),
    ...flag('agents', choices.agents && JSON.stringify(choices.agents)),
    ...flags('plugin-dir', choices.pluginDirs),
    ...flag('setting-sources', choices.settingSources?.join(',')),
    ...flag('json-schema', choices.jsonSchema && JSON.stringify(choices.jsonSchema)),
    ...flag('max-turns', choices.maxTurns),
    ...flag('max-budget-usd', choices.maxBudgetUsd),
    ...(choices.claudeArgs ?? []),
  ];
}

/** A claude inside another Claude Code would otherwise take itself for a part of it. */
export function streamEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  const inherited = Object.entries(claudeEnvironment(env)).filter(
    ([name]) => !/^(CLAUDECODE|CLAUDE_CODE_ENTRYPOINT|CLAUDE_CODE_SESSION.*)$/.test(name),
  );
  return {
    ...(Object.fromEntries(inherited) as Record<string, string>),
    CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1',
  };
}

function identityFlags({ how, sessionId }: StreamChoices): string[] {
  if (how === 'new') return flag('session-id', sessionId);
  if (how === 'resume') return flag('resume', sessionId);
  return [...flag('resume', how.forkOf), '--fork-session', ...flag('session-id', sessionId)];
}

function flag(name: string, value: string | number | undefined): string[] {
  return value === undefined ? [] : [`--${name}=${value}`];
}

function flags(name: string, values: readonly string[] = []): string[] {
  return values.flatMap((value) => flag(name, value));
}
