/** Habits of the systems Reins runs on, as far as they matter. What they know about processes is in `processes.ts`. */

export interface Platform {
  /** For programs that would run without any locale. */
  readonly locale: string;
  /** The shell of a person whose environment names none. */
  readonly shell: string;
  /** Whether a thread can have a priority of its own. */
  readonly hasThreadPriorities: boolean;
  /** Whether Claude Code notes the start of a process as `readStartMark` does (2.1.325). */
  readonly sharesStartMarks: boolean;
  /** Where the settings lie that an organisation gives Claude Code (2.1.325). */
  readonly managedSettingsFolder: string;
  /** How a person installs a program, within a sentence. */
  howToInstall(program: string): string;
}

const LINUX: Platform = {
  locale: 'C.UTF-8',
  shell: '/bin/sh',
  hasThreadPriorities: true,
  sharesStartMarks: true,
  managedSettingsFolder: '/etc/claude-code',
  howToInstall: (program) => `"apt install ${program}" or the like`,
};

const MACOS: Platform = {
  locale: 'en_US.UTF-8',
  shell: '/bin/zsh',
  hasThreadPriorities: false,
  sharesStartMarks: false,
  managedSettingsFolder: '/Library/Application Support/ClaudeCode',
  howToInstall: (program) => `"brew install ${program}"`,
};

export function platformNamed(name: string): Platform {
  return name === 'darwin' ? MACOS : LINUX;
}

export const platform = platformNamed(process.platform);
