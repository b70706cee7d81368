/** The role of a device, in words. */
import { t } from '../../src/core/translate.ts';
import type { Device } from '../../src/protocol/devices.ts';

const ROLES = {
  viewer: t('Viewer: can watch'),
  approver: t('Approver: can answer, not edit'),
  operator: t('Operator: can do everything'),
} as const;

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
