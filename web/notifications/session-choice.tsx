/** The notifications of one session on this device: default, everything or nothing. */
import { t } from '../../src/core/translate.ts';
import type { Preferences } from '../../src/protocol/notify.ts';
import { useHub } from '../hub/page-hub.ts';
import { Warning } from '../parts/warning.tsx';
import { usePushState } from './use-push-state.ts';

export type SessionChoice = NonNullable<Preferences['sessions']>[string];

export const CHOICES: Readonly<Record<SessionChoice, string>> = {
  follow: t('Everything'),
  mute: t('Nothing'),
};

/** Returns the choices with one changed; undefined removes it. */
export function choose(
  sessions: Preferences['sessions'],
  id: string,
  choice: SessionChoice | undefined,
): NonNullable<Preferences['sessions']> {
  const { [id]: _, ...others } = sessions ?? {};
  return choice ? { ...others, [id]: choice } : others;
}

/** Hidden on devices that are not paired. */
export function SessionNotices({ id }: { readonly id: string }) {
  return useHub().me.device_id === undefined ? null : <Choice id={id} />;
}

/** Rendered from the start, so that nothing below it moves. */
function Choice({ id }: { readonly id: string }) {
  const { state, problem, prefer } = usePushState();
  const sessions = state?.preferences.sessions;
  const isOff = state !== undefined && !state.subscribed;
  return (
    <label>
      <span class="label">{t('Notifications on this device')}</span>
      {problem && <Warning words={problem} />}
      <select
        class="field"
        disabled={!state?.subscribed}
        value={sessions?.[id] ?? ''}
        onChange={({ currentTarget: { value } }) =>
          prefer({ sessions: choose(sessions, id, (value || undefined) as SessionChoice | undefined) })
        }
      >
        <option value="">{isOff ? t('Off in settings') : t('Default')}</option>
        {(Object.keys(CHOICES) as SessionChoice[]).map((choice) => (
          <option key={choice} value={choice}>
            {CHOICES[choice]}
          </option>
        ))}
      </select>
    </label>
  );
}
