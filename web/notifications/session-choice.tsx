/** What this device hears of one session: as of any other, everything, or nothing. */
import type { Preferences } from '../../src/protocol/notify.ts';
import { useHub } from '../hub/page-hub.ts';
import { Warning } from '../parts/warning.tsx';
import { usePushState } from './use-push-state.ts';

export type SessionChoice = NonNullable<Preferences['sessions']>[string];

export const CHOICES: Readonly<Record<SessionChoice, string>> = {
  follow: 'Everything',
  mute: 'Nothing',
};

/** The choices with one of them changed; undefined takes it away. */
export function choose(
  sessions: Preferences['sessions'],
  id: string,
  choice: SessionChoice | undefined,
): NonNullable<Preferences['sessions']> {
  const { [id]: _, ...others } = sessions ?? {};
  return choice ? { ...others, [id]: choice } : others;
}

/** Nothing to choose on a device that takes no notifications. */
export function SessionNotices({ id }: { readonly id: string }) {
  return useHub().me.device_id === undefined ? null : <Choice id={id} />;
}

function Choice({ id }: { readonly id: string }) {
  const { state, problem, isBusy, prefer } = usePushState();
  if (!state?.subscribed) return null;
  const { sessions } = state.preferences;
  return (
    <label>
      <span class="label">Notifications on this device</span>
      {problem && <Warning words={problem} />}
      <select
        class="field"
        disabled={isBusy}
        value={sessions?.[id] ?? ''}
        onChange={({ currentTarget: { value } }) =>
          prefer({ sessions: choose(sessions, id, (value || undefined) as SessionChoice | undefined) })
        }
      >
        <option value="">As for any session</option>
        {(Object.keys(CHOICES) as SessionChoice[]).map((choice) => (
          <option key={choice} value={choice}>
            {CHOICES[choice]}
          </option>
        ))}
      </select>
    </label>
  );
}
