/** A command line, parsed once in all the ways that rules need. */
import { hidesCommands, programName, runsOthers } from './hidden-commands.ts';
import { type CommandLine, parseCommandLine } from './parse-command-line.ts';

/** Words of a line that may be a command, from an index on. */
export interface MayBeCommand {
  readonly words: readonly string[];
  readonly from: number;
}

export class Line {
  readonly text: string;
  readonly parsed: CommandLine;
  /** Whether the words show every command that would run. */
  readonly showsAll: boolean;
  #byName: Map<string, MayBeCommand[]> | undefined;
  #loose: string[][] | undefined;

  constructor(text: string) {
    this.text = text;
    this.parsed = parseCommandLine(text);
    this.showsAll =
      this.parsed.understood &&
      this.parsed.commands.every((one) => !runsOthers(one) && !hidesCommands(one, 1));
  }

  /** Every word that a shell might see, for a line that does not show all commands. */
  get looseWords(): readonly string[][] {
    this.#loose ??= looseWords(this.text);
    return this.#loose;
  }

  /** Wherever the program may run: in the visible commands, or otherwise in any word that could be it. */
  mayRun(program: string): readonly MayBeCommand[] {
    this.#byName ??= this.#indexByName();
    return this.#byName.get(programName(program)) ?? [];
  }

  #indexByName(): Map<string, MayBeCommand[]> {
    const index = new Map<string, MayBeCommand[]>();
    for (const command of this.#mayBeCommands()) {
      const name = programName(command.words[command.from] ?? '');
      const known = index.get(name);
      if (known) known.push(command);
      else index.set(name, [command]);
    }
    return index;
  }

  #mayBeCommands(): MayBeCommand[] {
    if (this.showsAll && this.parsed.understood)
      return this.parsed.commands.map(({ words }) => ({ words: words.map(({ text }) => text), from: 0 }));
    return this.looseWords.flatMap((words) => words.map((_, from) => ({ words, from })));
  }
}

const SEPARATORS = /[\s;&|<>(){}$`=,]+/;

/**
 * The words of a line that cannot be analyzed: every word that a shell might see, and some that it would not.
 * Two readings: with quotes and backslashes removed, and with quotes as word boundaries.
 */
function looseWords(line: string): string[][] {
  const spaced = line.replace(/\$\{?IFS\}?/g, ' ').replace(/\\\n/g, '');
  return [spaced.replace(/['"\\]/g, ''), spaced.replace(/['"\\]/g, ' ')].map((text) =>
    text.split(SEPARATORS).filter((word) => word !== ''),
  );
}
