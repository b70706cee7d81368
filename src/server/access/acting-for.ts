/**
 * A program with a token may name the person it acts for. The name is recorded together with that of the
 * token (`Ada via slack`), so it cannot pass for another caller; the role can only be lowered.
 */
import { findHidden } from '../../lib/hidden-characters.ts';
import type { Identity } from '../../protocol/access.ts';
import { type DeviceRole, deviceRoleSchema } from '../../protocol/devices.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { mayCall } from './access-table.ts';

const NAME_HEADER = 'x-reins-for';
const ROLE_HEADER = 'x-reins-for-role';
const LONGEST_NAME = 100;

/** Throws `invalid_request` for a device, an invalid name or an unknown role. */
export function actingFor(identity: Identity, header: (name: string) => string | undefined): Identity {
  const encoded = header(NAME_HEADER);
  const chosen = header(ROLE_HEADER);
  if (encoded === undefined && chosen === undefined) return identity;
  if (identity.device !== undefined || identity.role === 'ingest') {
    throw invalid(
      `Only a token with the role viewer, approver or operator may use the header ${NAME_HEADER}.`,
    );
  }
  const name = readName(encoded ?? '');
  const role = chosen === undefined ? identity.role : lowerOf(identity.role, readRole(chosen));
  return { ...identity, name: `${name} via ${identity.name}`, role };
}

function readName(encoded: string): string {
  const name = decode(encoded)?.trim() ?? '';
  if (name !== '' && name.length <= LONGEST_NAME && !/[\r\n\t]/.test(name) && findHidden(name) === undefined)
    return name;
  throw invalid(
    `The header ${NAME_HEADER} must contain a percent-encoded name of 1 to ${LONGEST_NAME} visible characters.`,
  );
}

function readRole(text: string): DeviceRole {
  const role = deviceRoleSchema.safeParse(text);
  if (role.success) return role.data;
  throw invalid(`The header ${ROLE_HEADER} must be one of: ${deviceRoleSchema.options.join(', ')}.`);
}

function lowerOf(own: Identity['role'], chosen: DeviceRole): Identity['role'] {
  return mayCall(own, chosen) ? chosen : own;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function invalid(message: string): ReinsError {
  return new ReinsError('invalid_request', message);
}
