/** The import rules between folders, and a checker for them. Does not access the file system. */

/** Each folder and the folders it may import; imports within a folder are always allowed. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'src/protocol': [],
  'src/core': ['src/protocol', 'src/lib'],
  'src/lib': [],
  'src/claude': ['src/lib'],
  'src/store': ['src/core', 'src/protocol', 'src/lib'],
  'src/adapters': ['src/claude', 'src/core', 'src/protocol', 'src/lib'],
  'src/drivers': ['src/claude', 'src/core', 'src/protocol', 'src/lib'],
  'src/history': ['src/store', 'src/adapters', 'src/claude', 'src/core', 'src/protocol', 'src/lib'],
  'src/interactions': [
    ...['src/store', 'src/drivers', 'src/adapters', 'src/claude', 'src/core', 'src/protocol', 'src/lib'],
  ],
  'src/notify': ['src/core', 'src/protocol', 'src/lib'],
  'src/fleet': ['src/store', 'src/core', 'src/protocol', 'src/lib'],
  'src/hub': [
    ...['src/store', 'src/drivers', 'src/adapters', 'src/history', 'src/interactions', 'src/notify'],
    ...['src/fleet', 'src/claude', 'src/core', 'src/protocol', 'src/lib'],
  ],
  'src/server': ['src/hub', 'src/core', 'src/protocol', 'src/lib'],
  'src/sdk': ['src/core', 'src/protocol', 'src/lib'],
  'src/sdk-node': ['src/sdk', 'src/hub', 'src/core', 'src/protocol', 'src/lib'],
  'src/acp': ['src/sdk', 'src/core', 'src/protocol', 'src/lib'],
  'src/mcp': ['src/sdk', 'src/core', 'src/protocol', 'src/lib'],
  'src/slack': ['src/sdk', 'src/core', 'src/protocol', 'src/lib'],
  'src/tui': ['src/sdk', 'src/core', 'src/protocol', 'src/lib'],
  // The demo plays on the stage.
  'src/cli': ['src', 'stage'],
  web: ['src/sdk', 'src/protocol', 'src/core'],
  stage: ['src/lib'],
};

/** Code in these folders also runs in a browser, and so does everything it imports. */
export const BROWSER_FOLDERS: readonly string[] = ['src/protocol', 'src/core', 'src/sdk', 'web'];

/** A source file and its imports: paths of our own files, or names of packages. */
export interface Module {
  readonly path: string;
  readonly imports: readonly string[];
}

export function findViolations(modules: readonly Module[]): string[] {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  return [
    ...modules.flatMap((module) => forbiddenImports(module, byPath)),
    ...modules
      .filter(({ path }) => isIn(path, BROWSER_FOLDERS))
      .flatMap((module) => nodeInBrowser(module, byPath)),
    ...findCycles(byPath),
  ];
}

function forbiddenImports({ path, imports }: Module, byPath: ReadonlyMap<string, Module>): string[] {
  const folder = Object.keys(MAY_IMPORT).find((candidate) => isIn(path, [candidate]));
  if (!folder) return [`${path} is in a folder without an import rule`];
  const allowed = [folder, ...(MAY_IMPORT[folder] ?? [])];
  return imports
    .filter((target) => byPath.has(target) && !isIn(target, allowed))
    .map((target) => `${path} must not import ${target}`);
}

function nodeInBrowser(entry: Module, byPath: ReadonlyMap<string, Module>): string[] {
  const reached = new Set([entry.path]);
  for (const path of reached) {
    for (const target of byPath.get(path)?.imports ?? []) {
      if (target.startsWith('node:'))
        return [`${entry.path} reaches ${target} through ${path}, but runs in a browser`];
      if (byPath.has(target)) reached.add(target);
    }
  }
  return [];
}

function findCycles(byPath: ReadonlyMap<string, Module>): string[] {
  const finished = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: readonly string[]) => {
    if (trail.includes(path))
      cycles.push(`cycle: ${[...trail.slice(trail.indexOf(path)), path].join(' -> ')}`);
    if (finished.has(path) || trail.includes(path)) return;
    for (const target of byPath.get(path)?.imports ?? [])
      if (byPath.has(target)) visit(target, [...trail, path]);
    finished.add(path);
  };
  for (const path of byPath.keys()) visit(path, []);
  return cycles;
}

function isIn(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path.startsWith(`${folder}/`));
}
