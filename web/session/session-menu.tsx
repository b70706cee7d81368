/** Actions on a session: those that its driver supports and this device may use. */
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter';
import { modelName } from '../../src/core/conversation/model-name.ts';
import { CHOSEN_MODES } from '../../src/core/new-session/run-options.ts';
import { splitAddress } from '../../src/core/session-address.ts';
import { t } from '../../src/core/translate.ts';
import { canBeEnded, endWarning } from '../../src/core/wording/end-text.ts';
import { modeText } from '../../src/core/wording/suggestion-text.ts';
import type { Capability, SessionView } from '../../src/protocol/session.ts';
import type { SessionPatch } from '../../src/protocol/steering.ts';
import { useHub } from '../hub/page-hub.ts';
import { SessionNotices } from '../notifications/session-choice.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { ModelChoice } from '../parts/model-choice.tsx';
import { Sheet, SheetEnd } from '../parts/sheet.tsx';
import { Warning } from '../parts/warning.tsx';
import { changeSession } from '../screens/change-session.ts';
import { SessionMarks } from '../screens/session-marks.tsx';
import { SaveSession } from './save-session.tsx';
import { ShareSession } from './share-session.tsx';
import { trustOf, useBeginning } from './use-beginning.ts';

export function SessionMenu({ view, onClose }: { readonly view: SessionView; readonly onClose: () => void }) {
  const hub = useHub();
  const [, go] = useLocation();
  const { session_id: id, status, capabilities, permission_mode } = view;
  const can = (one: Capability) => hub.maySteer() && capabilities.includes(one);

  const { isBusy, problem, agreed, act } = useBeginning((session) => {
    hub.sessions.put(session);
    onClose();
    if (session.session_id !== splitAddress(id).id) go(`/sessions/${session.session_id}`);
  });
  const change = (patch: SessionPatch) => act(() => changeSession(hub, id, patch));
  const isLive = status !== 'ended';
  const canNothing = !hub.maySteer();

  return (
    <Sheet title={t('This session')} onClose={onClose}>
      {problem && <Warning words={problem} />}
      {canNothing && <p class="muted">{t('To control sessions, this device needs the operator role.')}</p>}
      <fieldset class="menu" disabled={isBusy}>
        {can('set_mode') && isLive && (
          <label>
            <span class="label">{t('Mode')}</span>
            <select
              class="field"
              value={permission_mode}
              onChange={(event) =>
                change({ permission_mode: event.currentTarget.value as (typeof CHOSEN_MODES)[number] })
              }
            >
              {CHOSEN_MODES.map((mode) => (
                <option key={mode} value={mode}>
                  {modeText(mode)}
                </option>
              ))}
            </select>
          </label>
        )}
        {can('set_model') && isLive && <SwitchModel view={view} onSwitch={(model) => change({ model })} />}
        {hub.maySteer() && <SessionMarks session={view} onChange={change} />}
        <SessionNotices id={id} />
        <SaveSession id={id} />
        {hub.maySteer() && !view.host_state && <ShareSession id={id} />}
        {can('takeover') && (
          <button type="button" class="button" onClick={() => act(() => hub.client.takeover(id, agreed))}>
            {agreed.trust
              ? agreed.force
                ? t('Trust the folder and take over anyway')
                : t('Trust the folder and take over from the terminal')
              : agreed.force
                ? t('Take over anyway')
                : t('Take over from the terminal')}
          </button>
        )}
        {can('resume') && (
          <button
            type="button"
            class="button"
            onClick={() => act(() => hub.client.resume(id, trustOf(agreed)))}
          >
            {agreed.trust ? t('Trust the folder and resume') : t('Resume')}
          </button>
        )}
        {can('fork') && (
          <button
            type="button"
            class="button"
            onClick={() => act(() => hub.client.fork(id, trustOf(agreed)))}
          >
            {agreed.trust ? t('Trust the folder and fork into a new session') : t('Fork into a new session')}
          </button>
        )}
        {hub.maySteer() && view.driver === 'external' && isLive && (
          <label class="check">
            <input
              type="checkbox"
              checked={view.relay}
              onChange={(event) => change({ relay: event.currentTarget.checked })}
            />
            <span>{t('Relay messages to this terminal. Claude sees that they were not typed there.')}</span>
          </label>
        )}
        {hub.maySteer() && canBeEnded(view) && (
          <ConfirmButton
            label={t('End this session')}
            style="button danger"
            words={
              endWarning(view) ??
              t('Claude stops immediately. The conversation stays, and you can resume it.')
            }
            keepLabel={t('Leave it running')}
            actLabel={t('End it')}
            onAct={() => act(() => hub.client.stopSession(id))}
          />
        )}
      </fieldset>
      <SheetEnd onClose={onClose} />
    </Sheet>
  );
}

interface SwitchModelProps {
  readonly view: Pick<SessionView, 'model'>;
  readonly onSwitch: (model: string) => void;
}

/** Switches the model: immediately if chosen from the list, with a button if its name is typed. */
function SwitchModel({ view: { model }, onSwitch }: SwitchModelProps) {
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  return (
    <>
      <ModelChoice
        value={typed}
        whenEmpty={model ? modelName(model) : t('Unchanged')}
        onChange={(value, isKnown) => {
          setTyped(isKnown ? '' : value);
          if (isKnown && value !== '') onSwitch(value);
        }}
      />
      {name !== '' && (
        <button type="button" class="button" onClick={() => onSwitch(name)}>
          {t('Use this model')}
        </button>
      )}
    </>
  );
}
