/** Paths as people read them: relative to the project where they lie in it. */

/** `src/a.ts` in the project, the whole path elsewhere. */
export function shownPath(path: string, cwd = ''): string {
  if (cwd !== '' && path === cwd) return '.';
  return isInside(path, cwd) ? path.slice(withSlash(cwd).length) : shortHome(path);
}

/** Whether an absolute or relative path leads out of the folder; false when the folder is not known. */
export function leavesFolder(path: string, cwd: string): boolean {
  if (cwd === '') return false;
  const whole = normal(path.startsWith('/') ? path : `${withSlash(cwd)}${path}`);
  return whole !== cwd && !isInside(whole, cwd);
}

/** `~/code/api` for what lies in a home folder. */
export function shortHome(path: string): string {
  return path.replace(/^\/(?:home|Users)\/[^/]+(?=\/|$)/, '~').replace(/^\/root(?=\/|$)/, '~');
}

/** The last name of a folder: what a project is called. */
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
