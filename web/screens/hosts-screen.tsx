/** The hosts of the fleet: who is there, and, on the host that founded it, invitations and removal. */
import { useState } from 'preact/hooks';
import { t, tn } from '../../src/core/translate.ts';
import { HOST_STATES } from '../../src/core/wording/host-words.ts';
import type { Host } from '../../src/protocol/fleet.ts';
import type { Invited } from '../../src/protocol/fleet-invitation.ts';
import { useHub } from '../hub/page-hub.ts';
import { useStore } from '../hub/store.ts';
import { Ago } from '../parts/ago.tsx';
import { CopyLine } from '../parts/copy-line.tsx';
import { QrCode } from '../parts/qr-code.tsx';
import { exactTime } from '../parts/relative-time.ts';
import { ScreenBar, TO_SETTINGS } from '../parts/screen-bar.tsx';
import { tx } from '../parts/tx.tsx';
import { Warning } from '../parts/warning.tsx';
import { ROLE_NAMES } from './role-choice.tsx';

/** A denser code is hard to scan; an invitation with a certificate is longer. */
const QR_CHARACTERS = 700;

export function HostsScreen() {
  const hub = useHub();
  const { fleet, all } = useStore(hub.hosts);
  const mayManage = hub.maySteer() && fleet?.is_founder === true;
  return (
    <div class="screen">
      <ScreenBar title={t('Hosts')} back={TO_SETTINGS} />
      <div class="scroll">
        <div class="column">
          {fleet && !fleet.is_connected && (
            <Warning
              words={t(
                'This hub cannot reach the NATS server of the fleet. Other hosts are shown as they were last seen.',
              )}
            />
          )}
          <ul class="devices">
            {all.map((host) => (
              <HostRow key={host.host_id} host={host} mayRemove={mayManage && !host.is_self} />
            ))}
          </ul>
          {!fleet && <NoFleet />}
          {mayManage && <Invitation />}
        </div>
      </div>
    </div>
  );
}

function HostRow({ host, mayRemove }: { readonly host: Host; readonly mayRemove: boolean }) {
  const hub = useHub();
  const [isSure, setSure] = useState(false);
  const state = HOST_STATES[host.state];
  const [problem, setProblem] = useState<string>();
  const remove = () =>
    hub.client.fleet.remove(host.host_id).then(
      () => hub.hosts.load(),
      (error: Error) => setProblem(error.message),
    );
  return (
    <li class="device">
      <span class="grow">
        <span class="status">
          <span class={`mark ${host.state === 'online' ? 'working' : 'ended'}`} aria-hidden="true" />
        </span>{' '}
        {host.name}
        {host.is_self && <span class="muted"> {t('(this host)')}</span>}
        <span class="small muted device-about">
          {host.state === 'online'
            ? tx('{state}, started {time}', { state, time: <Ago at={host.started_at} /> })
            : tx('{state}, last seen {time}', { state, time: <Ago at={host.last_seen_at} /> })}
          {` · ${tn(host.sessions, '{n} session', '{n} sessions')}`}
          {host.open_interactions > 0 &&
            ` · ${tn(host.open_interactions, '{n} waiting for you', '{n} waiting for you')}`}
        </span>
        <span class="small muted device-about">
          Reins {host.version}
          {host.is_behind_version && ` ${t('(update available)')}`}
          {!host.is_self && ` · ${t('others can act there as {role}', { role: ROLE_NAMES[host.max_role] })}`}
          {host.lag_events > 0 && ` · ${tn(host.lag_events, '{n} event behind', '{n} events behind')}`}
        </span>
        {problem && <Warning words={problem} />}
      </span>
      {mayRemove && !isSure && (
        <button
          type="button"
          class="button small danger"
          aria-label={t('Remove {name}', { name: host.name })}
          onClick={() => setSure(true)}
        >
          {t('Remove')}
        </button>
      )}
      {isSure && (
        <>
          <button type="button" class="button small" onClick={() => setSure(false)}>
            {t('Keep')}
          </button>
          <button type="button" class="button small danger" onClick={remove}>
            {t('Remove {name}', { name: host.name })}
          </button>
        </>
      )}
    </li>
  );
}

function NoFleet() {
  return (
    <div class="empty">
      <h2>{t('One host')}</h2>
      <p>{t('A fleet shows the sessions of all your machines here. Create one on this machine:')}</p>
      <CopyLine text="reins fleet init --name home" />
    </div>
  );
}

function Invitation() {
  const hub = useHub();
  const [name, setName] = useState('');
  const [invited, setInvited] = useState<Invited & { readonly name: string }>();
  const [problem, setProblem] = useState<string>();
  const invite = async (event: Event) => {
    event.preventDefault();
    setProblem(undefined);
    try {
      setInvited({ ...(await hub.client.fleet.invite({ name: name.trim() })), name: name.trim() });
      setName('');
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <>
      <h2 class="section-head">{t('Invite a host')}</h2>
      <form class="with-button" onSubmit={invite}>
        <label>
          <span class="label">{t('Name of the new host')}</span>
          <input
            class="field"
            value={name}
            placeholder="laptop"
            autocapitalize="off"
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="button" disabled={name.trim() === ''}>
          {t('Invite')}
        </button>
      </form>
      {problem && <Warning words={problem} />}
      {invited && (
        <>
          <p class="small">
            {t('Run this on {host}. It works once, until {time}, and is not shown again.', {
              host: invited.name,
              time: exactTime(invited.expires_at),
            })}
          </p>
          <CopyLine text={`reins fleet join ${invited.invitation}`} />
          {invited.invitation.length <= QR_CHARACTERS && (
            <QrCode text={invited.invitation} label={t('Invitation for {name}', { name: invited.name })} />
          )}
          {invited.nats_server !== 'reloaded' && (
            <Warning
              words={t(
                'The NATS server does not recognize the new host yet. Start the server, or reload its configuration.',
              )}
            />
          )}
        </>
      )}
    </>
  );
}
