/** Actions on a session: those that its driver supports and this person may use. */
import { modelName } from '../../core/conversation/model-name.ts';
import { modelChoices } from '../../core/model-choices.ts';
import { CHOSEN_MODES } from '../../core/new-session/run-options.ts';
import { splitAddress } from '../../core/session-address.ts';
import { canBeEnded, endWarning } from '../../core/wording/end-text.ts';
import { lossText } from '../../core/wording/loss-text.ts';
import { modeText } from '../../core/wording/suggestion-text.ts';
import { untrustedFolder, untrustedText } from '../../core/wording/trust-text.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Capability, Session, SessionView } from '../../protocol/session.ts';
import type { ScreenContext } from '../screens/screen.ts';
import type { Menu, MenuAction, MenuChoice } from './menu-pane.ts';

/** Shows a submenu later. */
export type OpenMenu = (menu: Menu) => void;

export function sessionMenu(view: SessionView, context: ScreenContext, openMenu: OpenMenu): Menu {
  const { client } = context.hub;
  const maySteer = context.hub.maySteer();
  const { session_id: id, status, capabilities, driver } = view;
  const can = (one: Capability) => maySteer && capabilities.includes(one);
  const isLive = status !== 'ended';
  const run = (call: () => Promise<Session>, done: string) => (): undefined => {
    follow(context, id, call, done);
  };
  const choice = (label: string, value: MenuAction, letter?: string): MenuChoice => ({
    label,
    value,
    ...(letter && { letter }),
  });
  const warning = endWarning(view);
  const models = modelChoices(context.hub.sessions.sessions);
  const setModel = (model: string) => run(() => client.changeSession(id, { model }), `Model: ${model}`)();
  const rename = (name: string) => run(() => client.changeSession(id, { name }), `Renamed to ${name}`)();
  const choices: (MenuChoice | false)[] = [
    isLive &&
      can('set_mode') &&
      choice(
        `Mode: ${modeText(view.permission_mode) || 'unchanged'}`,
        () => ({
          title: 'Mode',
          start: (CHOSEN_MODES as readonly (string | undefined)[]).indexOf(view.permission_mode),
          choices: CHOSEN_MODES.map((mode) =>
            choice(
              modeText(mode),
              run(() => client.changeSession(id, { permission_mode: mode }), `Mode: ${modeText(mode)}`),
            ),
          ),
        }),
        'm',
      ),
    isLive &&
      can('set_model') &&
      choice(
        `Model: ${modelName(view.model ?? '') || 'unchanged'}`,
        () => ({
          title: 'Model',
          start: models.findIndex(({ value }) => value === view.model || view.model?.includes(value)),
          choices: [
            ...models.map(({ value, label }) => choice(label, () => setModel(value))),
            choice('another', () => ({
              title: 'Model name',
              choices: [],
              field: { text: '', take: setModel },
            })),
          ],
        }),
        'o',
      ),
    can('resume') && choice('Resume', () => resume(context, id, openMenu), 'r'),
    can('takeover') && choice('Take over from the terminal', () => takeOver(context, id, openMenu), 't'),
    can('fork') &&
      choice(
        'Fork into a new session',
        () =>
          begin(context, id, openMenu, {
            call: (agreed) => client.fork(id, agreed),
            done: 'Forked. Earlier turns appear after your first prompt.',
          }),
        'f',
      ),
    maySteer &&
      choice(
        'Rename',
        () => ({ title: 'Name', choices: [], field: { text: view.title, take: rename } }),
        'n',
      ),
    maySteer &&
      driver === 'external' &&
      isLive &&
      choice(
        view.relay ? 'Stop relaying messages to this terminal' : 'Relay messages to this terminal',
        run(
          () => client.changeSession(id, { relay: !view.relay }),
          view.relay ? 'Relay is off' : 'Relay is on',
        ),
      ),
    maySteer &&
      canBeEnded(view) &&
      choice('End this session', () => ({
        title: 'End this session?',
        ...(warning && { warning }),
        choices: [
          choice('No, keep it running', () => undefined),
          choice(
            'Yes, end it (its history is kept)',
            run(() => client.stopSession(id), 'Ended'),
          ),
        ],
      })),
  ];
  return { title: 'This session', choices: choices.filter((one) => one !== false) };
}

export function resume(context: ScreenContext, id: string, openMenu: OpenMenu): undefined {
  begin(context, id, openMenu, { call: (agreed) => context.hub.client.resume(id, agreed), done: 'Resumed' });
}

/** Asks for confirmation if something would be lost. */
export function takeOver(context: ScreenContext, id: string, openMenu: OpenMenu, force = false): undefined {
  begin(context, id, openMenu, {
    call: (agreed) => context.hub.client.takeover(id, { force, ...agreed }),
    done: 'Taken over',
    isReported: (error) => {
      if (force || !(error instanceof ReinsError) || error.code !== 'takeover_needs_force') return false;
      openMenu({
        title: 'Take over anyway?',
        warning: `This would be lost: ${lossText(error.details)?.join('; ') ?? 'what it is doing'}`,
        choices: [
          { label: 'No, leave it in its terminal', value: () => undefined },
          { label: 'Yes, take it over', value: () => takeOver(context, id, openMenu, true) },
        ],
      });
      return true;
    },
  });
}

interface Beginning {
  readonly call: (agreed: { readonly trust?: true }) => Promise<Session>;
  readonly done: string;
  readonly isReported?: (error: unknown) => boolean;
}

/** Asks whether to trust the folder if it is untrusted. */
function begin(
  context: ScreenContext,
  id: string,
  openMenu: OpenMenu,
  { call, done, isReported }: Beginning,
): undefined {
  follow(
    context,
    id,
    () => call({}),
    done,
    (error) => {
      const folder = untrustedFolder(error);
      if (folder === undefined) return isReported?.(error) ?? false;
      openMenu({
        title: 'Trust this folder?',
        warning: untrustedText(folder),
        choices: [
          { label: 'No, do not start', value: () => undefined },
          {
            label: 'Yes, I trust it',
            value: () => follow(context, id, () => call({ trust: true }), done, isReported),
          },
        ],
      });
      return true;
    },
  );
}

/** Goes to the session if the call created another one. */
function follow(
  context: ScreenContext,
  id: string,
  call: () => Promise<Session>,
  done: string,
  isReported: (error: unknown) => boolean = () => false,
): undefined {
  context.act(async () => {
    try {
      const session = await call();
      context.hub.sessions.put(session);
      context.report(done);
      if (session.session_id !== splitAddress(id).id) context.go({ name: 'session', id: session.session_id });
    } catch (error) {
      if (!isReported(error)) throw error;
    }
  });
}
