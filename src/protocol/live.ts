/**
 * What streams carry in addition to events: text while it is being written. Not stored, so without a seq and
 * without an id.
 */
import { z } from 'zod';
import { countSchema, sessionIdSchema } from './primitives.ts';

/**
 * A piece of an unfinished answer. `item` is the item of the complete text; `offset` is the start of the
 * piece in it: 0 replaces everything before. The item's own event follows and replaces it.
 */
export const textDeltaSchema = z.object({
  type: z.enum(['text_delta', 'thinking_delta']),
  session_id: sessionIdSchema,
  host: z.string(),
  item: z.string(),
  offset: countSchema,
  text: z.string(),
});
export type TextDelta = z.infer<typeof textDeltaSchema>;
