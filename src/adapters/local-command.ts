/** Reads the tags in which Claude Code records slash commands and shell escapes that ran in the CLI itself. */

export type CommandTrace =
  | { readonly kind: 'run'; readonly name: string; readonly args: string }
  | { readonly kind: 'printed'; readonly text: string };

export function readCommandTrace(text: string): CommandTrace | undefined {
  const name = tagged(text, 'command-name');
  if (name !== undefined)
    return { kind: 'run', name: name.trim(), args: (tagged(text, 'command-args') ?? '').trim() };
  const shell = tagged(text, 'bash-input');
  if (shell !== undefined) return { kind: 'run', name: '!', args: shell };
  const printed = ['local-command-stdout', 'local-command-stderr', 'bash-stdout', 'bash-stderr'].flatMap(
    (tag) => tagged(text, tag) ?? [],
  );
  return printed.length > 0 ? { kind: 'printed', text: stripStyles(printed.join('\n')) } : undefined;
}

function tagged(text: string, tag: string): string | undefined {
  const start = text.indexOf(`<${tag}>`);
  if (start === -1) return undefined;
  const end = text.indexOf(`</${tag}>`, start);
  return text.slice(start + tag.length + 2, end === -1 ? undefined : end);
}

function stripStyles(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal styles begin with the escape character
  return text.replace(/\u001b\[[0-9;]*m/g, '');
}
