/**
 * The page: files from the build, served to anyone, since they contain no user data. Owns their caching and
 * what the page may do in a browser; answers only where no API route does.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import type { Context } from 'hono';

/** Undefined if the path is not part of the page. */
export type StaticFiles = (c: Context) => Response | undefined;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
};

/** The page runs its own scripts and connects only to its own hub. */
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
  'Permissions-Policy': 'camera=(), microphone=(self), geolocation=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  Vary: 'Accept-Encoding',
};

/**
 * Most files exist only compressed; clients that do not support that get them uncompressed, or in an older
 * encoding.
 */
const PACKED = '.br';

interface PageFile {
  readonly type: string;
  etag(): string;
  readonly isHashed: boolean;
  body(encoding: Encoding | undefined): Bytes;
}

type Encoding = 'br' | 'gzip';
type Bytes = Uint8Array<ArrayBuffer>;

/** Reads the folder once. With a missing folder it answers nothing, as when the page was never built. */
export function staticFiles(folder: string): StaticFiles {
  const files = readPage(folder);
  return (c) => {
    const { method, path } = c.req;
    if (path === '/api' || path.startsWith('/api/') || (method !== 'GET' && method !== 'HEAD')) {
      return undefined;
    }
    // Addresses of the page itself have no extension; the page chooses the screen.
    const file = files.get(path) ?? (extname(path) === '' ? pageAt(files, path) : undefined);
    return file && answer(c, file);
  };
}

/** A page of the documentation, or the page itself. */
function pageAt(files: ReadonlyMap<string, PageFile>, path: string): PageFile | undefined {
  const name = path.replace(/\/$/, '');
  return files.get(`${name}/index.html`) ?? files.get(`${name}.html`) ?? files.get('/index.html');
}

function answer(c: Context, file: PageFile): Response {
  const headers = {
    ...HEADERS,
    'Content-Type': file.type,
    'Cache-Control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: file.etag(),
  };
  if (c.req.header('if-none-match') === headers.ETag) return c.body(null, 304, headers);
  const encoding = bestOf(c.req.header('accept-encoding'));
  return c.body(file.body(encoding), 200, { ...headers, ...(encoding && { 'Content-Encoding': encoding }) });
}

function bestOf(header = ''): Encoding | undefined {
  const accepted = header.split(',').map((one) => one.trim().split(';')[0]);
  return (['br', 'gzip'] as const).find((name) => accepted.includes(name));
}

function readPage(folder: string): Map<string, PageFile> {
  const files = new Map<string, PageFile>();
  for (const path of listFiles(folder)) {
    const name = path.endsWith(PACKED) ? path.slice(0, -PACKED.length) : path;
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const bytes = new Uint8Array(readFileSync(join(folder, path)));
    files.set(`/${name.split(sep).join('/')}`, {
      type,
      etag: onDemand(() => `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`),
      isHashed: name.startsWith(`assets${sep}`),
      body: bodyOf(bytes, path !== name),
    });
  }
  return files;
}

/** Each variant is created once, on demand: a hub that starts has no visitors yet. */
function bodyOf(stored: Bytes, isPacked: boolean): PageFile['body'] {
  const packed = onDemand(() => (isPacked ? stored : new Uint8Array(brotliCompressSync(stored))));
  const plain = onDemand(() => (isPacked ? new Uint8Array(brotliDecompressSync(stored)) : stored));
  const zipped = onDemand(() => new Uint8Array(gzipSync(plain())));
  return (encoding) => {
    if (encoding === undefined) return plain();
    return encoding === 'br' ? packed() : zipped();
  };
}

function onDemand<T extends object | string>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
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
