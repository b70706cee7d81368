/** This device, and the other devices that were let in. */
import { useEffect, useState } from 'preact/hooks';
import { Link } from 'wouter';
import type { Device } from '../../src/protocol/devices.ts';
import { useHub } from '../hub/page-hub.ts';
import { DeviceTest } from '../notifications/device-test.tsx';
import { NotificationSettings } from '../notifications/notification-settings.tsx';
import { Ago } from '../parts/ago.tsx';
import { CopyLine } from '../parts/copy-line.tsx';
import { Warning } from '../parts/warning.tsx';

export function SettingsScreen() {
  const hub = useHub();
  return (
    <div class="screen">
      <header class="bar">
        <h1>Settings</h1>
      </header>
      <div class="scroll">
        <div class="column">
          <h2 class="section-head">This device</h2>
          <p>
            {hub.me.name}, as {hub.me.role}
          </p>
          <h2 class="section-head">Answers and costs</h2>
          <p class="extras">
            <Link class="text-button" href="/rules">
              Rules that answer for you
            </Link>
            <Link class="text-button" href="/decisions">
              Who decided what
            </Link>
            <Link class="text-button" href="/usage">
              What was used
            </Link>
          </p>
          <NotificationSettings />
          {hub.maySteer() && <Devices />}
        </div>
      </div>
    </div>
  );
}

function Devices() {
  const { client, me } = useHub();
  const [devices, setDevices] = useState<readonly Device[]>();
  const [problem, setProblem] = useState<string>();
  const load = () =>
    client.devices.list().then(
      ({ items }) => setDevices(items),
      (error: Error) => setProblem(error.message),
    );
  // Once, when the screen opens.
  useEffect(() => void load(), []);
  const revoke = (device: Device) =>
    client.devices.revoke(device.id).then(load, (error: Error) => setProblem(error.message));
  return (
    <>
      <h2 class="section-head">Paired devices</h2>
      {problem && <Warning words={problem} />}
      <ul class="devices">
        {devices?.map((device) => (
          <li key={device.id}>
            <span class="grow">
              {device.name}
              {device.id === me.device_id && <span class="muted"> (this one)</span>}
              <span class="small muted device-about">
                {device.role}, seen <Ago at={device.last_seen_at ?? device.paired_at} />
              </span>
            </span>
            {device.id !== me.device_id && <DeviceTest device={device} />}
            <button type="button" class="button small danger" onClick={() => revoke(device)}>
              Revoke
            </button>
          </li>
        ))}
      </ul>
      {devices?.length === 0 && <p class="muted">None yet.</p>}
      <p class="muted small add-device">To let another device in, ask for a link where the hub runs:</p>
      <CopyLine text="reins pair" />
    </>
  );
}
