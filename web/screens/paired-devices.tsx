/** Paired devices: rename them, change their role, test or revoke them. */
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../src/core/translate.ts';
import type { Device, DevicePatch } from '../../src/protocol/devices.ts';
import { useHub } from '../hub/page-hub.ts';
import { followTest } from '../notifications/follow-test.ts';
import { Ago } from '../parts/ago.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { exactTime } from '../parts/relative-time.ts';
import { tx } from '../parts/tx.tsx';
import { Warning } from '../parts/warning.tsx';
import { DeviceInvitation } from './device-invitation.tsx';
import { ROLE_NAMES, RoleChoice } from './role-choice.tsx';

export function PairedDevices() {
  const { client, me } = useHub();
  const [devices, setDevices] = useState<readonly Device[]>();
  const [problem, setProblem] = useState<string>();
  const [changed, setChanged] = useState<string>();
  const fail = (error: Error) => setProblem(error.message);
  const load = () => client.devices.list().then(({ items }) => setDevices(items), fail);
  // Once, when the screen opens.
  useEffect(() => void load(), []);
  const revoke = (device: Device) => client.devices.revoke(device.id).then(load, fail);
  const change = (device: Device, patch: DevicePatch) => {
    setChanged(undefined);
    setProblem(undefined);
    return client.devices.change(device.id, patch).then(load, fail);
  };
  return (
    <>
      <h2 class="section-head">{t('Paired devices')}</h2>
      {problem && <Warning words={problem} />}
      <ul class="devices">
        {devices?.map((device) =>
          device.id === changed ? (
            <DeviceForm
              key={device.id}
              device={device}
              isOwn={device.id === me.device_id || device.session_id !== undefined}
              onSave={(patch) => void change(device, patch)}
              onBack={() => setChanged(undefined)}
            />
          ) : (
            <li key={device.id} class="device">
              <span class="grow">
                {device.name}
                {device.id === me.device_id && <span class="muted"> {t('(this device)')}</span>}
                <span class="small muted device-about">
                  {device.expires_at === undefined
                    ? tx('{role}, last seen {time}', {
                        role: ROLE_NAMES[device.role],
                        time: <Ago at={device.last_seen_at ?? device.paired_at} />,
                      })
                    : linkText(device.expires_at, device.is_unused)}
                </span>
              </span>
              {device.id !== me.device_id && device.session_id === undefined && (
                <DeviceTest device={device} />
              )}
              <button
                type="button"
                class="button small"
                aria-label={t('Edit {name}', { name: device.name })}
                onClick={() => setChanged(device.id)}
              >
                {t('Edit')}
              </button>
              <ConfirmButton
                label={t('Revoke')}
                name={t('Revoke {name}', { name: device.name })}
                style="button small danger"
                words={
                  device.id === me.device_id
                    ? t(
                        'This is the device you are using. It loses access immediately, and you need a new link to come back.',
                      )
                    : t('{name} loses access immediately.', { name: device.name })
                }
                keepLabel={t('Keep')}
                actLabel={t('Revoke')}
                onAct={() => revoke(device)}
              />
            </li>
          ),
        )}
      </ul>
      {devices?.length === 0 && <p class="muted">{t('No paired devices yet')}</p>}
      <DeviceInvitation known={devices} onPaired={() => void load()} />
    </>
  );
}

interface DeviceFormProps {
  readonly device: Device;
  /** The role of this device cannot be changed here, to avoid locking yourself out. */
  readonly isOwn: boolean;
  readonly onSave: (patch: DevicePatch) => void;
  readonly onBack: () => void;
}

function DeviceForm({ device, isOwn, onSave, onBack }: DeviceFormProps) {
  const [name, setName] = useState(device.name);
  const [role, setRole] = useState(device.role);
  const submit = (event: Event) => {
    event.preventDefault();
    onSave({ name: name.trim(), ...(role !== device.role && { role }) });
  };
  return (
    <li>
      <form class="form grow" onSubmit={submit}>
        <label>
          <span class="label">{t('Name')}</span>
          <input class="field" value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        {!isOwn && <RoleChoice label={t('Role')} role={role} onChoose={setRole} />}
        <div class="row-end">
          <button type="button" class="button small" onClick={onBack}>
            {t('Back')}
          </button>
          <button type="submit" class="button small primary" disabled={name.trim() === ''}>
            {t('Save')}
          </button>
        </div>
      </form>
    </li>
  );
}

/** Sends another device a test notification and shows the result. */
function DeviceTest({ device: { id, name } }: { readonly device: Device }) {
  const { client } = useHub();
  const [words, setWords] = useState<string>();
  const test = async () => {
    setWords(t('Sending the notification…'));
    try {
      setWords(await followTest(client, await client.push.test(id)));
    } catch (error) {
      setWords((error as Error).message);
    }
  };
  return (
    <>
      {words && (
        <span class="small muted device-words" role="status">
          {words}
        </span>
      )}
      <button
        type="button"
        class="button small"
        aria-label={t('Send a test notification to {name}', { name })}
        onClick={test}
      >
        {t('Test')}
      </button>
    </>
  );
}

/** A link to one session. */
function linkText(expires_at: string, isUnused = false): string {
  const time = exactTime(expires_at);
  return isUnused
    ? t('reads one session until {time}; not opened yet', { time })
    : t('reads one session until {time}', { time });
}
