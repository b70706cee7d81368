/** `claude-opus-4-20250514` to `opus 4`: what people call a model. */
export function modelName(model: string): string {
  const [, family, version = ''] = /^claude-([a-z]+)-?([\d-]*?)(?:-\d{8})?$/.exec(model) ?? [];
  if (!family) return model.replace(/^claude-/, '');
  return [family, version.replaceAll('-', '.').replace(/\.$/, '')].filter(Boolean).join(' ');
}
