/** The choices for a session, permission mode and model, in both forms of the protocol. */
import type { SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk';
import { CHOSEN_MODES } from '../core/new-session/run-options.ts';
import { modeText } from '../core/wording/suggestion-text.ts';
import type { Session } from '../protocol/session.ts';

export type Chosen = Pick<Session, 'permission_mode' | 'model' | 'capabilities' | 'status'>;

export const MODE_OPTION = 'mode';
export const MODEL_OPTION = 'model';

const MODELS = ['opus', 'sonnet', 'haiku'];

/** Both, as responses to `session/new` and similar calls contain them. */
export function choicesOf(session: Chosen): {
  modes: SessionModeState;
  configOptions: SessionConfigOption[];
} {
  return { modes: modesOf(session), configOptions: configOptionsOf(session) };
}

function modesOf(session: Chosen): SessionModeState {
  const availableModes = values(session, 'set_mode', CHOSEN_MODES, modeOf(session)).map((id) => ({
    id,
    name: nameOfMode(id),
  }));
  return { currentModeId: modeOf(session), availableModes };
}

export function configOptionsOf(session: Chosen): SessionConfigOption[] {
  const mode: SessionConfigOption = {
    id: MODE_OPTION,
    name: 'Permission mode',
    category: 'mode',
    type: 'select',
    currentValue: modeOf(session),
    options: values(session, 'set_mode', CHOSEN_MODES, modeOf(session)).map((value) => ({
      value,
      name: nameOfMode(value),
    })),
  };
  const { model } = session;
  // Claude Code has not reported its model yet, so there is no current one to show.
  if (model === undefined) return [mode];
  return [
    mode,
    {
      id: MODEL_OPTION,
      name: 'Model',
      category: 'model',
      type: 'select',
      currentValue: model,
      options: values(session, 'set_model', MODELS, model).map((value) => ({ value, name: value })),
    },
  ];
}

export function modeOf({ permission_mode: mode }: Pick<Session, 'permission_mode'>): string {
  return mode ?? 'default';
}

/**
 * The current one is always included, others only if they can be chosen: an ended session is resumed with
 * them.
 */
function values(
  { capabilities, status }: Chosen,
  needed: 'set_mode' | 'set_model',
  usual: readonly string[],
  current: string,
): string[] {
  const canChoose = capabilities.includes(needed) || status === 'ended';
  return [...new Set([...(canChoose ? usual : []), current])];
}

function nameOfMode(mode: string): string {
  const words = modeText(mode);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
