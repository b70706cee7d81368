/**
 * The record of an installation: the previous text of the file, and copies of it for emergencies. They are in the home and
 * not beside the file: settings may contain secrets, and their folder is often under version control.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { sha256 } from '../../lib/sha256.ts';
import { writeFileAtomically } from '../../lib/write-file-atomically.ts';
import type { ReinsHome } from '../home/reins-home.ts';

const receiptSchema = z.object({
  file: z.string(),
  installed_at: z.string(),
  /** The file without our entries; null if there was none. */
  original: z.string().nullable(),
  /** The hash of the written text: while it matches, `original` can be restored byte for byte. */
  written_sha256: z.string(),
  deny_rules: z.array(z.string()),
  made_folder: z.boolean(),
  /** The remote hub that the hooks report to. */
  url: z.string().optional(),
});
export type Receipt = z.infer<typeof receiptSchema>;

const COPIES_KEPT = 10;

export function listReceipts(home: ReinsHome): Receipt[] {
  const folder = join(home.folder, 'installed');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.flatMap((name) => read(join(folder, name)) ?? []);
}

/** Undefined if there is none, or none that is readable: everything can be undone without it. */
export function readReceipt(home: ReinsHome, file: string): Receipt | undefined {
  return read(receiptFile(home, file));
}

function read(receipt: string): Receipt | undefined {
  try {
    return receiptSchema.parse(JSON.parse(readFileSync(receipt, 'utf8')));
  } catch {
    return undefined;
  }
}

export function writeReceipt(home: ReinsHome, receipt: Receipt): void {
  mkdirSync(join(home.folder, 'installed'), { recursive: true, mode: 0o700 });
  writeFileAtomically(receiptFile(home, receipt.file), `${JSON.stringify(receipt, null, 2)}\n`);
}

export function removeReceipt(home: ReinsHome, file: string): void {
  rmSync(receiptFile(home, file), { force: true });
}

/** Copies a file before it is changed and returns the path of the copy. Deletes older copies of the same file. */
export function backUp(home: ReinsHome, file: string, text: string, at: string): string {
  const folder = join(home.folder, 'backups', 'settings');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const prefix = `${basename(file, '.json')}-${sha256(file).slice(0, 8)}-`;
  const copy = join(folder, `${prefix}${at.replaceAll(':', '-')}.json`);
  writeFileAtomically(copy, text);
  const copies = readdirSync(folder).filter((name) => name.startsWith(prefix));
  for (const name of copies.sort().slice(0, -COPIES_KEPT)) rmSync(join(folder, name), { force: true });
  return copy;
}

function receiptFile({ folder }: ReinsHome, file: string): string {
  return join(folder, 'installed', `${sha256(file).slice(0, 16)}.json`);
}
