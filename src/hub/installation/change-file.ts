/**
 * Changes a text file that belongs to someone else and that other programs write too. Follows links, keeps mode and owner,
 * replaces the file atomically, and starts over if it has changed in the meantime. Does not interpret the content.
 */
import {
  closeSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ReinsError } from '../../protocol/errors.ts';

/** The text of a file; undefined if there is no file. */
export type FileText = string | undefined;

export interface FileChange {
  readonly before: FileText;
  readonly after: FileText;
}

export interface ChangeOptions {
  /** Only report what would change. */
  readonly dryRun?: boolean | undefined;
  /** Called once the change is settled, before it is made; called again after starting over. */
  readonly beforeWrite?: (change: FileChange) => void;
}

const ATTEMPTS = 10;

/** `edit` may be called several times. Throws `forbidden`, with nothing changed, if the file cannot be replaced. */
export function changeFile(
  file: string,
  edit: (before: FileText) => FileText,
  { dryRun, beforeWrite }: ChangeOptions = {},
): FileChange {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const target = explaining(file, () => followLinks(file));
    const before = readText(target);
    const change = { before, after: edit(before) };
    if (change.after === before || dryRun) return change;
    explaining(file, () => assertWritable(target));
    beforeWrite?.(change);
    if (explaining(file, () => replace(target, change))) return change;
  }
  throw new ReinsError(
    'internal',
    `${file} keeps changing while it is edited. Nothing was changed; try again.`,
    { file },
  );
}

/** Throws `settings_invalid` for a file that is not text. */
export function readText(file: string): FileText {
  try {
    // The text includes the byte order mark, if any.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    const why = code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'it is not UTF-8 text' : message;
    throw new ReinsError('settings_invalid', `${file} cannot be read: ${why}. Nothing was changed.`, {
      file,
    });
  }
}

/** False if the file has changed. */
function replace(target: string, { before, after }: FileChange): boolean {
  if (after === undefined) {
    if (readText(target) !== before) return false;
    rmSync(target);
    return true;
  }
  mkdirSync(dirname(target), { recursive: true });
  const draft = `${target}.reins-${process.pid}.tmp`;
  try {
    writeDraft(draft, after, statSync(target, { throwIfNoEntry: false }));
    if (readText(target) !== before) return false;
    renameSync(draft, target);
    return true;
  } finally {
    rmSync(draft, { force: true });
  }
}

function writeDraft(
  draft: string,
  text: string,
  like: { mode: number; uid: number; gid: number } | undefined,
): void {
  rmSync(draft, { force: true });
  const descriptor = openSync(draft, 'wx', 0o600);
  try {
    writeFileSync(descriptor, text);
    if (like) {
      fchmodSync(descriptor, like.mode & 0o7777);
      // Only root needs this, and only root can do it.
      if (process.getuid?.() === 0) fchownSync(descriptor, like.uid, like.gid);
    }
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A read-only file or folder is meant to stay unchanged, even if we could write it. */
function assertWritable(target: string): void {
  for (const path of [target, dirname(target)]) {
    const known = statSync(path, { throwIfNoEntry: false });
    if (known && (known.mode & 0o222) === 0) throw new Error(`${path} is read-only`);
  }
}

/** The target of a path, even if a link leads to nothing yet. */
function followLinks(file: string, depth = 0): string {
  if (existsSync(file)) return realpathSync(file);
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  if (!isLink || depth > 40) return file;
  return followLinks(resolve(dirname(file), readlinkSync(file)), depth + 1);
}

function explaining<T>(file: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof ReinsError) throw error;
    throw new ReinsError(
      'forbidden',
      `${file} cannot be changed: ${(error as Error).message}. Nothing was changed. Make it writable for you and try again.`,
      { file },
    );
  }
}
