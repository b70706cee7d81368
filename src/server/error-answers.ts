/** Errors to answers, in this one place: `{error: {code, message, details?}}` with the status of the code. */
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { z } from 'zod';
import { describeIssues, fieldsOf } from '../protocol/describe-issues.ts';
import { ERROR_STATUS, ReinsError } from '../protocol/errors.ts';

export function answerNotFound(c: Context): Response {
  const { method, path } = c.req;
  return answer(c, new ReinsError('not_found', `There is no ${method} ${path}. The API lives under /api.`));
}

export function answerError(error: Error, c: Context): Response {
  return answer(c, toReinsError(error));
}

/** What is not meant for the client's eyes goes to the log, and the client learns only that it happened. */
export function toReinsError(error: unknown): ReinsError {
  if (error instanceof ReinsError) return error;
  if (error instanceof HTTPException && error.status < 500) {
    return new ReinsError('invalid_request', `${error.message || 'The request could not be read'}.`);
  }
  // The client is gone, and nobody else could do anything about it.
  if ((error as NodeJS.ErrnoException | null)?.code === 'ECONNRESET')
    return new ReinsError('invalid_request', 'The request broke off.');
  console.error(error);
  return new ReinsError('internal', 'The hub failed to answer. Its log says why.');
}

/** What a schema has against a request; `target` is the part that was looked at. */
export function invalidRequest({ issues }: z.core.$ZodError, target: string): ReinsError {
  return new ReinsError('invalid_request', describeIssues(issues), { in: target, fields: fieldsOf(issues) });
}

function answer(c: Context, error: ReinsError): Response {
  return c.json(error.toBody(), ERROR_STATUS[error.code]);
}
