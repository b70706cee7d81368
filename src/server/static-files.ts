/**
 * The page: files that the build has put into one folder, told to anyone, since they hold nothing of the user's. Owns how
 * they are cached and what the page may do in a browser; answers only where no route of the API does.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { Context } from 'hono';

/** Undefined: not ours to answer. */
export type StaticFiles = (c: Context) => Response | undefined;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};

/** The page runs its own script and speaks to its own hub, and to nobody else. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'Content-Security-Policy': CONTENT_POLICY,
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  Vary: 'Accept-Encoding',
};

/** Best first. */
const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

interface PageFile {
  readonly type: string;
  readonly etag: string;
  readonly isHashed: boolean;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly packed: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/** Reads the folder once. A folder that is missing answers nothing, as when the page was never built. */
export function staticFiles(folder: string): StaticFiles {
  const files = readPage(folder);
  return (c) => {
    const { method, path } = c.req;
    if (path === '/api' || path.startsWith('/api/') || (method !== 'GET' && method !== 'HEAD')) {
      return undefined;
    }
    // Addresses of the page itself have no ending; which screen they mean is the page's own business.
    const file = files.get(path) ?? (extname(path) === '' ? files.get('/index.html') : undefined);
    return file && answer(c, file);
  };
}

function answer(c: Context, file: PageFile): Response {
  const headers = {
    ...HEADERS,
    'Content-Type': file.type,
    'Cache-Control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: file.etag,
  };
  if (c.req.header('if-none-match') === file.etag) return c.body(null, 304, headers);
  const accepted = (c.req.header('accept-encoding') ?? '').split(',').map((one) => one.trim().split(';')[0]);
  const encoding = ENCODINGS.find(({ name }) => accepted.includes(name) && file.packed.has(name))?.name;
  const body = encoding === undefined ? file.body : (file.packed.get(encoding) as typeof file.body);
  return c.body(body, 200, { ...headers, ...(encoding && { 'Content-Encoding': encoding }) });
}

function readPage(folder: string): Map<string, PageFile> {
  const names = listFiles(folder);
  const files = new Map<string, PageFile>();
  for (const name of names) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const read = (path: string) => new Uint8Array(readFileSync(join(folder, path)));
    const body = read(name);
    const packed = ENCODINGS.filter(({ suffix }) => names.includes(name + suffix)).map(
      (encoding) => [encoding.name, read(name + encoding.suffix)] as const,
    );
    files.set(`/${name.split(sep).join('/')}`, {
      type,
      etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      isHashed: name.startsWith(`assets${sep}`),
      body,
      packed: new Map(packed),
    });
  }
  return files;
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  } catch {
    return [];
  }
}
