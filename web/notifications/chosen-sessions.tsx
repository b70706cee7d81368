/** The sessions that are followed or muted on this device. */
import { Link } from 'wouter';
import { t } from '../../src/core/translate.ts';
import type { Preferences } from '../../src/protocol/notify.ts';
import { useHub } from '../hub/page-hub.ts';
import { useStore } from '../hub/store.ts';
import { CHOICES, choose } from './session-choice.tsx';

interface ChosenSessionsProps {
  readonly preferences: Preferences;
  readonly onChange: (change: Preferences) => void;
}

export function ChosenSessions({ preferences: { sessions = {} }, onChange }: ChosenSessionsProps) {
  const known = useStore(useHub().sessions).sessions;
  const chosen = Object.entries(sessions);
  return (
    <div>
      <h3 class="label">{t('By session')}</h3>
      {chosen.length === 0 && (
        <p class="muted small">{t('To follow or mute a session on this device, open its menu.')}</p>
      )}
      <ul class="devices">
        {chosen.map(([id, choice]) => (
          <li key={id}>
            <Link class="grow cut" href={`/sessions/${id}`}>
              {known.find(({ session_id }) => session_id === id)?.title || id.slice(0, 8)}
              <span class="small muted device-about">{CHOICES[choice]}</span>
            </Link>
            <button
              type="button"
              class="button small"
              onClick={() => onChange({ sessions: choose(sessions, id, undefined) })}
            >
              {t('Reset')}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
