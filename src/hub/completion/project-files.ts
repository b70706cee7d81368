/**
 * The files of a project, for completing paths: tracked and untracked files of a repository, otherwise the files in the
 * folder. Limited in number and time, never outside of the folder, links not followed. Read-only: an unreadable folder has
 * no files.
 */
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const MAX_FILES = 50_000;
const MAX_BYTES = 8 * 1024 * 1024;
const PATIENCE_MS = 3000;
/** The list is reused while someone types. */
const FRESH_MS = 5000;
const KEPT_FOLDERS = 8;
const SKIPPED = new Set([
  '.git',
  '.hg',
  '.svn',
  'node_modules',
  '.venv',
  'venv',
  '__pycache__',
  '.cache',
  '.tox',
  'target',
  '.gradle',
  '.next',
  '.nuxt',
  '.terraform',
  'vendor',
]);

interface Listing {
  readonly at: number;
  readonly files: Promise<readonly string[]>;
}

export class ProjectFiles {
  readonly #listings = new Map<string, Listing>();

  /** Paths relative to the folder. */
  list(folder: string): Promise<readonly string[]> {
    const known = this.#listings.get(folder);
    if (known && performance.now() - known.at < FRESH_MS) return known.files;
    const files = listByGit(folder)
      .catch(() => undefined)
      .then((byGit) => byGit ?? walk(folder));
    this.#listings.delete(folder);
    this.#listings.set(folder, { at: performance.now(), files });
    const [oldest] = this.#listings.keys();
    if (this.#listings.size > KEPT_FOLDERS && oldest !== undefined) this.#listings.delete(oldest);
    return files;
  }
}

/** Undefined if there is no repository or no git. Rejects if git cannot be started, for example if the path is not a folder. */
function listByGit(folder: string): Promise<readonly string[] | undefined> {
  return new Promise((resolve) => {
    // A repository may configure a program that detects changes, and one that fetches missing objects: neither runs just for
    // a list.
    const args = ['-c', 'core.fsmonitor=false', 'ls-files', '-z', '-c', '-o', '--exclude-standard'];
    const child = spawn('git', args, {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        GIT_OPTIONAL_LOCKS: '0',
        GIT_NO_LAZY_FETCH: '1',
        GIT_ALLOW_PROTOCOL: 'none',
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    let isCut = false;
    const cut = () => {
      isCut = true;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(cut, PATIENCE_MS);
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MAX_BYTES) cut();
    });
    child.on('error', () => {
      clearTimeout(timer);
      resolve(undefined);
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      if (code !== 0 && !isCut) return resolve(undefined);
      const names = Buffer.concat(chunks).toString('utf8').split('\0');
      // The last one is empty or incomplete.
      resolve([...new Set(names.slice(0, -1))].slice(0, MAX_FILES));
    });
  });
}

/** Folder by folder, the nearest first. */
async function walk(root: string): Promise<readonly string[]> {
  const until = performance.now() + PATIENCE_MS;
  const files: string[] = [];
  const folders = [''];
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    if (files.length >= MAX_FILES || performance.now() > until) break;
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) files.push(path);
      else if (entry.isDirectory() && !SKIPPED.has(entry.name)) folders.push(path);
    }
  }
  return files.slice(0, MAX_FILES);
}
