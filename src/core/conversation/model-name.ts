/** The common name of a model: `opus 4` for `claude-opus-4-20250514`. */
export function modelName(model: string): string {
  const [, family, version = ''] = /^claude-([a-z]+)-?([\d-]*?)(?:-\d{8})?$/.exec(model) ?? [];
  if (!family) return model.replace(/^claude-/, '');
  return [family, version.replaceAll('-', '.').replace(/\.$/, '')].filter(Boolean).join(' ');
}
