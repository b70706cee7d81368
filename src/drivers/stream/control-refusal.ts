/** Turns Claude Code's refusals of control requests into errors that explain what to do. */
import type { ControlAnswer } from '../../claude/stream-output.ts';
import { ReinsError } from '../../protocol/errors.ts';

export function controlRefusal(
  what: string,
  { code, message }: NonNullable<ControlAnswer['error']>,
): ReinsError {
  if (code === 'bypass_not_launched') {
    return new ReinsError(
      'not_capable',
      'Claude Code switches to bypassPermissions only in a session that was started with it. Stop this session and resume it with that permission mode.',
      { claude_code: code },
    );
  }
  if (code === 'unsupported_request') {
    return new ReinsError(
      'not_capable',
      `This version of Claude Code does not support "${what}". Update Claude Code and resume the session.`,
      { claude_code: code },
    );
  }
  return new ReinsError('invalid_request', `Claude Code rejected "${what}": ${message}`, {
    ...(code && { claude_code: code }),
  });
}
