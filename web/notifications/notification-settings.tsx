/** What this device is told of while nobody looks at it, and whether it arrives. */
import { useState } from 'preact/hooks';
import { DEFAULT_KINDS } from '../../src/core/notices.ts';
import type { PushState } from '../../src/protocol/notify.ts';
import { useHub } from '../hub/page-hub.ts';
import { pushObstacle, switchOff, switchOn } from '../hub/push.ts';
import { CopyLine } from '../parts/copy-line.tsx';
import { Warning } from '../parts/warning.tsx';
import { ChosenSessions } from './chosen-sessions.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { followTest } from './follow-test.ts';
import { NOTICES } from './notices.ts';
import { QuietHours } from './quiet-hours.tsx';
import { useDeliveries } from './use-deliveries.ts';
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
