/** `reins token`: creates, lists and revokes named tokens for devices and programs. */
import type { Role } from '../../protocol/access.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { printJson } from '../print.ts';
import { ageOf } from '../terminal/format.ts';
import { chooseStyle } from '../terminal/style.ts';
import { renderTable } from '../terminal/table.ts';

interface Output {
  readonly json?: boolean;
}

export async function addToken(name: string, { role, json }: Output & { role: Role }): Promise<number> {
  const created = await findHub(process.env).client.tokens.add(name, role);
  if (json) printJson(created);
  else {
    // Only the token goes to standard output, so that it can be piped.
    console.error(
      `${created.name} has the role ${created.role}. This token is shown only once; store it safely:`,
    );
    console.log(created.token);
  }
  return 0;
}

export async function listTokens({ json }: Output): Promise<number> {
  const { items } = await findHub(process.env).client.tokens.list();
  if (json) printJson({ items });
  else if (items.length === 0)
    console.log('No named tokens. Create one with "reins token add NAME --role viewer".');
  else {
    const rows = items.map(({ name, role, created_at }) =>
      [name, role, ageOf(created_at, Date.now())].map((text) => ({ text })),
    );
    const columns = [{ header: 'NAME' }, { header: 'ROLE' }, { header: 'AGE', align: 'right' as const }];
    console.log(renderTable(columns, rows, { paintHeader: chooseStyle(process.stdout, process.env).quiet }));
  }
  return 0;
}

export async function revokeToken(name: string): Promise<number> {
  await findHub(process.env).client.tokens.revoke(name);
  console.log(`${name} is revoked: its token no longer works.`);
  return 0;
}
