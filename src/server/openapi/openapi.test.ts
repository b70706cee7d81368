import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { describeFields } from '../../../scripts/openapi/describe-fields.mjs';
import { serverTest as test } from '../../../test/running-server.ts';
import { EVENT_TYPES } from '../../protocol/events.ts';
import { ROUTES } from '../../protocol/routes/all-routes.ts';
import type { Route } from '../../protocol/routes/define-routes.ts';
import { apiDocument } from './api-document.ts';

const committed = new URL('../../../docs/openapi.json', import.meta.url);
const COMMAND = 'UPDATE=1 npx vitest run --project unit src/server/openapi';

type Node = { readonly [name: string]: Node };

test('docs/openapi.json is up to date, and describes everything', () => {
  const document = JSON.parse(JSON.stringify(apiDocument()));
  describeFields(document);
  expect(undescribed(document)).toEqual([]);
  const text = `${JSON.stringify(document, null, 2)}\n`;
  if (process.env['UPDATE']) writeFileSync(committed, text);
  expect(readFileSync(committed, 'utf8') === text, `docs/openapi.json is out of date; run: ${COMMAND}`).toBe(
    true,
  );
});

test('every route and every event type is in the document', async ({ server }) => {
  const document = (await (await server.call('/api/openapi.json')).json()) as Node;
  const described = Object.entries(document['paths'] ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(described.sort()).toEqual(Object.keys(ROUTES).sort());
  const schemas = document['components']?.['schemas'] ?? {};
  for (const type of EVENT_TYPES) {
    expect(schemas[`event_${type}`]?.['properties']).toMatchObject({
      type: { const: type },
      seq: {},
      session_id: {},
    });
  }
  expect(schemas['Event']?.['oneOf']).toHaveLength(EVENT_TYPES.length);
});

test('every operation has a unique id, a summary, and the parameters of its path', () => {
  const routes = Object.entries<Route>(ROUTES);
  expect(new Set(routes.map(([, { id }]) => id)).size).toBe(routes.length);
  for (const [key, { summary, params }] of routes) {
    expect(summary, key).toMatch(/^[A-Z].*[^.]\.$/);
    const names = [...key.matchAll(/:(\w+)/g)].map(([, name]) => name);
    expect(Object.keys(params?.shape ?? {}), key).toEqual(names);
  }
});

/** Components, fields and parameters without a description. */
function undescribed({ paths, components }: Node): string[] {
  const missing: string[] = [];
  const visit = (node: Node | undefined, place: string) => {
    if (typeof node !== 'object' || node === null) return;
    for (const [name, field] of Object.entries(node['properties'] ?? {})) {
      if (!field['description']) missing.push(`${place}.${name}`);
    }
    for (const [key, inner] of Object.entries(node)) {
      if (key !== 'properties') visit(inner, place);
      else for (const [name, field] of Object.entries(inner)) visit(field, `${place}.${name}`);
    }
  };
  for (const [name, schema] of Object.entries(components?.['schemas'] ?? {})) {
    if (!schema['description']) missing.push(name);
    visit(schema, name);
  }
  for (const [path, methods] of Object.entries(paths ?? {})) {
    for (const [method, { parameters = [], ...rest }] of Object.entries(methods)) {
      for (const { name, description } of parameters as unknown as Record<string, string>[]) {
        if (!description) missing.push(`${method} ${path} ${name}`);
      }
      visit(rest as Node, `${method} ${path}`);
    }
  }
  return missing;
}

test('every component is used', async ({ server }) => {
  const text = await (await server.call('/api/openapi.json')).text();
  const names = Object.keys((JSON.parse(text) as Node)['components']?.['schemas'] ?? {});
  expect(names.filter((name) => !text.includes(`"#/components/schemas/${name}"`))).toEqual([]);
});

test('every reference resolves', async ({ server }) => {
  const text = await (await server.call('/api/openapi.json')).text();
  const schemas = Object.keys((JSON.parse(text) as Node)['components']?.['schemas'] ?? {});
  const targets = new Set([...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, target]) => target));
  const known = schemas.map((name) => `#/components/schemas/${name}`);
  expect([...targets].filter((target) => !known.includes(target ?? ''))).toEqual([]);
});

test('the page shows every route, and loads and runs nothing', async ({ server }) => {
  const response = await server.call('/api/docs');
  expect(response.headers.get('content-type')).toContain('text/html');
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  const html = await response.text();
  for (const route of Object.keys(ROUTES)) {
    const path = route.split(' ')[1]?.replace(/:(\w+)/g, '{$1}');
    expect(html).toContain(`<code>${path}</code>`);
  }
  expect(html).toContain('id="event_tool_started"');
  expect(html).not.toMatch(/<script|\ssrc=|href="(?![#/])|@import|url\(|\son\w+=|style="/);
});
