/** The OpenAPI document as one page of plain HTML: no script, no external resources. */
import type { ApiDocument, Body, Operation } from './api-document.ts';

export const DOCS_STYLE = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2 { line-height: 1.2; }
h2 { margin-top: 2.5rem; text-transform: capitalize; }
code, pre { font: 14px/1.45 ui-monospace, monospace; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid #8885; border-radius: 6px; }
details { margin: .5rem 0; padding: .5rem .75rem; border: 1px solid #8885; border-radius: 6px; }
summary { cursor: pointer; }
summary b { display: inline-block; min-width: 4rem; }
summary span { opacity: .75; }
table { border-collapse: collapse; }
td { padding: .2rem .75rem .2rem 0; vertical-align: top; }
`;

export function renderDocs(document: ApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
  const sections = document.tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags.some((tag) => tag === name));
    return `<h2>${escapeHtml(name)}</h2><p>${escapeHtml(description)}</p>${own.map(renderOperation).join('')}`;
  });
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      `<details id="${escapeHtml(name)}"><summary><code>${escapeHtml(name)}</code></summary>${renderSchema(schema)}</details>`,
  );
  const { title, version, description } = document.info;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} API</title><style>${DOCS_STYLE}</style></head><body>
<h1>${escapeHtml(title)} API <small>${escapeHtml(version)}</small></h1><p>${prose(description)}</p>
<p>For programs: <a href="/api/openapi.json">openapi.json</a></p>
${sections.join('\n')}
<h2>Schemas</h2>${schemas.join('\n')}
</body></html>`;
}

function renderOperation({
  method,
  path,
  operation,
}: {
  method: string;
  path: string;
  operation: Operation;
}): string {
  const { summary, description = '', parameters = [], requestBody, responses } = operation;
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(place)}${required ? ', required' : ''}</td><td><code>${escapeHtml(JSON.stringify(schema))}</code></td></tr>`,
  );
  const answers = Object.entries(responses).map(
    ([status, body]) =>
      `<tr><td><code>${escapeHtml(status)}</code></td><td>${escapeHtml(body.description ?? '')}</td><td>${renderContent(body)}</td></tr>`,
  );
  return `<details><summary><b>${escapeHtml(method)}</b> <code>${escapeHtml(path)}</code> <span>${escapeHtml(summary)}</span></summary>
<p>${prose(description)}</p>${rows.length > 0 ? `<table>${rows.join('')}</table>` : ''}
${requestBody ? `<p>Body: ${renderContent(requestBody)}</p>` : ''}<table>${answers.join('')}</table></details>`;
}

function renderContent({ content = {} }: Body): string {
  return Object.entries(content)
    .map(([type, { schema }]) => `${escapeHtml(type)} ${renderInline(schema)}`)
    .join(', ');
}

function renderInline(schema: object): string {
  return linkRefs(`<code>${escapeHtml(JSON.stringify(schema))}</code>`);
}

function renderSchema(schema: object): string {
  return linkRefs(`<pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`);
}

/** References to schemas become links within the page. */
function linkRefs(html: string): string {
  return html.replace(
    /\{\s*&quot;\$ref&quot;:\s*&quot;#\/components\/schemas\/(\w+)&quot;\s*\}/g,
    '<a href="#$1">$1</a>',
  );
}

function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
