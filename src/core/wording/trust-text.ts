/** Warns before a person trusts a folder. */
import { t } from '../translate.ts';

export function untrustedText(folder: string): string {
  return t(
    'The folder {folder} is not trusted yet. Claude Code runs the hooks and applies the settings it finds there.',
    { folder },
  );
}

/** The folder that must be trusted according to an error; undefined for any other error. */
export function untrustedFolder(error: unknown): string | undefined {
  const { code, details } = (error ?? {}) as { code?: unknown; details?: Record<string, unknown> };
  const folder = details?.['folder'];
  return code === 'folder_not_trusted' && typeof folder === 'string' ? folder : undefined;
}
