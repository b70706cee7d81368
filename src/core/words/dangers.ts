/**
 * What is dangerous about a tool call, in words for the person who may allow it. Wide on purpose: a warning too many costs a
 * second look. It decides nothing; what rules may grant is in policy/.
 */
import { findDangerousCommands } from './dangerous-commands.ts';
import { leavesFolder } from './shown-path.ts';

/** Nobody writes longer commands by hand; what is behind this is not read, and that is said. */
const LONGEST_READ = 20_000;
const NOT_READ = 'Is too long to be checked as a whole.';

const SECRET_FILE =
  /(?:^|\/)(?:\.env(?:\.\w+)?|\.netrc|\.npmrc|id_(?:rsa|ed25519)|[^/]*\.pem)$|\/\.(?:ssh|aws|gnupg)\//;
const STARTUP_FILE = /(?:^|\/)\.(?:bashrc|zshrc|profile|bash_profile|zprofile|gitconfig)$|\/\.git\/hooks\//;

/** No words when nothing is known against it. */
export function dangersOf(toolName: string, input: Readonly<Record<string, unknown>>, cwd = ''): string[] {
  const command = toolName === 'Bash' && typeof input['command'] === 'string' ? input['command'] : '';
  const words = findDangerousCommands(command.slice(0, LONGEST_READ));
  const path = input['file_path'] ?? input['notebook_path'];
  if (command.length > LONGEST_READ || (typeof path === 'string' && path.length > LONGEST_READ))
    words.push(NOT_READ);
  else if (typeof path === 'string' && /^(?:Write|Edit|MultiEdit|NotebookEdit)$/.test(toolName)) {
    if (leavesFolder(path, cwd)) words.push('Changes a file outside of the project.');
    if (SECRET_FILE.test(path)) words.push('Changes a file that holds keys or passwords.');
    if (STARTUP_FILE.test(path)) words.push('Changes a file that runs by itself later.');
  }
  return [...new Set(words)];
}
