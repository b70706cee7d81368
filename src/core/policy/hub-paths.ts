/** Finds paths that lead into the hub's folder, or to a folder that contains it. */

import { absolutePath, foldCase, segmentsOf } from './paths.ts';
import type { HubPlaces } from './pending-interaction.ts';
import { wildcardMatches } from './wildcard.ts';

/** Where the system shows the folders and variables of processes under other names. */
const OTHER_DOORS = /^\/+proc\/+[^/]+\/+(?:cwd|root|fd|environ|task|map_files)/;

const ROOT = /^\/+$/;

/** Built once for the paths of a hub. */
export class HubPaths {
  readonly #userHome: string;
  /** The parts of every path of the hub; its home comes first. */
  readonly #goals: readonly (readonly string[])[];
  readonly #homeName: string;
  readonly #spellings: readonly string[];

  constructor(hub: HubPlaces) {
    const paths = [hub.home, ...(hub.files ?? [])].map(foldCase);
    this.#userHome = foldCase(hub.userHome);
    this.#goals = paths.map(segmentsOf);
    this.#homeName = this.#goals[0]?.at(-1) ?? '';
    this.#spellings = paths.flatMap((path) => spellingsOf(path, this.#userHome));
  }

  /**
   * A word of a command, or a path; wildcards in it may stand for anything. `bases` are the folders it may be
   * relative to. Without `countsRoot`, a lone `/` is not a path: it separates fields and patterns far more often.
   */
  isIn(word: string, bases: readonly string[], countsRoot = true): boolean {
    const folders = bases.map((base) => ({ base: foldCase(base), isAbove: this.isHeldBy(base) }));
    return candidatesIn(foldCase(word)).some((path) => {
      if (!countsRoot && ROOT.test(path)) return false;
      const isRelative = !/^[/~]/.test(path);
      if (OTHER_DOORS.test(path) || (isRelative && this.#namesHome(path))) return true;
      return folders.some(
        // Without `..`, a relative path stays in its base.
        ({ base, isAbove }) => (isAbove || !isRelative || path.includes('..')) && this.#meets(path, base),
      );
    });
  }

  /** How a path of the hub is written in a text. */
  findIn(text: string): string | undefined {
    const folded = foldCase(text);
    return this.#spellings.find((spelling) => {
      for (let at = folded.indexOf(spelling); at >= 0; at = folded.indexOf(spelling, at + 1)) {
        const isWhole = !/[\w-]/.test(folded[at + spelling.length] ?? '');
        if (isWhole && (spelling.startsWith('/') || !/[\w.-]/.test(folded[at - 1] ?? ''))) return true;
      }
      return false;
    });
  }

  /** Whether the folder is the hub's, is inside it or contains it. */
  isHeldBy(folder: string): boolean {
    return this.#meets(foldCase(folder), '/');
  }

  #meets(path: string, base: string): boolean {
    // Another user's home is treated as the own one.
    const parts = segmentsOf(absolutePath(path.replace(/^~[^/]*/, '~'), base, this.#userHome));
    return this.#goals.some((goal) => meet(parts, goal));
  }

  /**
   * After a change of folder the base of a relative path is unknown, but it must name the home to lead there.
   */
  #namesHome(path: string): boolean {
    const name = this.#homeName;
    return path
      .split('/')
      .some(
        (part) => part === name || (/[^*]/.test(part) && /[*?]/.test(part) && wildcardMatches(part, name)),
      );
  }
}

/** One is inside the other, considering wildcards. */
function meet(parts: readonly string[], goal: readonly string[]): boolean {
  for (const [at, part] of goal.entries()) {
    const named = parts[at];
    // The path ends above the goal, or continues with any number of folders.
    if (named === undefined || named.includes('**')) return true;
    if (!partMayBe(named, part)) return false;
  }
  return true;
}

function partMayBe(named: string, part: string): boolean {
  return named === part || named.includes('[') || (/[*?]/.test(named) && wildcardMatches(named, part));
}

/** A word itself, and its parts after an option or between separators: `--file=/x`, `-I/x`, `host:/x`. */
function candidatesIn(word: string): string[] {
  const parts = /[=:,@;|&()<>'"`\s]/.test(word) ? [word, ...word.split(/[=:,@;|&()<>'"`\s]+/)] : [word];
  const behindOptions = parts
    .filter((part) => part.startsWith('-'))
    .flatMap((part) => [part.slice(2), /[/~].*/s.exec(part)?.[0] ?? '']);
  return [...parts, ...behindOptions].filter((part) => part !== '');
}

/** The common notations of a path. */
function spellingsOf(path: string, userHome: string): string[] {
  const name = segmentsOf(path).at(-1) ?? '';
  const below = path.startsWith(`${userHome}/`) ? path.slice(userHome.length) : undefined;
  return [
    path,
    ...(below ? [`~${below}`, `$home${below}`, `\${home}${below}`] : []),
    // The name of a hidden folder is distinctive enough.
    ...(name.startsWith('.') ? [name] : []),
  ];
}
