/** `reins config`: shows, changes and resets the hub's settings. */
import { ReinsError } from '../../protocol/errors.ts';
import type { Settings, SettingsPatch } from '../../protocol/settings.ts';
import { useSettings } from '../open-settings.ts';
import { printJson } from '../print.ts';
import { cleanLine } from '../terminal/clean-text.ts';
import { renderTable } from '../terminal/table.ts';

/** The hub reads them only when it starts. */
const NEXT_START: ReadonlySet<string> = new Set(['host', 'port', 'tls_cert', 'tls_key', 'https_port']);

interface Output {
  readonly json?: boolean;
}

export async function listSettings({ json }: Output): Promise<number> {
  const settings = await useSettings(process.env, (calls) => calls.get());
  if (json) printJson(settings);
  else {
    const rows = Object.entries(settings).map(([name, value]) => [{ text: name }, { text: toText(value) }]);
    console.log(renderTable([{ header: 'SETTING' }, { header: 'VALUE' }], rows));
  }
  return 0;
}

export async function getSetting(name: string, { json }: Output): Promise<number> {
  const value = pick(await useSettings(process.env, (calls) => calls.get()), name);
  if (json) printJson(value);
  else console.log(cleanLine(toText(value)));
  return 0;
}

/** The value is JSON if it parses as such, otherwise text; `default` resets the setting. */
export async function setSetting(name: string, text: string, { json }: Output): Promise<number> {
  const changes = { [name]: text === 'default' ? null : toValue(text) } as SettingsPatch;
  const value = await useSettings(process.env, async (calls) => {
    pick(await calls.get(), name);
    return pick(await calls.change(changes), name);
  });
  if (json) printJson(value);
  else {
    const shown = cleanLine(toText(value));
    const words = NEXT_START.has(name) ? `is ${shown} from the next start` : `is now ${shown}`;
    console.log(`${name} ${words}`);
  }
  return 0;
}

function pick(settings: Settings, name: string): unknown {
  const found = Object.entries(settings).find(([known]) => known === name);
  if (found) return found[1];
  throw new ReinsError(
    'invalid_request',
    `There is no setting "${name}". Settings: ${Object.keys(settings).join(', ')}.`,
  );
}

function toValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
