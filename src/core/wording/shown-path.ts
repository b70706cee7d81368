/** Paths as shown to people: relative to the project if they are inside it. */

/** `src/a.ts` in the project, otherwise the whole path. */
export function shownPath(path: string, cwd = ''): string {
  if (cwd !== '' && path === cwd) return '.';
  return isInside(path, cwd) ? path.slice(withSlash(cwd).length) : shortHome(path);
}

/** Whether an absolute or relative path leads out of the folder; false if the folder is unknown. */
export function leavesFolder(path: string, cwd: string): boolean {
  if (cwd === '') return false;
  const whole = normal(path.startsWith('/') ? path : `${withSlash(cwd)}${path}`);
  return whole !== cwd && !isInside(whole, cwd);
}

/** `~/code/api` for a path in a home folder. */
export function shortHome(path: string): string {
  return path.replace(/^\/(?:home|Users)\/[^/]+(?=\/|$)/, '~').replace(/^\/root(?=\/|$)/, '~');
}

/** The last part of a folder's path, used as the name of a project. */
export function projectName(cwd: string): string {
  return cwd.split('/').filter(Boolean).at(-1) ?? cwd;
}

function isInside(path: string, cwd: string): boolean {
  return cwd !== '' && path.startsWith(withSlash(cwd));
}

function withSlash(folder: string): string {
  return folder.endsWith('/') ? folder : `${folder}/`;
}

function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return `/${parts.join('/')}`;
}
