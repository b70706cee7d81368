/**
 * Prepares a home in which Claude Code starts without questions and without an account: its own HOME and config folder, a
 * minimal environment, and the answers to its first-run dialogs.
 */
import { mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { platform } from '../src/lib/platform.ts';
import { writeFileAtomically } from '../src/lib/write-file-atomically.ts';
import { STAGE_MARK } from './stage-folder.ts';

const API_KEY = 'sk-ant-stage-000000000000000000000000';

export interface ClaudeHome {
  readonly home: string;
  readonly configDir: string;
  readonly env: Readonly<Record<string, string>>;
  /** Creates a folder that Claude Code trusts. Call it before any session starts: Claude Code writes the same file. */
  makeProject(name: string): string;
}

export function prepareClaudeHome(folder: string, apiUrl: string): ClaudeHome {
  const home = join(folder, 'home');
  const configDir = join(folder, 'config');
  const temporary = join(folder, 'tmp');
  for (const path of [home, configDir, temporary]) mkdirSync(path, { recursive: true });

  const stateFile = join(configDir, '.claude.json');
  // Onboarding would connect to the internet; the key question and the trust dialog would wait for a person.
  const state = {
    hasCompletedOnboarding: true,
    theme: 'dark',
    customApiKeyResponses: { approved: [API_KEY.slice(-20)], rejected: [] },
    projects: {},
  };
  writeFileAtomically(stateFile, JSON.stringify(state));

  return {
    home,
    configDir,
    env: {
      PATH: process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
      HOME: home,
      TMPDIR: temporary,
      TERM: 'xterm-256color',
      LANG: platform.locale,
      SHELL: '/bin/bash',
      CLAUDE_CONFIG_DIR: configDir,
      ANTHROPIC_BASE_URL: apiUrl,
      ANTHROPIC_API_KEY: API_KEY,
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      // An interactive session would clone a repository from GitHub, over HTTPS and then SSH.
      CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL: '1',
      // Sessions of a few seconds gain nothing from optimised code and from memory that is freed while they are idle,
      // which together cost about a quarter of Claude Code's processor time.
      BUN_JSC_useDFGJIT: '0',
      BUN_GC_TIMER_DISABLE: '1',
      ...preload(),
      [STAGE_MARK]: folder,
    },
    makeProject(name) {
      const path = join(folder, name);
      mkdirSync(path, { recursive: true });
      const current = JSON.parse(readFileSync(stateFile, 'utf8'));
      current.projects[realpathSync(path)] = { hasTrustDialogAccepted: true };
      writeFileAtomically(stateFile, JSON.stringify(current));
      return path;
    },
  };
}

/** A script for everything that runs on stages, with its options. Claude Code is a Bun program. */
function preload(): Record<string, string> {
  const { STAGE_PRELOAD, STAGE_JITTER = '' } = process.env;
  return STAGE_PRELOAD ? { STAGE_JITTER, BUN_OPTIONS: `--preload=${STAGE_PRELOAD}` } : {};
}
