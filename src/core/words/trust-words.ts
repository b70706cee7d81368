/** What a person must know before they trust a folder. */

export function untrustedWords(folder: string): string {
  return `Nobody has trusted the folder ${folder} yet. Claude Code runs the hooks and follows the settings that it finds there.`;
}

/** The folder that an error asks a person to trust; undefined for any other error. */
export function untrustedFolder(error: unknown): string | undefined {
  const { code, details } = (error ?? {}) as { code?: unknown; details?: Record<string, unknown> };
  const folder = details?.['folder'];
  return code === 'folder_not_trusted' && typeof folder === 'string' ? folder : undefined;
}
