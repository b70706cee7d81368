/**
 * Checks that the system programs that tests need are installed: installs them on Debian as root, otherwise prints what to
 * do.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { requireStep, runStep } from './run-step.mjs';

const FOR_CLIENTS = /** @type {const} */ ({ isOptional: true, onlyFor: 'clients' });

/**
 * A command, or a package of Emacs or of the system's Python, and the Debian package that contains it. Without an optional
 * one, tests are slower or skipped. Those with `onlyFor` are needed only for the README's pictures, or by `npm run test:clients`.
 * @type {readonly { command: string, debianPackage: string, of?: 'emacs' | 'python', isOptional?: boolean,
 *   onlyFor?: 'pictures' | 'clients' }[]}
 */
const PROGRAMS = [
  { command: 'tmux', debianPackage: 'tmux' },
  { command: 'chromium', debianPackage: 'chromium' },
  { command: 'chromium-headless-shell', debianPackage: 'chromium-headless-shell', isOptional: true },
  { command: 'zsh', debianPackage: 'zsh' },
  { command: 'fish', debianPackage: 'fish' },
  { command: 'nats-server', debianPackage: 'nats-server' },
  { command: 'emacs', debianPackage: 'emacs-nox' },
  { command: 'magit-section', debianPackage: 'elpa-magit-section', of: 'emacs' },
  { command: 'transient', debianPackage: 'elpa-transient', of: 'emacs' },
  { command: 'img2webp', debianPackage: 'webp', onlyFor: 'pictures' },
  { command: 'java', debianPackage: 'default-jre-headless', ...FOR_CLIENTS },
  { command: 'ensurepip', debianPackage: 'python3-venv', of: 'python', ...FOR_CLIENTS },
  { command: 'httpx', debianPackage: 'python3-httpx', of: 'python', ...FOR_CLIENTS },
  { command: 'websockets', debianPackage: 'python3-websockets', of: 'python', ...FOR_CLIENTS },
  { command: 'urllib3', debianPackage: 'python3-urllib3', of: 'python', ...FOR_CLIENTS },
  { command: 'dateutil', debianPackage: 'python3-dateutil', of: 'python', ...FOR_CLIENTS },
  { command: 'six', debianPackage: 'python3-six', of: 'python', ...FOR_CLIENTS },
  { command: 'certifi', debianPackage: 'python3-certifi', of: 'python', ...FOR_CLIENTS },
];

/** What `npm run test:clients` uses if it is there. */
export const CLIENT_PROGRAMS = commandsFor('clients');

const PROBES = {
  emacs: (/** @type {string} */ name) => `emacs --batch -f package-initialize -l ${name}`,
  python: (/** @type {string} */ name) => `/usr/bin/python3 -c 'import ${name}'`,
};

/** @param {readonly string[]} [commands] all that tests need by default */
export function ensureSystemPrograms(commands = commandsFor(undefined)) {
  const missing = findMissing(commands);
  if (missing.length === 0) return;
  const packages = missing.map(({ debianPackage }) => debianPackage);
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
    const step = missing.every(({ isOptional }) => isOptional) ? runStep : requireStep;
    step('Update the list of Debian packages', 'apt-get', ['-qq', 'update'], quiet);
    const install = ['-qq', 'install', '--yes', '--no-install-recommends', ...packages];
    step(`Install ${packages.join(', ')}`, 'apt-get', install, quiet);
  }
  const still = findMissing(commands).filter(({ isOptional }) => !isOptional);
  if (still.length === 0) return;
  const needed = still.map(({ debianPackage }) => debianPackage).join(' ');
  console.error(
    `\nThe tests need ${still.map(({ command }) => command).join(' and ')}, which is not installed.`,
  );
  console.error(`On Debian or Ubuntu: sudo apt-get install ${needed}`);
  console.error(`On macOS: brew install ${needed}`);
  console.error('Then try again.');
  process.exit(1);
}

/** @param {'clients' | 'pictures' | undefined} purpose */
function commandsFor(purpose) {
  return PROGRAMS.filter(({ onlyFor }) => onlyFor === purpose).map(({ command }) => command);
}

/** @param {readonly string[]} commands */
function findMissing(commands) {
  return PROGRAMS.filter(({ command }) => commands.includes(command)).filter(
    ({ command, of }) =>
      spawnSync('sh', ['-c', of ? PROBES[of](command) : `command -v ${command}`]).status !== 0,
  );
}
