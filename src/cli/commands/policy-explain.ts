/** `reins policy explain`: what the rules of this machine decide about a hypothetical call, and why. */
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { claudeConfigFolder } from '../../claude/config-folder.ts';
import { decide } from '../../core/policy/decide.ts';
import { flagInteraction } from '../../core/policy/flag-interaction.ts';
import { namedPaths } from '../../core/policy/named-paths.ts';
import type { PendingInteraction } from '../../core/policy/pending-interaction.ts';
import { readHubFile } from '../../hub/home/hub-file.ts';
import { locateHome } from '../../hub/home/reins-home.ts';
import { SettingsStore } from '../../hub/home/settings.ts';
import { describePolicy } from '../../hub/policy/describe-policy.ts';
import { findHubPlaces } from '../../hub/policy/hub-places.ts';
import { lookAtPolicy } from '../../hub/policy/policy-store.ts';
import { followLinks } from '../../hub/policy/real-paths.ts';
import { isRecord } from '../../lib/json-values.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { plainMode } from '../../protocol/permission-modes.ts';
import { EXIT } from '../exit-codes.ts';
import { readPolicyText } from '../policy/read-policy-text.ts';
import { printJson } from '../print.ts';
import { cleanText } from '../terminal/clean-text.ts';

export interface ExplainOptions {
  readonly tool?: string;
  readonly command?: string;
  readonly path?: string;
  readonly url?: string;
  readonly input?: string;
  readonly cwd?: string;
  readonly mode: string;
  readonly policy?: string;
  readonly json?: boolean;
}

export function explainPolicy(options: ExplainOptions): number {
  const { policy: file, json } = options;
  const interaction = toPendingInteraction(options);
  const home = locateHome(process.env);
  const look = lookAtPolicy(home.policyFile);
  if (file === undefined && look.problems.length > 0)
    throw new ReinsError('policy_invalid', describePolicy(look, home.policyFile));
  const policy = file === undefined ? look.policy : readPolicyText(file);
  const { host, port, allowed_hosts } = new SettingsStore(home.settingsFile).get();
  const hub = findHubPlaces({
    home,
    userHome: process.env['HOME'] || homedir(),
    url: readHubFile(home)?.url ?? `http://${host}:${port}`,
    allowedHosts: allowed_hosts,
    configFolder: claudeConfigFolder(process.env),
  });
  const surroundings = { hub, links: followLinks(namedPaths(interaction, hub.userHome)) };
  const outcome = decide(policy, interaction, { now: new Date(), ...surroundings });
  const flags = flagInteraction(interaction, surroundings);
  if (json) printJson({ ...outcome, flags });
  else
    console.log(
      cleanText([`${outcome.decision}: ${outcome.reason}`, ...flags.map((flag) => flag.message)].join('\n')),
    );
  return EXIT.done;
}

function toPendingInteraction({
  tool,
  command,
  path,
  url,
  input,
  cwd,
  mode,
}: ExplainOptions): PendingInteraction {
  const guessed = command !== undefined ? 'Bash' : url !== undefined ? 'WebFetch' : 'Read';
  const tool_name = tool ?? guessed;
  const given = {
    ...(command !== undefined && { command }),
    ...(path !== undefined && { [tool_name === 'NotebookEdit' ? 'notebook_path' : 'file_path']: path }),
    ...(url !== undefined && { url }),
  };
  if (tool === undefined && input === undefined && Object.keys(given).length === 0)
    throw new ReinsError(
      'invalid_request',
      'Specify the call: --command, --path, --url, or --tool with --input.',
    );
  const kinds: Readonly<Record<string, PendingInteraction['kind']>> = {
    AskUserQuestion: 'question',
    ExitPlanMode: 'plan',
  };
  return {
    kind: kinds[tool_name] ?? 'permission',
    tool_name,
    input: input === undefined ? given : { ...given, ...readInput(input) },
    // No session: rules for a session do not match.
    session_id: '',
    cwd: resolve(cwd ?? '.'),
    permission_mode: plainMode(mode),
  };
}

function readInput(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return { ...value };
  } catch {
    // Reported below, like any other value that is not an object.
  }
  throw new ReinsError('invalid_request', '--input must be a JSON object, as the tool gets it.');
}
