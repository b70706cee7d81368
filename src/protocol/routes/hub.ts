/** Routes about the hub itself: health, hooks, settings, and the description of the API. */
import { z } from 'zod';
import { healthQuerySchema, healthSchema } from '../hub.ts';
import { jsonObjectSchema } from '../primitives.ts';
import { sessionSchema } from '../session.ts';
import { settingsPatchSchema, settingsSchema } from '../settings.ts';
import { setupSchema } from '../setup.ts';
import { defineRoutes } from './define-routes.ts';

export const hubRoutes = defineRoutes('hub', {
  'GET /api/health': {
    id: 'getHealth',
    role: 'anyone',
    summary: 'Returns whether the hub is up, and its version.',
    description:
      'Needs no token. With a random `challenge`, the response has `proof`: HMAC-SHA256, with the token in `$REINS_HOME/token` as the ' +
      'key, of `reins hub proof`, the port and the challenge, each on its own line, as base64url.',
    query: healthQuerySchema,
    answers: { 200: ['The hub is up', healthSchema] },
  },
  'POST /api/hooks': {
    id: 'receiveHook',
    role: 'ingest',
    summary: 'Receives a hook from Claude Code.',
    description: 'For ingest tokens only. Responds when the hook is durable, with the reply to the hook.',
    // Other values are ignored: a hook is never refused because of its headers.
    headers: z.object({
      'x-reins-host': z.string().optional().describe('The machine that the session runs on'),
      'x-reins-order': z
        .string()
        .optional()
        .describe('A number that increases with each hook, for hooks that run in parallel'),
      'x-reins-view': z
        .string()
        .optional()
        .describe(
          '"hooks" if the hub receives nothing but hooks of the session, so they report its conversation',
        ),
    }),
    body: jsonObjectSchema.describe('The JSON that Claude Code passes to a hook, for any event'),
    bodyIs: 'raw',
    bodyLimit: 'hookBytes',
    answers: {
      200: ['The reply of the hook to Claude Code; empty for no decision', jsonObjectSchema],
      202: [
        'Nothing for Claude Code: someone is there to answer, so a request that blocks it may be posted again, to wait ' +
          'for this many seconds',
        { 'text/plain': z.string() },
      ],
    },
  },
  'GET /api/settings': {
    id: 'getSettings',
    role: 'operator',
    summary: 'Returns all settings, including defaults.',
    answers: { 200: ['The settings', settingsSchema] },
  },
  'PATCH /api/settings': {
    id: 'changeSettings',
    role: 'operator',
    summary: 'Changes settings.',
    description: 'null resets a setting to its default. `host` and `port` take effect when the hub restarts.',
    body: settingsPatchSchema,
    answers: { 200: ['The new settings', settingsSchema] },
  },
  'GET /api/setup': {
    id: 'getSetup',
    role: 'viewer',
    summary:
      'Returns how far the hub is set up: hooks, Claude Code, and the addresses at which devices reach it.',
    answers: { 200: ['The setup', setupSchema] },
  },
  'POST /api/setup/sample': {
    id: 'startSample',
    role: 'operator',
    summary: 'Starts a sample session, which asks for permission to run one command.',
    description: 'It runs in a temporary folder and uses the Claude account of this machine.',
    answers: { 201: ['The session', sessionSchema] },
    fails: [409, 503],
  },
  'GET /api/openapi.json': {
    id: 'getApiDocument',
    role: 'viewer',
    isPage: true,
    summary: 'Returns this description as an OpenAPI 3.1 document.',
    answers: { 200: ['The document', jsonObjectSchema] },
  },
  'GET /api/docs': {
    id: 'getApiPage',
    role: 'viewer',
    isPage: true,
    summary: 'Returns this description as a page to read.',
    description: 'A browser asks for a password: enter any user name, and the token.',
    answers: { 200: ['The page', { 'text/html': z.string() }] },
  },
});
