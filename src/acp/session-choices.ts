/** The choices for a session, permission mode and model, in all forms that versions of the protocol have. */
import type { SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk';
import { RequestError } from '@agentclientprotocol/sdk';
import { CHOSEN_MODES } from '../core/new-session/run-options.ts';
import { modeText } from '../core/wording/suggestion-text.ts';
import type { Model } from '../protocol/completion.ts';
import type { Session } from '../protocol/session.ts';

export type Chosen = Pick<Session, 'permission_mode' | 'model' | 'capabilities' | 'status'> & {
  /** The models that Claude Code offers. */
  readonly models: readonly Model[];
  /** The model that a person chose here last. */
  readonly pickedModel?: string | undefined;
};

export const MODE_OPTION = 'mode';
export const MODEL_OPTION = 'model';

/** Claude Code's name for the model that it chooses itself. */
const DEFAULT_MODEL = 'default';

/** The models in a response, as versions of the protocol before 1.0 have them. */
interface ModelState {
  readonly currentModelId: string;
  readonly availableModels: readonly { modelId: string; name: string; description?: string }[];
}

/** As responses to `session/new` and similar calls contain them. */
export function choicesOf(session: Chosen): {
  modes: SessionModeState;
  configOptions: SessionConfigOption[];
  models?: ModelState;
} {
  const current = modelOf(session);
  return {
    modes: modesOf(session),
    configOptions: configOptionsOf(session),
    ...(current !== undefined && {
      models: {
        currentModelId: current,
        availableModels: offered(session, current).map(({ value, name, about }) => ({
          ...{ modelId: value, name },
          ...(about !== undefined && { description: about }),
        })),
      },
    }),
  };
}

function modesOf(session: Chosen): SessionModeState {
  const availableModes = modes(session).map((id) => ({ id, name: nameOfMode(id) }));
  return { currentModeId: modeOf(session), availableModes };
}

export function configOptionsOf(session: Chosen): SessionConfigOption[] {
  const mode: SessionConfigOption = {
    id: MODE_OPTION,
    name: 'Permission mode',
    category: 'mode',
    type: 'select',
    currentValue: modeOf(session),
    options: modes(session).map((value) => ({ value, name: nameOfMode(value) })),
  };
  const current = modelOf(session);
  if (current === undefined) return [mode];
  return [
    mode,
    {
      id: MODEL_OPTION,
      name: 'Model',
      category: 'model',
      type: 'select',
      currentValue: current,
      options: offered(session, current).map(({ value, name, about }) => ({
        ...{ value, name },
        ...(about !== undefined && { description: about }),
      })),
    },
  ];
}

/** Throws invalid params for a model that Claude Code does not offer: it would accept any name and fail with the next prompt. */
export function requireOffered(session: Chosen, model: string): void {
  const known = offered(session, modelOf(session) ?? DEFAULT_MODEL).map(({ value }) => value);
  if (known.includes(model) || session.models.some(({ resolved }) => resolved === model)) return;
  const why = `Claude Code does not offer the model "${model}". Choose one of: ${known.join(', ')}.`;
  throw RequestError.invalidParams({ model }, why);
}

export function modeOf({ permission_mode: mode }: Pick<Session, 'permission_mode'>): string {
  return mode ?? 'default';
}

/**
 * The current model as one of the choices. Claude Code reports a full name, which several choices may stand for. Undefined if
 * neither the current model nor the choices are known.
 */
function modelOf({ model, models, pickedModel }: Chosen): string | undefined {
  if (model === undefined) return pickedModel ?? (models.length > 0 ? DEFAULT_MODEL : undefined);
  const meant = models.filter(({ value, resolved }) => value === model || resolved === model);
  return (meant.find(({ value }) => value === pickedModel) ?? meant[0])?.value ?? model;
}

/** The current one is always included, others only if they can be chosen. */
function offered(session: Chosen, current: string): readonly Model[] {
  const models = canChoose(session, 'set_model') ? session.models : [];
  const isIncluded = models.some(({ value }) => value === current);
  const named = session.models.find(({ value }) => value === current) ?? { value: current, name: current };
  return isIncluded ? models : [...models, named];
}

function modes(session: Chosen): string[] {
  return [...new Set([...(canChoose(session, 'set_mode') ? CHOSEN_MODES : []), modeOf(session)])];
}

/** An ended session is resumed with the choices. */
function canChoose({ capabilities, status }: Chosen, needed: 'set_mode' | 'set_model'): boolean {
  return capabilities.includes(needed) || status === 'ended';
}

function nameOfMode(mode: string): string {
  const words = modeText(mode);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
