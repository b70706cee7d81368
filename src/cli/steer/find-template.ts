/** The template that `reins new --template` names, from the settings of the hub. */
import { ReinsError } from '../../protocol/errors.ts';
import type { Template } from '../../protocol/templates.ts';
import type { Client } from '../../sdk/client.ts';

/** Throws `invalid_request` with the names there are. */
export async function findTemplate(client: Pick<Client, 'settings'>, name: string): Promise<Template> {
  const { templates } = await client.settings.get();
  const found = Object.hasOwn(templates, name) ? templates[name] : undefined;
  if (found) return found;
  const names = Object.keys(templates);
  throw new ReinsError(
    'invalid_request',
    names.length > 0
      ? `There is no template "${name}". There are: ${names.join(', ')}.`
      : `There is no template "${name}", and no other. Add one with: reins config set templates '{"${name}": {"model": "opus"}}'`,
  );
}
