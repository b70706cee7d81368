/** Routes that show the current state of sessions. */
import { z } from 'zod';
import {
  sessionAnswerSchema,
  sessionListSchema,
  sessionParamsSchema,
  sessionQuerySchema,
  turnsPageSchema,
  turnsQuerySchema,
  viewQuerySchema,
} from '../api.ts';
import { exportQuerySchema } from '../export.ts';
import { permissionRuleListSchema } from '../permission-rules.ts';
import { promptImageListSchema, promptImagesQuerySchema } from '../prompt-images.ts';
import { timelineSchema } from '../timeline.ts';
import { defineRoutes } from './define-routes.ts';

const ofSession = { role: 'viewer', params: sessionParamsSchema, fails: [404] } as const;
const file = z.string();

export const sessionRoutes = defineRoutes('sessions', {
  'GET /api/sessions': {
    where: 'both logs',
    id: 'listSessions',
    role: 'viewer',
    summary: 'Lists sessions, most recent activity first.',
    description:
      '`q` searches titles, folders and labels. Archived sessions are included unless `archived=false`. With `ids`, only those sessions are returned and other filters are ignored. ' +
      '`last_event_id` is where `GET /api/events` continues from this response.',
    query: sessionQuerySchema,
    answers: { 200: ['A page of sessions', sessionListSchema] },
  },
  'GET /api/sessions/:id': {
    where: 'owner or copy',
    ...ofSession,
    id: 'getSession',
    summary: 'Returns everything known about a session, with its newest turns.',
    description:
      '`turns` holds the newest items, limited in number and bytes (`limit=0`: none); `older_before` is where the next older page starts. ' +
      'To keep the view up to date, subscribe to its events with `since` set to its `seq`.',
    query: viewQuerySchema,
    answers: { 200: ['The view', sessionAnswerSchema] },
  },
  'GET /api/sessions/:id/turns': {
    where: 'owner or copy',
    ...ofSession,
    id: 'listTurns',
    summary: 'Returns a page of the conversation of a session or of one of its subagents.',
    description:
      'Oldest item first. A page ends where it is full; the next older one starts at `older_before`.',
    query: turnsQuerySchema,
    answers: { 200: ['A page of turns', turnsPageSchema] },
  },
  'GET /api/sessions/:id/images': {
    ...ofSession,
    id: 'listPromptImages',
    summary: 'Returns the images of a prompt.',
    description:
      'Items only count the images of a prompt. They are read from the transcript; empty if it is gone. Images in results of tools ' +
      'are part of their items.',
    query: promptImagesQuerySchema,
    answers: { 200: ['The images', promptImageListSchema] },
  },
  'GET /api/sessions/:id/export': {
    where: 'owner or copy',
    ...ofSession,
    id: 'exportSession',
    summary: 'Exports a whole session as Markdown, as one self-contained HTML page, or as JSON.',
    description:
      'Includes all turns, subagents inside the calls that started them, inputs and results of tools, changes to files, requests ' +
      'and who answered them. Recognized secrets are masked; `raw=true` keeps them and needs the role `operator`.',
    query: exportQuerySchema,
    answers: {
      200: ['The session as a file', { 'text/markdown': file, 'text/html': file, 'application/json': file }],
    },
  },
  'GET /api/sessions/:id/timeline': {
    where: 'owner or copy',
    ...ofSession,
    id: 'getTimeline',
    summary: 'Returns when each turn of a session ran, and where the time went.',
    description:
      'For each turn: how long it took, and how much of that was spent on tools, on waiting for a person and on waiting for the ' +
      'API. Also the longest waits and the time of each tool. Calculated from the whole conversation.',
    answers: { 200: ['The timeline', timelineSchema] },
  },
  'GET /api/sessions/:id/permission-rules': {
    ...ofSession,
    id: 'listPermissionRules',
    summary: 'Lists the permission rules of Claude Code that apply to a session.',
    description:
      'What Claude Code itself allows, asks about and denies, and where each rule comes from. Listed by Claude Code in stream runs; ' +
      'otherwise read from its settings files, its flags and the answers given through the hub. `known_from` shows which.',
    answers: { 200: ['The rules', permissionRuleListSchema] },
  },
});
