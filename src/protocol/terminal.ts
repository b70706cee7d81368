/**
 * Frames of the WebSocket `/api/sessions/:id/terminal`. What has changed on the screen comes as binary messages, to be
 * written into the same terminal; everything else is JSON.
 */
import { z } from 'zod';
import type { Role } from './access.ts';

const size = { columns: z.int().min(20).max(500), rows: z.int().min(5).max(300) };

export const terminalInputSchema = z.discriminatedUnion('type', [
  /** What a terminal sends for keys, as it is; takes an operator. */
  z.strictObject({ type: z.literal('keys'), data: z.string().min(1).max(10_000) }),
  /** Text as one piece, whatever is in it; takes an operator. */
  z.strictObject({ type: z.literal('paste'), text: z.string().min(1).max(1_000_000) }),
  /**
   * The size that would suit the viewer, while somebody looks on; takes an operator, and has no effect while a person is
   * attached.
   */
  z.strictObject({ type: z.literal('fit'), ...size }),
]);
export type TerminalInput = z.infer<typeof terminalInputSchema>;

/** The least role that may send each frame. */
export const TERMINAL_FRAME_ROLES: Readonly<Record<TerminalInput['type'], Role>> = {
  keys: 'operator',
  paste: 'operator',
  fit: 'operator',
};

export const terminalFrameSchema = z.discriminatedUnion('type', [
  /** Everything that is on the screen, and the last lines that have scrolled out of it: write `data` into an emptied terminal of this
   * size. Comes first, and when too much has changed. */
  z.object({ type: z.literal('screen'), columns: z.number(), rows: z.number(), data: z.string() }),
  /** The terminal is gone. */
  z.object({ type: z.literal('end'), reason: z.string() }),
  /** What was sent could not be taken. */
  z.object({ type: z.literal('refused'), message: z.string() }),
]);
export type TerminalFrame = z.infer<typeof terminalFrameSchema>;
