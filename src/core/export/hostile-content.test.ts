import { expect, test } from 'vitest';
import { exported, item, prompt, said, tool } from './export-fixture.ts';
import { markdownToHtml } from './markdown-to-html.ts';

const ESC = '\u001b';

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg/onload=alert(1)>',
  "' onmouseover='alert(1)",
  '</style></title></pre></code><script>alert(1)</script>',
  '[click](javascript:alert(1))',
  '[click](javascript:alert`1`) [x](data:text/html;base64,PHN2Zz4=) [y](//evil) [z](file:///etc/passwd)',
  '[click](JaVaScRiPt:alert(1)) [x](data:text/html,<script>alert(1)</script>)',
  '[a" onclick="alert(1)](https://x/" onclick="alert(1)//)',
  'https://x/"onclick="alert(1)',
  '`<script>alert(1)</script>` and ``<b>``',
  '```html\n<script>alert(1)</script>\n```',
  '```\nnever closed <script>alert(1)</script>',
  '| <script> | b |\n|---|---|\n| <img src=x onerror=alert(1)> | d |',
  '# <script>alert(1)</script>',
  '> <iframe src="https://evil"></iframe>',
  '- <script>alert(1)</script>\n  - **<b onclick=x>**',
  '<!-- --><base href="https://evil/"><meta http-equiv=refresh content="0;url=https://evil">',
  `${ESC}]0;owned\u0007${ESC}[31mred${ESC}[0m\u009b2J`,
  '&lt;script&gt; &#x3c;script&#x3e;',
  '</details></details><script>alert(1)</script>',
];

/** Every tag that the page may contain, with every attribute. */
const TAG =
  /^<(?:!doctype html|\/?(?:html|head|body|main|title|style|h[1-6]|dl|dt|dd|div|header|footer|details|summary|p|pre|code|span|time|ul|ol|li|table|tr|th|td|blockquote|strong|em|a|br|hr|img|meta)(?: (?:lang|charset|http-equiv|content|name|class|datetime|href|rel|start|src|alt)="[^"<>]*")*)>$/;

test('the page contains only our own tags, no script and no external request, whatever the session contains', async () => {
  const html = await exported('html', {
    title: HOSTILE.join(' '),
    items: HOSTILE.flatMap((words, index) => [
      prompt(words),
      said(words),
      item('thinking', { text: words }),
      tool(words, { command: words, [words]: words }, { result: words, is_error: index % 2 === 0 }),
      tool('Bash', { command: words }, { result: [{ type: 'text', text: words }, { type: words }] }),
      tool('Edit', { file_path: words, old_string: words, new_string: words }),
      tool('ExitPlanMode', { plan: words }),
      tool('Read', {}, { result: [{ type: 'image', source: { media_type: words, data: words } }] }),
      tool(
        'Read',
        {},
        { result: [{ type: 'image', source: { media_type: 'image/png', data: `x" onerror="${words}` } }] },
      ),
      item('error', { error: words, message: words }),
      item('command', { name: words, args: words, output: words }),
      item('compaction', { trigger: words, summary: words }),
    ]),
  });
  const tags = html.match(/<[^>]*>?/g) ?? [];
  expect(tags.filter((tag) => !TAG.test(tag))).toEqual([]);
  const targets = [...html.matchAll(/\b(?:href|src)="([^"]*)"/g)].map(([, target]) => target);
  expect(targets.filter((target) => !/^(?:https?:\/\/|mailto:|data:image\/)/.test(target ?? ''))).toEqual([]);
  expect(html).not.toMatch(/<script|<svg|<iframe|<base/i);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must be gone
  expect(html).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
  expect(html.match(/http-equiv/g)?.length).toBeGreaterThan(0);
  const open = (tag: string) => html.split(`<${tag}`).length - html.split(`</${tag}>`).length;
  for (const tag of ['div', 'details', 'pre', 'table', 'ul']) expect([tag, open(tag)]).toEqual([tag, 0]);
});

test('in markdown, content can neither close its container nor become HTML', async () => {
  const markdown = await exported('markdown', {
    title: HOSTILE.join(' '),
    items: HOSTILE.flatMap((words) => [
      prompt(words),
      said(words),
      tool('Bash', { command: words }, { result: `\`\`\`\n${words}` }),
      item('thinking', { text: words }),
    ]),
  });
  let fence = '';
  const outside = markdown.split('\n').filter((line) => {
    const mark = /^`{3,}/.exec(line)?.[0] ?? '';
    if (fence === '') fence = mark;
    else if (mark === fence && line.trim() === mark) fence = '';
    return fence === '' && mark === '';
  });
  expect(fence).toBe('');
  const text = outside.join('\n').replace(/``[^\n]*?``|`[^`\n]*`/g, '');
  // A backslash escapes a bracket in markdown, but not inside HTML.
  const isHtml = (line: string) => line.startsWith('<summary>');
  const tags = text
    .split('\n')
    .flatMap((line) => line.match(isHtml(line) ? /<[^>]*>?/g : /(?<!\\)<[a-z/!?][^>]*>?/gi) ?? []);
  expect([...new Set(tags)].sort()).toEqual(['</details>', '</summary>', '<details>', '<summary>']);
  expect(text.replace(/^<summary>.*$/gm, '')).not.toMatch(/(?<!\\)\]\(\s*(?:javascript|data):/i);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must be gone
  expect(markdown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
});

test('takes linear time for any text', () => {
  for (const piece of [
    '[',
    '**',
    '`',
    '*a',
    '[a](',
    '|',
    '> ',
    '- ',
    '#',
    'https://',
    '``',
    '```\n',
    '|\n|-\n',
  ]) {
    // 250,000 characters: anything slower than linear would take minutes.
    expect(markdownToHtml(piece.repeat(250_000 / piece.length))).toBeTypeOf('string');
  }
});

test('converts common markdown', () => {
  const html = markdownToHtml(
    '# Head\n\nSome *words*, `code` and **more**.\nNext line\n\n- one\n  - two\n\n3. three\n\n[site](https://x.org/a?b=1&c)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```ts\nlet x = 1 < 2;\n```\n---\n> quoted',
  );
  expect(html).toBe(
    [
      '<h3>Head</h3>',
      '<p>Some <em>words</em>, <code>code</code> and <strong>more</strong>.<br>Next line</p>',
      '<ul><li class="d0">one</li><li class="d1">two</li></ul>',
      '<ol start="3"><li class="d0">three</li></ol>',
      '<p><a href="https://x.org/a?b=1&amp;c" rel="noreferrer noopener">site</a></p>',
      '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>',
      '<pre><code>let x = 1 &lt; 2;</code></pre>',
      '<hr>',
      '<blockquote>quoted</blockquote>',
    ].join('\n'),
  );
});
