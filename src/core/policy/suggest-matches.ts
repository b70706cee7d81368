/** What a rule could match to allow requests like this one, narrowest first. Empty if no pattern describes it. */
import type { Interaction } from '../../protocol/interactions.ts';
import type { RuleMatch } from '../../protocol/policy.ts';
import { parseCommandLine, type SimpleCommand } from './shell/parse-command-line.ts';

const FILE_TOOLS: Readonly<Record<string, readonly string[]>> = {
  Read: ['Read'],
  Edit: ['Edit', 'Write'],
  Write: ['Edit', 'Write'],
  NotebookEdit: ['NotebookEdit'],
};
/** Programs whose first argument names what they do. */
const WITH_SUBCOMMANDS: ReadonlySet<string> = new Set(
  (
    'git gh glab npm pnpm yarn bun deno cargo go make just docker podman kubectl helm pip uv poetry dotnet gradle mvn ' +
    'terraform systemctl brew apt bundle rails mix flutter swift bazel nix reins'
  ).split(' '),
);
/** Subcommands whose own argument names what they do: `npm run test`. */
const WITH_MORE: ReadonlySet<string> = new Set([
  'run',
  'compose',
  'stash',
  'remote',
  'worktree',
  'pr',
  'issue',
]);

export function suggestMatches(
  { tool_name: tool, input }: Pick<Interaction, 'tool_name' | 'input'>,
  cwd: string,
): RuleMatch[] {
  if (tool === undefined) return [];
  if (tool === 'Bash') return ofCommand(input['command']);
  const path = input['file_path'] ?? input['notebook_path'];
  const tools = FILE_TOOLS[tool];
  if (tools) return typeof path === 'string' ? ofFile(tools, path, cwd) : [];
  if (tool === 'WebFetch') return ofAddress(input['url']);
  return /^[\w*?.:/@-]+$/.test(tool) ? [{ tool }] : [];
}

function ofCommand(command: unknown): RuleMatch[] {
  const line = typeof command === 'string' ? parseCommandLine(command) : undefined;
  if (!line?.understood || line.commands.some(({ files }) => files.length > 0)) return [];
  const patterns = [line.commands.map(exactly), line.commands.map(loosely)].map((all) => [...new Set(all)]);
  return unique(patterns.map((all) => ({ tool: 'Bash', command: all.length === 1 ? (all[0] ?? '') : all })));
}

function exactly({ assignments, words }: SimpleCommand): string {
  return [...assignments.map(quoted), ...words.map(({ text }) => quoted(text))].join(' ');
}

/** The program with what names its work. */
function loosely({ assignments, words }: SimpleCommand): string {
  const [program = '', sub, more] = words.map(({ text }) => text);
  const isName = (word: string | undefined): word is string => /^[A-Za-z][\w:-]*$/.test(word ?? '');
  const hasSub = WITH_SUBCOMMANDS.has(program) && isName(sub);
  const fixed = hasSub ? [sub, ...(WITH_MORE.has(sub) && isName(more) ? [more] : [])] : [];
  return [...assignments.map(quoted), quoted(program), ...fixed, '*'].join(' ');
}

function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function ofFile(tools: readonly string[], path: string, cwd: string): RuleMatch[] {
  const inside = cwd !== '' && path.startsWith(`${cwd}/`);
  const shown = inside ? path.slice(cwd.length + 1) : path;
  // A pattern would give these characters a meaning.
  if (/[*?[\]{}]/.test(shown)) return [];
  const tool = tools.length === 1 ? (tools[0] ?? '') : [...tools];
  const folder = shown.slice(0, shown.lastIndexOf('/') + 1);
  const wide = inside || folder.length > 1 ? [{ tool, path: `${folder}**` }] : [];
  return [{ tool, path: shown }, ...wide];
}

function ofAddress(url: unknown): RuleMatch[] {
  if (typeof url !== 'string' || !URL.canParse(url)) return [];
  return [
    { tool: 'WebFetch', url },
    { tool: 'WebFetch', host: new URL(url).host },
  ];
}

function unique(matches: readonly RuleMatch[]): RuleMatch[] {
  const texts = new Set<string>();
  return matches.filter((match) => {
    const text = JSON.stringify(match);
    return !texts.has(text) && texts.add(text);
  });
}
