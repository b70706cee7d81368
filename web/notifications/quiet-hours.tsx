/** The hours without notifications. */
import { t } from '../../src/core/translate.ts';
import type { Preferences } from '../../src/protocol/notify.ts';

interface QuietHoursProps {
  readonly preferences: Preferences;
  readonly onChange: (change: Preferences) => void;
}

export function QuietHours({ preferences: { quiet }, onChange }: QuietHoursProps) {
  return (
    <div>
      <label class="check">
        <input
          type="checkbox"
          checked={Boolean(quiet)}
          onChange={(event) =>
            onChange({ quiet: event.currentTarget.checked ? { from: '22:00', to: '07:00' } : null })
          }
        />
        <span>{t('Quiet hours, in the hub’s time zone')}</span>
      </label>
      {quiet && (
        <div class="quiet-hours">
          <div class="pair">
            {(['from', 'to'] as const).map((end) => (
              <label key={end}>
                <span class="label">{end === 'from' ? t('From') : t('To')}</span>
                <input
                  class="field"
                  type="time"
                  required
                  value={quiet[end]}
                  onChange={({ currentTarget: { value } }) =>
                    value && onChange({ quiet: { ...quiet, [end]: value } })
                  }
                />
              </label>
            ))}
          </div>
          <label class="check">
            <input
              type="checkbox"
              checked={quiet.asks_too === true}
              onChange={(event) => onChange({ quiet: { ...quiet, asks_too: event.currentTarget.checked } })}
            />
            <span>{t('Still notify me about requests')}</span>
          </label>
        </div>
      )}
    </div>
  );
}
