/** What this device is told of while nobody looks at it, and whether it arrives. */
import { useEffect, useState } from 'preact/hooks';
import { DEFAULT_KINDS } from '../../src/core/notices.ts';
import type { Delivery, PushState } from '../../src/protocol/notify.ts';
import { useHub } from '../hub/page-hub.ts';
import { pushObstacle, switchOff, switchOn } from '../hub/push.ts';
import { Ago } from '../parts/ago.tsx';
import { CopyLine } from '../parts/copy-line.tsx';
import { Warning } from '../parts/warning.tsx';
import { ChosenSessions } from './chosen-sessions.tsx';
import { aboutWords, stateWords } from './delivery-words.ts';
import { followTest } from './follow-test.ts';
import { NOTICES } from './notices.ts';
import { QuietHours } from './quiet-hours.tsx';
import { type KeptPushState, usePushState } from './use-push-state.ts';

export function NotificationSettings() {
  const { me } = useHub();
  return (
    <section class="notifications">
      <h2 class="section-head">Notifications</h2>
      {me.device_id === undefined ? (
        <>
          <p class="notice blue">
            Only a paired device takes notifications. Pair this one where the hub runs:
          </p>
          <CopyLine text="reins pair" />
        </>
      ) : (
        <OfThisDevice />
      )}
    </section>
  );
}

function OfThisDevice() {
  const { client } = useHub();
  const push = usePushState();
  const { state, problem, isBusy, run } = push;
  const obstacle = pushObstacle();
  if (!state) return problem ? <Warning words={problem} /> : null;
  return (
    <>
      {problem && <Warning words={problem} />}
      {obstacle && <p class="notice blue">{obstacle}</p>}
      {!obstacle && !state.subscribed && (
        <button
          type="button"
          class="button"
          disabled={isBusy}
          onClick={() => run(() => switchOn(client, state.public_key))}
        >
          Notify this device
        </button>
      )}
      {state.subscribed && <Choices push={push} state={state} />}
    </>
  );
}

function Choices({ push, state }: { readonly push: KeptPushState; readonly state: PushState }) {
  const { client } = useHub();
  const { deliveries, take } = useDeliveries();
  const [note, setNote] = useState<string>();
  const { isBusy, run, prefer } = push;
  const { preferences } = state;
  const test = async () => {
    setNote(undefined);
    const sent = await client.push.test();
    const verdict = followTest(client, sent, take);
    // What the push service has refused is known at once; the rest takes a moment, and may take it alone.
    if (sent.state === 'failed') await verdict;
    setNote('It is on its way.');
    verdict.then(setNote, () => {});
  };
  return (
    <fieldset class="menu" disabled={isBusy}>
      {note && (
        <p class="notice green" role="status">
          {note}
        </p>
      )}
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
      <QuietHours preferences={preferences} onChange={prefer} />
      <ChosenSessions preferences={preferences} onChange={prefer} />
      <div class="extras">
        <button type="button" class="text-button" onClick={() => run(test)}>
          Send one to try
        </button>
        <button type="button" class="text-button" onClick={() => run(() => switchOff(client))}>
          Switch off
        </button>
      </div>
      <DeliveryList deliveries={deliveries} />
    </fieldset>
  );
}

const SHOWN = 8;

/** The newest deliveries. */
function useDeliveries() {
  const { client } = useHub();
  const [deliveries, setDeliveries] = useState<readonly Delivery[]>([]);
  const take = (items: readonly Delivery[]) => setDeliveries(items.slice(0, SHOWN));
  // Once, when the screen opens.
  useEffect(() => {
    client.push.deliveries().then(
      ({ items }) => take(items),
      // The list is not needed for anything else.
      () => {},
    );
  }, []);
  return { deliveries, take };
}

/** What became of the newest notifications, to this device and to others. */
function DeliveryList({ deliveries }: { readonly deliveries: readonly Delivery[] }) {
  const { me } = useHub();
  if (deliveries.length === 0) return null;
  return (
    <div>
      <h3 class="label">The newest</h3>
      <ul class="devices">
        {deliveries.map((one) => (
          <li key={one.id}>
            <span class="grow">
              {aboutWords(one)}
              {one.device_id !== me.device_id && <span class="muted"> to {one.target}</span>}
              <span class={`small device-about ${one.state === 'failed' ? 'failed' : 'muted'}`}>
                {stateWords(one)}
              </span>
            </span>
            <span class="small muted">
              <Ago at={one.at} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
