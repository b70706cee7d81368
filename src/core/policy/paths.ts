/** Absolute paths as text, without accessing a disk. */

export function isAbsolute(path: string): boolean {
  return path.startsWith('/');
}

/** The parts of an absolute path, with `.` and `..` resolved. */
export function segmentsOf(path: string): string[] {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts;
}

export function normalize(path: string): string {
  return `/${segmentsOf(path).join('/')}`;
}

/** The path as written, made absolute; `..` is not resolved, since a link may come before it. */
export function absolutePath(path: string, base: string, userHome: string): string {
  if (path === '~' || path.startsWith('~/')) return userHome + path.slice(1);
  return isAbsolute(path) ? path : `${base}/${path}`;
}

/** Inside of the folder, or the folder itself. */
export function isWithin(path: readonly string[], folder: readonly string[]): boolean {
  return path.length >= folder.length && folder.every((part, at) => part === path[at]);
}

/** Equal names on case-insensitive file systems. */
export function foldCase(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
