/** What this device is told of while nobody looks at it. */
import { useEffect, useState } from 'preact/hooks';
import { DEFAULT_KINDS } from '../../src/core/notices.ts';
import type { Preferences, PushState } from '../../src/protocol/notify.ts';
import { NOTICES } from '../hub/notices.ts';
import { useHub } from '../hub/page-hub.ts';
import { pushObstacle, switchOff, switchOn } from '../hub/push.ts';
import { Warning } from '../parts/warning.tsx';

export function NotificationSettings() {
  const { client } = useHub();
  const [state, setState] = useState<PushState>();
  const [problem, setProblem] = useState<string>();
  const [note, setNote] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const obstacle = pushObstacle();

  const run = async (call: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(undefined);
    setNote(undefined);
    try {
      await call();
      setState(await client.push.state());
    } catch (error) {
      setProblem((error as Error).message);
    }
    setBusy(false);
  };
  // Once, when the screen opens.
  useEffect(() => void run(async () => {}), []);

  if (!state) return problem ? <Warning words={problem} /> : null;
  const { subscribed, public_key, preferences } = state;
  const prefer = (change: Preferences) => run(() => client.push.prefer({ ...preferences, ...change }));
  return (
    <section>
      <h2 class="section-head">Notifications</h2>
      {problem && <Warning words={problem} />}
      {note && <p class="notice green">{note}</p>}
      {obstacle && !subscribed && <p class="notice blue">{obstacle}</p>}
      <fieldset class="menu" disabled={isBusy}>
        {!obstacle && !subscribed && (
          <button type="button" class="button" onClick={() => run(() => switchOn(client, public_key))}>
            Notify this device
          </button>
        )}
        {subscribed && (
          <>
            <div>
              {NOTICES.map(({ kind, words }) => (
                <label key={kind} class="check">
                  <input
                    type="checkbox"
                    checked={preferences.kinds?.[kind] ?? DEFAULT_KINDS[kind]}
                    onChange={(event) =>
                      prefer({ kinds: { ...preferences.kinds, [kind]: event.currentTarget.checked } })
                    }
                  />
                  <span>{words}</span>
                </label>
              ))}
            </div>
            <Quiet preferences={preferences} onChange={prefer} />
            <div class="extras">
              <button
                type="button"
                class="text-button"
                onClick={() =>
                  run(async () => {
                    const { state: became, reason } = await client.push.test();
                    if (became === 'failed') throw new Error(reason ?? 'The push service refused it.');
                    setNote('It is on its way.');
                  })
                }
              >
                Send one to try
              </button>
              <button type="button" class="text-button" onClick={() => run(() => switchOff(client))}>
                Switch off
              </button>
            </div>
          </>
        )}
      </fieldset>
    </section>
  );
}

interface QuietProps {
  readonly preferences: Preferences;
  readonly onChange: (change: Preferences) => void;
}

function Quiet({ preferences: { quiet }, onChange }: QuietProps) {
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
        <span>Quiet hours, by the clock of the hub</span>
      </label>
      {quiet && (
        <div class="pair">
          <label>
            <span class="label">From</span>
            <input
              class="field"
              type="time"
              value={quiet.from}
              onChange={(event) => onChange({ quiet: { ...quiet, from: event.currentTarget.value } })}
            />
          </label>
          <label>
            <span class="label">To</span>
            <input
              class="field"
              type="time"
              value={quiet.to}
              onChange={(event) => onChange({ quiet: { ...quiet, to: event.currentTarget.value } })}
            />
          </label>
        </div>
      )}
    </div>
  );
}
