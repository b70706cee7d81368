/** The commands in the `sh` blocks of the README and the docs: one per line, without comments. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface ShellExample {
  readonly file: string;
  readonly command: string;
}

const ROOT = resolve(import.meta.dirname, '../..');
/** Generated from the program itself; its examples are synopses. */
const GENERATED = ['docs/cli-reference.md', 'docs/sdk-reference.md'];

export function shellExamples(): ShellExample[] {
  const docs = readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`);
  return ['README.md', ...docs]
    .filter((file) => file.endsWith('.md') && !GENERATED.includes(file))
    .flatMap((file) =>
      examplesIn(readFileSync(join(ROOT, file), 'utf8')).map((command) => ({ file, command })),
    );
}

export function examplesIn(markdown: string): string[] {
  return [...markdown.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
    joinLines(block).flatMap((line) => line.split(/ && (?=reins |npm )/)),
  );
}

/** A line continues if it ends with a backslash, or inside of quotes. */
function joinLines(block: string): string[] {
  const commands: string[] = [];
  let open = '';
  for (const line of block.split('\n')) {
    const text = line.replace(/(^|\s+)# .*$/, '');
    const joined = open ? `${open}\n${text}` : text;
    const isOpen = joined.endsWith('\\') || joined.split("'").length % 2 === 0;
    open = isOpen ? joined : '';
    if (!isOpen && joined.trim()) commands.push(joined.trim());
  }
  return commands;
}
