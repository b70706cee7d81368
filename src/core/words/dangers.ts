/**
 * What is dangerous about a tool call, in words for the person who may allow it. Wide on purpose: a warning too many costs a
 * second look. It decides nothing; what rules may grant is in policy/.
 */
import { leavesFolder } from './shown-path.ts';

interface Danger {
  readonly pattern: RegExp;
  readonly words: string;
}

const RUNS = String.raw`(?:^|[\s;&|({\`"'])`;

const COMMANDS: readonly Danger[] = [
  {
    pattern: new RegExp(`${RUNS}rm\\s+(?:\\S+\\s+)*?-(?:[a-zA-Z]*[rR][a-zA-Z]*|-recursive)\\b`),
    words: 'Deletes folders with everything in them.',
  },
  { pattern: new RegExp(`${RUNS}find\\s[^;|&]*\\s-delete\\b`), words: 'Deletes every file that it finds.' },
  { pattern: new RegExp(`${RUNS}(?:shred|mkfs(?:\\.\\w+)?|wipefs)\\s`), words: 'Destroys data for good.' },
  { pattern: new RegExp(`${RUNS}dd\\s[^;|&]*\\bof=/dev/`), words: 'Writes straight onto a disk.' },
  { pattern: />\s*\/dev\/(?:sd|nvme|disk|hd)/, words: 'Writes straight onto a disk.' },
  {
    pattern: /\bgit\b[^;|&]*\bpush\b[^;|&]*(?:\s--force\b|\s--force-with-lease\b|\s-[a-zA-Z]*f\b|\s\+\S)/,
    words: 'Overwrites what others may have pushed.',
  },
  {
    pattern:
      /\bgit\b[^;|&]*\b(?:reset\b[^;|&]*--hard|clean\b[^;|&]*\s-[a-zA-Z]*f|checkout\b[^;|&]*\s--\s|restore\s)/,
    words: 'Throws away changes that are not committed.',
  },
  {
    pattern:
      /\bgit\b[^;|&]*\b(?:branch\b[^;|&]*\s-D\b|push\b[^;|&]*--delete\b|filter-branch\b|filter-repo\b)/,
    words: 'Removes history that git may not bring back.',
  },
  {
    pattern: /\b(?:curl|wget|fetch)\b[^;&]*\|\s*(?:sudo\s+)?(?:\S*\/)?(?:ba|z|da|k|fi)?sh\b/,
    words: 'Runs a script from the internet without anybody having read it.',
  },
  {
    pattern: /\b(?:curl|wget)\b[^;&]*\|\s*(?:sudo\s+)?(?:python3?|node|perl|ruby)\b/,
    words: 'Runs a script from the internet without anybody having read it.',
  },
  {
    pattern: /(?:ba|z|da)?sh\s+(?:-c\s+)?["']?(?:<\(|\$\(|`)\s*(?:curl|wget)\b/,
    words: 'Runs a script from the internet without anybody having read it.',
  },
  { pattern: new RegExp(`${RUNS}(?:sudo|doas|su)\\s`), words: 'Runs with the rights of the administrator.' },
  {
    pattern: new RegExp(`${RUNS}chmod\\s+(?:-R\\s+)?(?:0?777|a\\+w|o\\+w)\\b`),
    words: 'Lets everybody on the machine change these files.',
  },
  {
    pattern: new RegExp(`${RUNS}ch(?:own|mod)\\s+-R\\b`),
    words: 'Changes who owns or may use a whole folder.',
  },
  {
    pattern: /\b(?:drop\s+(?:table|database|schema)|truncate\s+table|delete\s+from\s+\S+\s*(?:;|$|"))/i,
    words: 'Deletes data from a database.',
  },
  {
    pattern:
      /\b(?:terraform|tofu)\s+(?:[^;|&]*\s)?(?:destroy|apply)\b|\bkubectl\s+[^;|&]*\bdelete\b|\bhelm\s+(?:uninstall|delete)\b/,
    words: 'Changes machines or services that others may use.',
  },
  {
    pattern: /\b(?:npm|pnpm|yarn|cargo|gem|twine)\s+(?:[^;|&]*\s)?(?:publish|upload|push|yank|unpublish)\b/,
    words: 'Publishes for everybody to see.',
  },
  { pattern: new RegExp(`${RUNS}(?:shutdown|reboot|halt|poweroff)\\b`), words: 'Turns the machine off.' },
  {
    pattern: new RegExp(`${RUNS}(?:pkill|killall)\\s|${RUNS}kill\\s+-(?:9|KILL)`),
    words: 'Ends processes by force.',
  },
  { pattern: /:\s*\(\s*\)\s*\{[^}]*:\s*\|\s*:/, words: 'Starts processes without end.' },
  {
    pattern:
      /(?:~|\$HOME|\/(?:home|Users)\/[^/\s]+)\/\.(?:ssh|aws|gnupg|kube|netrc|npmrc|docker)\b|\bid_(?:rsa|ed25519)\b/,
    words: 'Touches keys or passwords.',
  },
];

const SECRET_FILE =
  /(?:^|\/)(?:\.env(?:\.\w+)?|\.netrc|\.npmrc|id_(?:rsa|ed25519)|[^/]*\.pem)$|\/\.(?:ssh|aws|gnupg)\//;
const STARTUP_FILE = /(?:^|\/)\.(?:bashrc|zshrc|profile|bash_profile|zprofile|gitconfig)$|\/\.git\/hooks\//;

/** No words when nothing is known against it. */
export function dangersOf(toolName: string, input: Readonly<Record<string, unknown>>, cwd = ''): string[] {
  const command = toolName === 'Bash' && typeof input['command'] === 'string' ? input['command'] : '';
  const words = COMMANDS.filter(({ pattern }) => pattern.test(command)).map((danger) => danger.words);
  const path = input['file_path'] ?? input['notebook_path'];
  if (typeof path === 'string' && /^(?:Write|Edit|MultiEdit|NotebookEdit)$/.test(toolName)) {
    if (leavesFolder(path, cwd)) words.push('Changes a file outside of the project.');
    if (SECRET_FILE.test(path)) words.push('Changes a file that holds keys or passwords.');
    if (STARTUP_FILE.test(path)) words.push('Changes a file that runs by itself later.');
  }
  return [...new Set(words)];
}
