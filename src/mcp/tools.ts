/** The tools of `reins mcp`: names, descriptions, arguments and results. Unknown arguments are refused. */
import { z } from 'zod';
import { searchRoleSchema } from '../protocol/history.ts';
import { statusSchema } from '../protocol/session.ts';
import { conversationSchema, hitSchema, sessionOutlineSchema, waitedSchema } from './outline.ts';

const session_id = z
  .string()
  .min(1)
  .describe('the session id as list_sessions shows it, or the start of it if that is unique');

/** Many clients give up on a call after 60 seconds. */
const WAIT_SECONDS = 50;

const sent = z.object({
  session_id: z.string(),
  message_id: z.string().describe('identifies the prompt in wait_for_turn'),
});

export const TOOLS = {
  list_sessions: {
    title: 'List sessions',
    description:
      'Lists Claude Code sessions on this machine and on the other hosts of its fleet, most recently active first.',
    inputSchema: z.strictObject({
      status: statusSchema.optional(),
      host: z.string().optional().describe('only sessions on this host of the fleet'),
      cwd: z.string().optional().describe('only sessions in this folder'),
      q: z.string().optional().describe('only sessions with these words in their title or folder'),
      limit: z.int().min(1).max(100).default(20),
    }),
    outputSchema: z.object({
      sessions: z.array(sessionOutlineSchema),
      has_more: z.boolean().describe('there are more than limit'),
    }),
    annotations: { readOnlyHint: true },
  },
  read_session: {
    title: 'Read a session',
    description:
      'Shows the newest turns of a session: prompts, answers, tool calls, errors, how each turn ended, how many earlier turns are left out, and what the session asks a person for.',
    inputSchema: z.strictObject({
      session_id,
      turns: z.int().min(1).max(50).default(5).describe('number of turns'),
      before: z
        .number()
        .optional()
        .describe('only turns before this position; included in an answer that omits earlier turns'),
    }),
    outputSchema: conversationSchema,
    annotations: { readOnlyHint: true },
  },
  search_sessions: {
    title: 'Search sessions',
    description:
      'Full-text search over every session, past and present. All words must match; "in quotes" for a phrase.',
    inputSchema: z.strictObject({
      q: z.string().min(1),
      project: z.string().optional().describe('a folder, or the last part of its path'),
      role: searchRoleSchema.optional(),
      limit: z.int().min(1).max(50).default(10),
    }),
    outputSchema: z.object({
      results: z.array(hitSchema),
      is_complete: z.boolean().describe('false while transcripts are still being read'),
    }),
    annotations: { readOnlyHint: true },
  },
  wait_for_turn: {
    title: 'Wait for a turn',
    description:
      'Waits until the turn of a prompt is over and returns its result. If the time is up first, the session continues and the answer shows what it is doing: call this tool again.',
    inputSchema: z.strictObject({
      session_id,
      message_id: z
        .string()
        .optional()
        .describe('the prompt; by default the newest prompt sent through Reins'),
      timeout_seconds: z.number().min(1).max(3600).default(WAIT_SECONDS).describe('how long to wait'),
    }),
    outputSchema: waitedSchema,
    annotations: { readOnlyHint: true },
  },
  send_prompt: {
    title: 'Send a prompt',
    description:
      'Sends a prompt to a session, queued while the session is busy, and returns immediately: call wait_for_turn for the answer. An ended session is resumed. A person decides its permission requests. Sessions in a looser permission mode than your own are refused.',
    inputSchema: z.strictObject({ session_id, text: z.string().min(1) }),
    outputSchema: sent,
  },
  start_session: {
    title: 'Start a session',
    description:
      'Starts a new Claude Code session in a folder with a prompt and returns its id immediately: call wait_for_turn for the result. A person decides its permission requests, and must have trusted the folder before. The session ends after 15 idle minutes, or one minute after you disconnect; send_prompt resumes it.',
    inputSchema: z.strictObject({
      host: z.string().optional().describe('the host of the fleet to work on; this machine by default'),
      cwd: z.string().describe('the folder to work in, on that host'),
      prompt: z.string().min(1),
      model: z.string().optional(),
      permission_mode: z.enum(['default', 'plan']).optional().describe('never looser than your own'),
      name: z.string().optional(),
    }),
    outputSchema: sent.extend({ permission_mode: z.string() }),
  },
  interrupt_session: {
    title: 'Interrupt a session',
    description: 'Interrupts the current turn of a session. Queued prompts follow.',
    inputSchema: z.strictObject({ session_id }),
    outputSchema: z.object({ session: sessionOutlineSchema }),
    annotations: { destructiveHint: true },
  },
  stop_session: {
    title: 'Stop a session',
    description:
      'Ends a session that the hub runs. Its history is kept, and it can be resumed. Sessions that a person started in a terminal are refused.',
    inputSchema: z.strictObject({ session_id }),
    outputSchema: z.object({ session: sessionOutlineSchema }),
    annotations: { destructiveHint: true },
  },
} as const;
