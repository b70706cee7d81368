/** The body of a route that describes its JSON in words: read and checked here instead of by the route's schema. */
import type { Context } from 'hono';
import type { z } from 'zod';
import { parseJson } from '../lib/parse-json.ts';
import { ReinsError } from '../protocol/errors.ts';
import { invalidRequest } from './error-answers.ts';

/** Throws `invalid_request`. */
export async function readJson<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(parse(await c.req.text()));
  if (!parsed.success) throw invalidRequest(parsed.error, 'json');
  return parsed.data;
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new ReinsError('invalid_request', 'The body must be one JSON object.');
  }
}
