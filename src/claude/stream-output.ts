/**
 * The few lines of Claude Code's stdout that driving it depends on; the adapter handles the rest. Fields come in no fixed
 * order.
 */
import { isRecord } from '../lib/json-values.ts';

/** Claude Code's response to one of our control requests. */
export interface ControlAnswer {
  readonly requestId: string;
  readonly response: Readonly<Record<string, unknown>>;
  /** Set if it was refused. */
  readonly error?: { readonly code: string; readonly message: string };
}

export function readControlAnswer(line: string): ControlAnswer | undefined {
  if (!line.includes('"control_response"')) return undefined;
  const { type, response } = parse(line);
  if (type !== 'control_response' || !isRecord(response)) return undefined;
  const { request_id, subtype, error, error_code } = response;
  if (typeof request_id !== 'string') return undefined;
  return {
    requestId: request_id,
    response: isRecord(response['response']) ? response['response'] : {},
    ...(subtype !== 'success' && { error: { code: String(error_code ?? ''), message: String(error) } }),
  };
}

/** The session that is served from this line on: `system/init` opens every turn and is the first line with a new id. */
export function readSessionId(line: string): string | undefined {
  if (!line.includes('"init"')) return undefined;
  const { type, subtype, session_id } = parse(line);
  return type === 'system' && subtype === 'init' && typeof session_id === 'string' ? session_id : undefined;
}

/** The prompts that are still in Claude Code's own queue, according to its response to `interrupt`. */
export function readStillQueued({ response }: ControlAnswer): string[] | undefined {
  const { still_queued } = response;
  return Array.isArray(still_queued) ? still_queued.map(String) : undefined;
}

/** Whether a line reports the end of a turn, or the start of a prompt's turn. */
export function readTurnNews(line: string): 'ended' | { readonly begun: string } | undefined {
  if (!line.includes('"result"') && !line.includes('"command_lifecycle"')) return undefined;
  const { type, command_uuid, state } = parse(line);
  if (type === 'result') return 'ended';
  const hasBegun = type === 'command_lifecycle' && state === 'started' && typeof command_uuid === 'string';
  return hasBegun ? { begun: command_uuid } : undefined;
}

/** The errors in a `result` line. */
export function readResultErrors(line: string): string[] {
  if (!line.includes('"errors"')) return [];
  const { type, errors } = parse(line);
  return type === 'result' && Array.isArray(errors) ? errors.map(String) : [];
}

/** A slash command of Claude Code, without the slash. */
/** A model that Claude Code offers. */
export interface ModelOffer {
  /** An alias such as `opus`, or `default`. */
  readonly value: string;
  readonly name: string;
  readonly about?: string;
  /** The model that the value stands for now. */
  readonly resolved?: string;
}

export interface SlashCommand {
  readonly name: string;
  readonly about?: string;
  /** A hint for its arguments. */
  readonly hint?: string;
}

/** The process information in the response to `initialize`. */
export interface InitializeAnswer {
  readonly pid?: number;
  readonly isLoggedIn: boolean;
  readonly commands: readonly SlashCommand[];
  /** The models to choose from. */
  readonly models: readonly ModelOffer[];
}

export function readInitializeAnswer({ response }: ControlAnswer): InitializeAnswer {
  const { pid, account, commands, models } = response;
  const { tokenSource, apiKeySource, apiProvider } = isRecord(account) ? account : {};
  const hasNothing = tokenSource === 'none' && apiKeySource === undefined && apiProvider === 'firstParty';
  return {
    isLoggedIn: !hasNothing,
    commands: Array.isArray(commands) ? commands.filter(isRecord).flatMap(readCommand) : [],
    models: Array.isArray(models) ? models.filter(isRecord).flatMap(readModel) : [],
    ...(typeof pid === 'number' && { pid }),
  };
}

function readCommand({ name, description, argumentHint }: Record<string, unknown>): SlashCommand[] {
  if (typeof name !== 'string' || name === '') return [];
  const about = typeof description === 'string' ? description : '';
  const hint = typeof argumentHint === 'string' ? argumentHint : '';
  return [{ name, ...(about && { about }), ...(hint && { hint }) }];
}

function readModel({
  value,
  displayName,
  description,
  resolvedModel,
}: Record<string, unknown>): ModelOffer[] {
  if (typeof value !== 'string' || value === '') return [];
  return [
    {
      value,
      name: typeof displayName === 'string' && displayName !== '' ? displayName : value,
      ...(typeof description === 'string' && description !== '' && { about: description }),
      ...(typeof resolvedModel === 'string' && { resolved: resolvedModel }),
    },
  ];
}

/** A model name that Claude Code does not recognize but uses anyway: it reports that on stderr with the first request. */
export function readUnrecognizedModel(stderrLine: string): string | undefined {
  const [, json] = /\[claude-code:unrecognized_model\]\s*(\{.*\})/.exec(stderrLine) ?? [];
  const { model } = parse(json ?? '');
  return typeof model === 'string' ? model : undefined;
}

function parse(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
