/**
 * Frames of the WebSocket `/api/sessions/:id/terminal`. Changes of the screen come as binary messages, to be
 * written into the same terminal; everything else is JSON.
 */
import { z } from 'zod';
import type { Role } from './access.ts';
import { countSchema } from './primitives.ts';

const size = { columns: z.int().min(20).max(500), rows: z.int().min(5).max(300) };

/** A frame that the viewer of a terminal sends. */
export const terminalInputSchema = z.discriminatedUnion('type', [
  /** The bytes that a terminal sends for keys, unchanged; requires an operator. */
  z.strictObject({ type: z.literal('keys'), data: z.string().min(1).max(10_000) }),
  /** Text as one piece, with any content; requires an operator. */
  z.strictObject({ type: z.literal('paste'), text: z.string().min(1).max(1_000_000) }),
  /**
   * The preferred size of the viewer, while it is open; requires an operator, and has no effect while a
   * person is attached.
   */
  z.strictObject({ type: z.literal('fit'), ...size }),
]);
/** A frame that the viewer of a terminal sends. */
export type TerminalInput = z.infer<typeof terminalInputSchema>;

/** The least role that may send each frame. */
export const TERMINAL_FRAME_ROLES: Readonly<Record<TerminalInput['type'], Role>> = {
  keys: 'operator',
  paste: 'operator',
  fit: 'operator',
};

/** A frame that the viewer of a terminal receives. */
export const terminalFrameSchema = z.discriminatedUnion('type', [
  /**
   * The whole screen, and the last lines that have scrolled out of it: write `data` into an empty terminal of
   * this size. Comes first, and after too many changes.
   */
  z.object({ type: z.literal('screen'), columns: countSchema, rows: countSchema, data: z.string() }),
  /** The terminal is gone. */
  z.object({ type: z.literal('end'), reason: z.string() }),
  /** The input could not be processed. */
  z.object({ type: z.literal('refused'), message: z.string() }),
]);
export type TerminalFrame = z.infer<typeof terminalFrameSchema>;
