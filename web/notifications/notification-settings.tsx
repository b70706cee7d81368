/** The notification settings of this device, and recent deliveries. */
import { useEffect, useState } from 'preact/hooks';
import { DEFAULT_KINDS } from '../../src/core/notices.ts';
import { t } from '../../src/core/translate.ts';
import type { Delivery, PushState } from '../../src/protocol/notify.ts';
import { useHub } from '../hub/page-hub.ts';
import { pushObstacle, switchOff, switchOn } from '../hub/push.ts';
import { Ago } from '../parts/ago.tsx';
import { CopyLine } from '../parts/copy-line.tsx';
import { Warning } from '../parts/warning.tsx';
import { ChosenSessions } from './chosen-sessions.tsx';
import { aboutText, stateText } from './delivery-text.ts';
import { followTest } from './follow-test.ts';
import { NOTICES } from './notices.ts';
import { QuietHours } from './quiet-hours.tsx';
import { type KeptPushState, usePushState } from './use-push-state.ts';

export function NotificationSettings() {
  const { me } = useHub();
  return (
    <section class="notifications">
      <h2 class="section-head">{t('Notifications')}</h2>
      {me.device_id === undefined ? (
        <>
          <p class="notice blue">
            {t('Only paired devices receive notifications. To pair this one, run this on the hub’s machine:')}
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
          {t('Turn on notifications')}
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
    // A refusal is known immediately; delivery takes a moment and must not block the form.
    if (sent.state === 'failed') await verdict;
    setNote(t('Sending the notification…'));
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
          {t('Send a test')}
        </button>
        <button type="button" class="text-button" onClick={() => run(() => switchOff(client))}>
          {t('Turn off')}
        </button>
      </div>
      <DeliveryList deliveries={deliveries} />
    </fieldset>
  );
}

const SHOWN = 8;

/** Recent deliveries deliveries. */
function useDeliveries() {
  const { client } = useHub();
  const [deliveries, setDeliveries] = useState<readonly Delivery[]>([]);
  const take = (items: readonly Delivery[]) => setDeliveries(items.slice(0, SHOWN));
  // Once, when the screen opens.
  useEffect(() => {
    client.push.deliveries().then(
      ({ items }) => take(items),
      // Nothing else depends on the list.
      () => {},
    );
  }, []);
  return { deliveries, take };
}

/** Recent notifications to all devices, with their state. */
function DeliveryList({ deliveries }: { readonly deliveries: readonly Delivery[] }) {
  const { me } = useHub();
  if (deliveries.length === 0) return null;
  return (
    <div>
      <h3 class="label">{t('Recent deliveries')}</h3>
      <ul class="devices">
        {deliveries.map((one) => (
          <li key={one.id}>
            <span class="grow">
              {aboutText(one)}
              {one.device_id !== me.device_id && (
                <span class="muted"> {t('to {device}', { device: one.target })}</span>
              )}
              <span class={`small device-about ${one.state === 'failed' ? 'failed' : 'muted'}`}>
                {stateText(one)}
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
