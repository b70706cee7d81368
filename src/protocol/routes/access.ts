/** Routes about tokens, devices and the caller's identity. */
import { z } from 'zod';
import { createdTokenSchema, newTokenSchema, tokenListSchema, tokenNameSchema } from '../access.ts';
import { sessionParamsSchema } from '../api.ts';
import {
  deviceListSchema,
  devicePatchSchema,
  deviceSchema,
  meSchema,
  newPairingSchema,
  newShareSchema,
  pairedDeviceSchema,
  pairingSchema,
  pairSchema,
  shareSchema,
} from '../devices.ts';
import { defineRoutes } from './define-routes.ts';

const ofDevice = { role: 'operator', params: z.object({ id: z.string() }), fails: [404] } as const;

export const accessRoutes = defineRoutes('access', {
  'GET /api/tokens': {
    id: 'listTokens',
    role: 'operator',
    summary: 'Lists named tokens, without their secrets.',
    answers: { 200: ['The tokens', tokenListSchema] },
  },
  'POST /api/tokens': {
    id: 'createToken',
    role: 'operator',
    summary: 'Creates a named token.',
    description: 'The token is shown only in this response.',
    body: newTokenSchema,
    answers: { 201: ['The token', createdTokenSchema] },
    fails: [409],
  },
  'DELETE /api/tokens/:name': {
    id: 'revokeToken',
    role: 'operator',
    summary: 'Revokes a token.',
    description: 'Its streams and sockets end immediately.',
    params: z.object({ name: tokenNameSchema }),
    answers: { 204: ['It is no longer accepted'] },
    fails: [404],
  },
  'POST /api/pairings': {
    id: 'inviteDevice',
    role: 'operator',
    summary: 'Invites a device.',
    description:
      'The code works once, for ten minutes. `links` open the page with it; the code is in their fragment.',
    body: newPairingSchema,
    answers: { 201: ['The invitation', pairingSchema] },
  },
  'POST /api/pair': {
    id: 'pairDevice',
    role: 'anyone',
    summary: 'Pairs the calling device.',
    description:
      'Needs the code of an invitation instead of a token. The device gets two secrets and needs both: a cookie that scripts cannot ' +
      'read, and `key`, to be sent with every request as `X-Reins-Device-Key`, on sockets as the subprotocol `reins.device-key.KEY`.',
    body: pairSchema,
    answers: { 201: ['The device', pairedDeviceSchema] },
    fails: [403, 429],
  },
  'POST /api/sessions/:id/share': {
    id: 'shareSession',
    // On this host only: links made by other hosts of the fleet would outlive their membership.
    where: 'copy',
    role: 'operator',
    summary: 'Creates a link to one session for someone without other access.',
    description:
      'The first browser that opens the link may read this session until it expires, as a viewer, and nothing else. Links are listed ' +
      'with the devices, and revoked like them. Nothing is masked. Only for sessions of this host.',
    params: sessionParamsSchema,
    body: newShareSchema,
    bodyIs: 'optional',
    answers: { 201: ['The link', shareSchema] },
    fails: [404],
  },
  'GET /api/devices': {
    id: 'listDevices',
    role: 'operator',
    summary: 'Lists paired devices.',
    answers: { 200: ['The devices', deviceListSchema] },
  },
  'PATCH /api/devices/:id': {
    ...ofDevice,
    id: 'changeDevice',
    summary: 'Renames a device or changes its role.',
    body: devicePatchSchema,
    answers: { 200: ['The device', deviceSchema] },
  },
  'DELETE /api/devices/:id': {
    ...ofDevice,
    id: 'revokeDevice',
    summary: 'Revokes a device.',
    description: 'Its streams and sockets end immediately.',
    answers: { 204: ['It no longer has access'] },
  },
  'GET /api/me': {
    id: 'getMe',
    role: 'viewer',
    shared: 'self',
    summary: "Returns the caller's identity.",
    answers: { 200: ['Name and role', meSchema] },
  },
  'DELETE /api/me': {
    id: 'leave',
    role: 'viewer',
    shared: 'self',
    summary: 'Unpairs the calling device.',
    answers: { 204: ['It no longer has access'] },
    fails: [400],
  },
});
