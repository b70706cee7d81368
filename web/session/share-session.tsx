/** Makes a link to this session for someone without other access. */
import { useState } from 'preact/hooks';
import { t } from '../../src/core/translate.ts';
import type { Share } from '../../src/protocol/devices.ts';
import { useHub } from '../hub/page-hub.ts';
import { CopyLine } from '../parts/copy-line.tsx';
import { exactTime } from '../parts/relative-time.ts';
import { Warning } from '../parts/warning.tsx';

const TIMES = [
  [1, t('1 hour')],
  [24, t('1 day')],
  [168, t('1 week')],
] as const;

export function ShareSession({ id }: { readonly id: string }) {
  const { client } = useHub();
  const [hours, setHours] = useState(24);
  const [share, setShare] = useState<Share>();
  const [problem, setProblem] = useState<string>();
  const create = () =>
    client.devices.share(id, { hours }).then(
      (made) => {
        setShare(made);
        setProblem(undefined);
      },
      (error: Error) => setProblem(error.message),
    );
  return (
    <section class="share">
      <div class="with-button">
        <label>
          <span class="label">{t('Share with a link for')}</span>
          <select
            class="field"
            value={String(hours)}
            onChange={(event) => {
              setHours(Number(event.currentTarget.value));
              setShare(undefined);
            }}
          >
            {TIMES.map(([value, words]) => (
              <option key={value} value={String(value)}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <button type="button" class="button" onClick={() => void create()}>
          {t('Create a link')}
        </button>
      </div>
      {problem && <Warning words={problem} />}
      {share && (
        <>
          <p class="small">
            {t(
              'The first browser that opens this link can read the whole session, with everything Claude has seen, until {time}. It can do nothing else. Revoke it under Settings, Paired devices.',
              { time: exactTime(share.expires_at) },
            )}
          </p>
          {share.links.map((link) => (
            <CopyLine key={link} text={link} />
          ))}
        </>
      )}
    </section>
  );
}
