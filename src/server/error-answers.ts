/** Turns errors into answers: `{error: {code, message, details?}}` with the status of the code. */
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { z } from 'zod';
import { describeIssues, fieldsOf } from '../protocol/describe-issues.ts';
import { ERROR_STATUS, ReinsError } from '../protocol/errors.ts';

export function answerNotFound(c: Context): Response {
  const { method, path } = c.req;
  return answer(
    c,
    new ReinsError('not_found', `${method} ${path} does not exist. The API is under /api; see /api/docs.`),
  );
}

export function answerError(error: Error, c: Context): Response {
  return answer(c, toReinsError(error));
}

/** Internal details go to the log; the client learns only that the request failed. */
export function toReinsError(error: unknown): ReinsError {
  if (error instanceof ReinsError) return error;
  if (error instanceof HTTPException && error.status < 500) {
    return new ReinsError('invalid_request', `${error.message || 'Failed to read a request'}.`);
  }
  // The client is gone, and there is nothing to fix.
  if ((error as NodeJS.ErrnoException | null)?.code === 'ECONNRESET')
    return new ReinsError('invalid_request', 'The request was aborted.');
  console.error(error);
  return new ReinsError('internal', 'The hub failed to handle the request. See its log for the reason.');
}

/** The schema's objections to a request; `target` is the checked part. */
export function invalidRequest({ issues }: z.core.$ZodError, target: string): ReinsError {
  return new ReinsError('invalid_request', describeIssues(issues), { in: target, fields: fieldsOf(issues) });
}

function answer(c: Context, error: ReinsError): Response {
  return c.json(error.toBody(), ERROR_STATUS[error.code]);
}
