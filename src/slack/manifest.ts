/** The manifest from which a workspace creates the Slack app: Socket Mode, and no more scopes than needed. */
import type { AppsManifestCreateArguments } from '@slack/web-api';

type Manifest = Exclude<AppsManifestCreateArguments['manifest'], string>;

const EVENTS = ['app_home_opened', 'message.channels', 'message.groups', 'message.im'];

const SCOPES = [
  // Threads and cards.
  'chat:write',
  // Replies in threads, and finding a message whose fate is unknown.
  'channels:history',
  'groups:history',
  'im:history',
  // Direct messages to a person.
  'im:write',
  // Plans and long answers, and files that people add to a prompt.
  'files:read',
  'files:write',
  // `/reins`
  'commands',
  // Names for the audit log, and roles by user group.
  'users:read',
  'usergroups:read',
];

export const MANIFEST: Manifest = {
  display_information: {
    name: 'Reins',
    description: 'Claude Code sessions: watch, prompt and answer them from Slack.',
  },
  features: {
    app_home: { home_tab_enabled: true, messages_tab_enabled: true, messages_tab_read_only_enabled: false },
    bot_user: { display_name: 'reins', always_online: false },
    slash_commands: [
      {
        command: '/reins',
        description: 'Start, list, stop and change Claude Code sessions',
        usage_hint: 'new [/folder] PROMPT | ls | stop ID | mode ID MODE',
        should_escape: false,
      },
    ],
  },
  oauth_config: { scopes: { bot: SCOPES as never } },
  settings: {
    event_subscriptions: { bot_events: EVENTS as never },
    interactivity: { is_enabled: true },
    org_deploy_enabled: false,
    socket_mode_enabled: true,
    token_rotation_enabled: false,
  },
};
