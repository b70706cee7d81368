/** Warns before a person trusts a folder. */

export function untrustedText(folder: string): string {
  return `The folder ${folder} is not trusted yet. Claude Code runs the hooks and applies the settings it finds there.`;
}

/** The folder that must be trusted according to an error; undefined for any other error. */
export function untrustedFolder(error: unknown): string | undefined {
  const { code, details } = (error ?? {}) as { code?: unknown; details?: Record<string, unknown> };
  const folder = details?.['folder'];
  return code === 'folder_not_trusted' && typeof folder === 'string' ? folder : undefined;
}
