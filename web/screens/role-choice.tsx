/** The roles of devices, in words. */
import { t } from '../../src/core/translate.ts';
import type { Role } from '../../src/protocol/access.ts';
import type { Device } from '../../src/protocol/devices.ts';

const ROLES = {
  viewer: t('Viewer: can watch'),
  approver: t('Approver: can answer, not edit'),
  operator: t('Operator: can do everything'),
} as const;

/** Within other texts. */
export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  viewer: t('viewer'),
  approver: t('approver'),
  operator: t('operator'),
  ingest: t('ingest'),
};

interface RoleChoiceProps {
  readonly label: string;
  readonly role: Device['role'];
  readonly onChoose: (role: Device['role']) => void;
}

export function RoleChoice({ label, role, onChoose }: RoleChoiceProps) {
  return (
    <label>
      <span class="label">{label}</span>
      <select
        class="field"
        value={role}
        onChange={(event) => onChoose(event.currentTarget.value as Device['role'])}
      >
        {Object.entries(ROLES).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
