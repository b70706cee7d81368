/** What streams carry beside events: text while it is being written. Not kept, so without a seq and without an id. */
import { z } from 'zod';
import { sessionIdSchema } from './primitives.ts';

/**
 * A piece of an answer that is not finished. `item` is the item the whole will be; `offset` is where the piece begins in
 * it: 0 begins it anew, whatever was known before. The item's own event follows and replaces it.
 */
export const textDeltaSchema = z.object({
  type: z.enum(['text_delta', 'thinking_delta']),
  session_id: sessionIdSchema,
  host: z.string(),
  item: z.string(),
  offset: z.number(),
  text: z.string(),
});
export type TextDelta = z.infer<typeof textDeltaSchema>;
