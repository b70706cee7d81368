/** A session of hostile strings in every place where the page shows text: no script runs or is even attempted. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { DESK } from './browser.ts';
import { pageTest } from './page-test.ts';
import { shows } from './terminal-page.ts';

const SESSION = '11111111-2222-4333-8444-555555555555';
const RUN = 'window.ran=1';
/** Each string tries another injection: tags, attributes, URLs, comments, code, and parser differences. */
const HOSTILE = [
  `<img src=x onerror="${RUN}"><script>${RUN}</script><svg onload="${RUN}"><iframe srcdoc="<script>parent.${RUN}</script>">`,
  `"><img src=x onerror=${RUN}> '-${RUN}-' \${${RUN}} {{${RUN}}} javascript:${RUN}`,
  `[a](javascript:${RUN}) [b](JaVaScRiPt&colon;${RUN}) [c](data:text/html,<script>${RUN}</script>) <javascript:${RUN}>`,
  `![a](x"onerror="${RUN}) ![b](javascript:${RUN}) [c](https://a.example "onmouseover=${RUN}") [d]: javascript:${RUN}`,
  `\`\`\`"><img src=x onerror=${RUN}>\n<script>${RUN}</script>\n\`\`\`\n`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${RUN}&gt;">`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>"></title></textarea></style><form action="javascript:${RUN}">`,
  `| a | b |\n|---|---|\n| <img src=x onerror=${RUN}> | [x](vbscript:${RUN}) |\n\n- [ ] <input autofocus onfocus=${RUN}>`,
  `\u001b]8;;javascript:${RUN}\u001b\\link\u001b]8;;\u001b\\ \u001b]0;<img src=x onerror=${RUN}>\u0007\u202e\u0000\u2028`,
];
const ALL = HOSTILE.join('\n\n');
const LINE = HOSTILE[0] ?? '';

function transcript(cwd: string): string {
  let at = Date.UTC(2026, 0, 1);
  const row = (facts: object) => {
    at += 1000;
    return {
      timestamp: new Date(at).toISOString(),
      cwd,
      uuid: `row-${at}`,
      gitBranch: LINE,
      version: LINE,
      ...facts,
    };
  };
  const says = (...content: object[]) =>
    row({ type: 'assistant', message: { id: `m-${at}`, role: 'assistant', model: LINE, content } });
  const calls: [string, object][] = [
    ['Bash', { command: ALL, description: LINE }],
    ['Edit', { file_path: `${cwd}/${LINE}.html`, old_string: ALL, new_string: `${ALL}!` }],
    ['Write', { file_path: `${cwd}/${LINE}`, content: ALL }],
    ['WebFetch', { url: `javascript:${RUN}`, prompt: ALL }],
    ['Agent', { description: LINE, prompt: ALL, subagent_type: LINE }],
    ['TodoWrite', { todos: [{ content: LINE, activeForm: LINE, status: 'pending' }] }],
    [`mcp__${LINE}__tool`, { [LINE]: ALL }],
  ];
  const rows = [
    row({ type: 'user', message: { role: 'user', content: ALL } }),
    row({ type: 'custom-title', customTitle: LINE }),
    says({ type: 'thinking', thinking: ALL }),
    ...HOSTILE.map((text) => says({ type: 'text', text })),
    ...calls.flatMap(([name, input], index) => [
      says({ type: 'tool_use', id: `t-${index}`, name, input }),
      row({
        type: 'user',
        toolUseResult: {
          stdout: ALL,
          stderr: ALL,
          structuredPatch: [{ newStart: 1, lines: [`-${LINE}`, `+${LINE}`] }],
        },
        message: {
          content: [
            {
              ...{ type: 'tool_result', tool_use_id: `t-${index}`, is_error: index % 2 === 1 },
              content: [
                { type: 'text', text: ALL },
                { type: 'image', source: { type: 'base64', media_type: 'image/svg+xml', data: btoa(LINE) } },
                {
                  type: 'image',
                  source: { type: 'base64', media_type: `text/html"onerror="${RUN}`, data: 'x"' },
                },
              ],
            },
          ],
        },
      }),
    ]),
    row({ type: 'user', message: { role: 'user', content: `<bash-input>${ALL}</bash-input>` } }),
    row({
      type: 'assistant',
      isApiErrorMessage: true,
      error: LINE,
      message: { content: [{ type: 'text', text: ALL }] },
    }),
    row({ type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger: LINE } }),
    says({ type: 'text', text: 'The end of it.' }),
  ];
  return rows.map((one) => `${JSON.stringify(one)}\n`).join('');
}

/** Requests of every kind that a hook can report. */
function asks(cwd: string): object[] {
  const about = {
    session_id: SESSION,
    cwd,
    permission_mode: 'default',
    hook_event_name: 'PermissionRequest',
  };
  const options = [0, 1].map((index) => ({ label: `${index} ${LINE}`, description: ALL, preview: ALL }));
  const suggestions = [
    {
      type: 'addRules',
      behavior: 'allow',
      rules: [{ toolName: LINE, ruleContent: LINE }],
      destination: LINE,
    },
  ];
  return [
    {
      ...about,
      tool_name: 'Bash',
      tool_input: { command: ALL, description: LINE },
      permission_suggestions: suggestions,
    },
    {
      ...about,
      tool_name: 'Edit',
      tool_input: { file_path: `${cwd}/${LINE}`, old_string: ALL, new_string: LINE },
    },
    { ...about, tool_name: LINE, tool_input: { [LINE]: ALL } },
    { ...about, tool_name: 'ExitPlanMode', tool_input: { plan: ALL } },
    {
      ...{ ...about, tool_name: 'AskUserQuestion' },
      tool_input: { questions: [{ question: ALL, header: LINE, options, multiSelect: false }] },
    },
    {
      ...{ ...about, hook_event_name: 'Elicitation', mcp_server_name: LINE, message: ALL, mode: 'url' },
      ...{ url: `javascript:${RUN}`, elicitation_id: LINE },
    },
    {
      ...{ ...about, hook_event_name: 'Elicitation', mcp_server_name: LINE, message: ALL, mode: 'form' },
      requested_schema: {
        type: 'object',
        properties: { [LINE]: { type: 'string', title: LINE, description: ALL } },
      },
    },
  ];
}

pageTest(
  'nothing of it runs: conversation, requests, titles, files, terminal, export',
  async ({ stage, hub, device }) => {
    const folder = join(stage.configDir, 'projects', '-hostile');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${SESSION}.jsonl`), transcript(stage.project));
    const page = await device({ size: DESK });
    const headers = { authorization: `Bearer ${hub.ingestToken}`, 'content-type': 'application/json' };
    for (const interaction of asks(stage.project)) {
      const posted = await fetch(`${hub.url}/api/hooks`, {
        method: 'POST',
        headers,
        body: JSON.stringify(interaction),
      });
      expect(posted.status).toBe(200);
    }
    // No real terminal writes these bytes, so the test simulates one.
    await page.route(`**/api/sessions/${SESSION}*`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), capabilities: ['terminal'] } });
    });
    await page.routeWebSocket(/\/terminal$/, (socket) => {
      socket.send(JSON.stringify({ type: 'screen', columns: 80, rows: 24, data: ALL }));
      socket.send(Buffer.from(`${ALL}\r\nwritten to the terminal`));
    });

    await page.goto(new URL('/', hub.url).href);
    await page.getByText('onerror').first().waitFor();
    await requireHarmless(page);

    await page.goto(new URL(`/sessions/${SESSION}`, hub.url).href);
    await page.getByText('The end of it.').waitFor();
    await openEverything(page);
    await requireHarmless(page);
    await page.getByRole('button', { name: 'Details' }).click();
    await page.getByRole('dialog').waitFor();
    await requireHarmless(page);

    await page.goto(new URL(`/sessions/${SESSION}/terminal`, hub.url).href);
    await shows(page, /written to the terminal/);
    await requireHarmless(page);

    const exported = await fetch(`${hub.url}/api/sessions/${SESSION}/export?format=html`, {
      headers: { authorization: `Bearer ${hub.token}` },
    });
    const alone = await page.context().newPage();
    await alone.setContent(await exported.text());
    await alone.getByText('The end of it.').waitFor();
    await requireHarmless(alone);
  },
);

/** Opens every folded row of the conversation. */
async function openEverything(page: Page): Promise<void> {
  const folded = page.locator('.conversation [aria-expanded="false"]');
  for (let count = 0; count < 40 && (await folded.count()) > 0; count++)
    await folded
      .first()
      .click({ timeout: 2000 })
      .catch(() => {});
}

/** No script ran, and no element would run one when it is clicked, focused or loaded. */
async function requireHarmless(page: Page): Promise<void> {
  const found = await waitUntil('the page', () =>
    page.evaluate(() => {
      const elements = [...document.querySelectorAll('body *')];
      const odd = elements.filter(
        (one) =>
          one.getAttributeNames().some((name) => name.startsWith('on')) ||
          /^(?:IFRAME|OBJECT|EMBED|BASE|META|MATH)$/.test(one.tagName) ||
          (one.tagName === 'SCRIPT' && one.textContent !== '') ||
          /^\s*(?:javascript|vbscript|data):/i.test(
            one.getAttribute('href') ?? one.getAttribute('action') ?? '',
          ),
      );
      return {
        ran: 'ran' in window,
        odd: odd.map((one) => one.outerHTML.slice(0, 300)),
        count: elements.length,
      };
    }),
  );
  expect(found).toMatchObject({ ran: false, odd: [] });
}
