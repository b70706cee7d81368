/** Invites another device: a QR code and links that pair it once, with the chosen role. */
import { lazy, Suspense } from 'preact/compat';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../src/core/translate.ts';
import type { Device, Pairing } from '../../src/protocol/devices.ts';
import { useHub } from '../hub/page-hub.ts';
import { CopyLine } from '../parts/copy-line.tsx';
import { exactTime } from '../parts/relative-time.ts';
import { Warning } from '../parts/warning.tsx';
import { RoleChoice } from './role-choice.tsx';

const QrCode = lazy(() => import('../parts/qr-code.tsx').then(({ QrCode }) => ({ default: QrCode })));

/** How often the page checks whether the invited device has arrived. */
const CHECK_MS = 2000;

interface DeviceInvitationProps {
  readonly known: readonly Device[] | undefined;
  /** Loads the devices again. */
  readonly onPaired: () => void;
}

export function DeviceInvitation({ known, onPaired }: DeviceInvitationProps) {
  const { client } = useHub();
  const [role, setRole] = useState<Device['role']>('approver');
  const [invited, setInvited] = useState<Pairing>();
  const [problem, setProblem] = useState<string>();
  const arrived = invited && known?.find(({ id }) => id === invited.device_id);
  const isPending = invited !== undefined && !arrived;
  useEffect(() => {
    if (!isPending) return;
    const timer = setInterval(onPaired, CHECK_MS);
    return () => clearInterval(timer);
  }, [isPending, invited]);
  const invite = () =>
    client.devices.invite({ role }).then(
      (pairing) => {
        setProblem(undefined);
        setInvited(pairing);
      },
      (error: Error) => setProblem(error.message),
    );
  const [best] = invited?.links ?? [];
  return (
    <section class="invite">
      <h2 class="section-head">{t('Invite a device')}</h2>
      <div class="with-button">
        <RoleChoice
          label={t('Role for a new device')}
          role={role}
          onChoose={(chosen) => {
            setRole(chosen);
            // The code gives the role it was made for.
            setInvited(undefined);
          }}
        />
        <button type="button" class="button" onClick={() => void invite()}>
          {t('Show a code')}
        </button>
      </div>
      {problem && <Warning words={problem} />}
      {arrived && (
        <p class="notice green" role="status">
          {t('{name} is paired.', { name: arrived.name })}
        </p>
      )}
      {isPending && best !== undefined && (
        <>
          <p class="small">
            {t('Scan this with the other device, or open a link there. It works once, until {time}.', {
              time: exactTime(invited.expires_at),
            })}
          </p>
          <Suspense fallback={null}>
            <QrCode text={best} label={t('Link that pairs a device')} />
          </Suspense>
          {invited.links.map((link) => (
            <CopyLine key={link} text={link} />
          ))}
          {isThisMachine(best) && (
            <p class="notice blue">
              {t(
                'These links work only on the hub’s machine. Run “reins reach” there to let other devices connect.',
              )}
            </p>
          )}
        </>
      )}
    </section>
  );
}

function isThisMachine(link: string): boolean {
  return /^(?:localhost|127\.|\[::1\])/.test(new URL(link).hostname);
}
