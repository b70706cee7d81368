/**
 * Checks that the system programs that tests need are installed: installs them on Debian as root, otherwise prints what to
 * do.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { requireStep } from './run-step.mjs';

/**
 * A command, or a package of Emacs, and the Debian package that contains it. Without an optional one, the tests are
 * slower. Only the pictures of the README need those marked so.
 * @type {readonly { command: string, debianPackage: string, isOptional?: boolean, isEmacsPackage?: boolean, isForPictures?: boolean }[]}
 */
const PROGRAMS = [
  { command: 'tmux', debianPackage: 'tmux' },
  { command: 'chromium', debianPackage: 'chromium' },
  { command: 'chromium-headless-shell', debianPackage: 'chromium-headless-shell', isOptional: true },
  { command: 'zsh', debianPackage: 'zsh' },
  { command: 'fish', debianPackage: 'fish' },
  { command: 'nats-server', debianPackage: 'nats-server' },
  { command: 'emacs', debianPackage: 'emacs-nox' },
  { command: 'magit-section', debianPackage: 'elpa-magit-section', isEmacsPackage: true },
  { command: 'transient', debianPackage: 'elpa-transient', isEmacsPackage: true },
  { command: 'img2webp', debianPackage: 'webp', isForPictures: true },
];

/** @param {readonly string[]} [commands] all that tests need by default */
export function ensureSystemPrograms(
  commands = PROGRAMS.filter(({ isForPictures }) => !isForPictures).map(({ command }) => command),
) {
  const missing = findMissing(commands);
  if (missing.length === 0) return;
  const packages = missing.map(({ debianPackage }) => debianPackage);
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
    requireStep('Update the list of Debian packages', 'apt-get', ['-qq', 'update'], quiet);
    const install = ['-qq', 'install', '--yes', '--no-install-recommends', ...packages];
    requireStep(`Install ${packages.join(', ')}`, 'apt-get', install, quiet);
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

/** @param {readonly string[]} commands */
function findMissing(commands) {
  return PROGRAMS.filter(({ command }) => commands.includes(command)).filter(
    ({ command, isEmacsPackage }) =>
      spawnSync('sh', [
        '-c',
        isEmacsPackage ? `emacs --batch -f package-initialize -l ${command}` : `command -v ${command}`,
      ]).status !== 0,
  );
}
