/**
 * Changes a text file that belongs to somebody else and that others write too. Follows links, keeps mode and owner,
 * replaces in one step, and starts over when the file has changed meanwhile. Knows nothing of what is in the file.
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

/** The text of a file; undefined where there is no file. */
export type FileText = string | undefined;

export interface FileChange {
  readonly before: FileText;
  readonly after: FileText;
}

export interface ChangeOptions {
  /** Only says what would change. */
  readonly dryRun?: boolean | undefined;
  /** Called once the change is settled, before it is made; again when it has to start over. */
  readonly beforeWrite?: (change: FileChange) => void;
}

const ATTEMPTS = 10;

/** `edit` may be called several times. Throws `forbidden` with nothing changed when the file cannot be replaced. */
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

/** Throws `settings_invalid` for a file that is no text. */
export function readText(file: string): FileText {
  try {
    // The byte order mark, if any, belongs to the text.
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

/** False when the file is no longer what it was. */
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
      // Only root may need it and only root can do it.
      if (process.getuid?.() === 0) fchownSync(descriptor, like.uid, like.gid);
    }
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A file or folder that nobody may write was meant to stay as it is, even where we could write it all the same. */
function assertWritable(target: string): void {
  for (const path of [target, dirname(target)]) {
    const known = statSync(path, { throwIfNoEntry: false });
    if (known && (known.mode & 0o222) === 0) throw new Error(`${path} is read-only`);
  }
}

/** The file a path stands for, also where a link leads to nothing yet. */
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
