/** Differences between the systems that Reins runs on. Process tables are in `processes.ts`. */

export interface Platform {
  /** For programs that would run without any locale. */
  readonly locale: string;
  /** The shell if the environment does not name one. */
  readonly shell: string;
  /** Whether a thread can have its own priority. */
  readonly hasThreadPriorities: boolean;
  /** Whether Claude Code records the start of a process in the form of `readStartMark` (2.1.325). */
  readonly sharesStartMarks: boolean;
  /** The folder of Claude Code's managed settings, which an organization deploys (2.1.325). */
  readonly managedSettingsFolder: string;
  /** The program that opens a page in the browser, and whether it needs a display in the environment. */
  readonly opener: { readonly program: string; readonly needsDisplay: boolean };
  /** The manager of the user's services. */
  readonly services: 'systemd' | 'launchd';
  /** The command that installs a program, to be used within a sentence. */
  howToInstall(program: string): string;
}

const LINUX: Platform = {
  locale: 'C.UTF-8',
  shell: '/bin/sh',
  hasThreadPriorities: true,
  sharesStartMarks: true,
  managedSettingsFolder: '/etc/claude-code',
  opener: { program: 'xdg-open', needsDisplay: true },
  services: 'systemd',
  howToInstall: (program) => `"apt install ${program}" or similar`,
};

const MACOS: Platform = {
  locale: 'en_US.UTF-8',
  shell: '/bin/zsh',
  hasThreadPriorities: false,
  sharesStartMarks: false,
  managedSettingsFolder: '/Library/Application Support/ClaudeCode',
  opener: { program: 'open', needsDisplay: false },
  services: 'launchd',
  howToInstall: (program) => `"brew install ${program}"`,
};

export function platformNamed(name: string): Platform {
  return name === 'darwin' ? MACOS : LINUX;
}

export const platform = platformNamed(process.platform);
