/** Reads the hooks in a Claude Code settings file. Looks only; changes nothing. */

export interface SettingsHook {
  readonly event: string;
  readonly type: string;
  readonly command?: string;
  readonly url?: string;
}

/** Every hook in the settings, whoever put it there; anything of another shape is passed over. */
export function listHooks(settings: unknown): SettingsHook[] {
  const events = Object.entries(asRecord(asRecord(settings)['hooks']));
  return events.flatMap(([event, matchers]) =>
    asList(matchers)
      .flatMap((matcher) => asList(asRecord(matcher)['hooks']))
      .map((hook) => ({ ...asRecord(hook), event }) as SettingsHook),
  );
}

/** A hook is ours by where it reports to: a file in our home, or the collector of a hub. */
export function isReinsHook({ type, command, url }: SettingsHook, reinsFolder: string): boolean {
  if (type === 'command') return command?.includes(`${reinsFolder}/`) ?? false;
  if (type === 'http') return URL.canParse(url ?? '') && new URL(url ?? '').pathname === '/api/hooks';
  return false;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
