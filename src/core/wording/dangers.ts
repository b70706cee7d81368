/**
 * Dangers of a tool call, in words for the person who decides. Deliberately broad: a false warning costs a
 * second look. It decides nothing; what rules may grant is in policy/.
 */

import { t } from '../translate.ts';
import { findDangerousCommands } from './dangerous-commands.ts';
import { leavesFolder } from './shown-path.ts';

/** Nobody writes longer commands by hand. The rest is not checked, and a warning notes it. */
const LONGEST_READ = 20_000;
const NOT_READ = t('Is too long to check completely.');

const SECRET_FILE =
  /(?:^|\/)(?:\.env(?:\.\w+)?|\.netrc|\.npmrc|id_(?:rsa|ed25519)|[^/]*\.pem)$|\/\.(?:ssh|aws|gnupg)\//;
const STARTUP_FILE = /(?:^|\/)\.(?:bashrc|zshrc|profile|bash_profile|zprofile|gitconfig)$|\/\.git\/hooks\//;

/** Empty if no danger is known. */
export function dangersOf(toolName: string, input: Readonly<Record<string, unknown>>, cwd = ''): string[] {
  const command = toolName === 'Bash' && typeof input['command'] === 'string' ? input['command'] : '';
  const words = findDangerousCommands(command.slice(0, LONGEST_READ));
  const path = input['file_path'] ?? input['notebook_path'];
  if (command.length > LONGEST_READ || (typeof path === 'string' && path.length > LONGEST_READ))
    words.push(NOT_READ);
  else if (typeof path === 'string' && /^(?:Write|Edit|MultiEdit|NotebookEdit)$/.test(toolName)) {
    if (leavesFolder(path, cwd)) words.push(t('Changes a file outside of the project.'));
    if (SECRET_FILE.test(path)) words.push(t('Changes a file with keys or passwords.'));
    if (STARTUP_FILE.test(path)) words.push(t('Changes a file that is run automatically.'));
  }
  return [...new Set(words)];
}
