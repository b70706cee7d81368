import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { namedPaths } from './named-paths.ts';
import { bashInteraction, hub, linesOf, moment, toolInteraction } from './policy-fixture.ts';
import { touchesHub } from './touches-hub.ts';

function touchOf(command: string, cwd?: string) {
  return touchesHub(bashInteraction(command, cwd === undefined ? {} : { cwd }), moment);
}

describe('commands that touch the hub', () => {
  test.each(
    linesOf(`
      cat /home/ann/.reins/token
      cat ~/.reins/token
      cat "/home/ann/.reins/token"
      cat /home/ann/../ann/./.reins//token
      cat ../../.reins/token
      cat /HOME/Ann/.REINS/token
      cat /home/ann/.rei*/token
      cat /home/ann/.r????/token
      cat /home/*/.*/token
      cat /home/ann/.re[i]ns/token
      cat /home/**/token
      cp -r ~ /tmp/x
      ls /
      ls /home
      tar czf x.tgz -C/home ann
      grep -r secret --include=x /home/ann
      cp --target-directory=/home/ann/.reins x
      cat --file=~/.reins/token
      scp host:/home/ann/.reins/token .
      dd if=/home/ann/.reins/token
      cd ~ && cat .reins/token
      cd .. && cd .. && cat .reins/token
      cd .. && cd .. && ls
      cd ../.. && ls
      git -C .. -C .. show .reins/x
      cat < ~/.reins/token
      cat /proc/self/cwd/../x
      cat //proc/1234/environ
      echo x > /home/ann/.reins/policy.json
      X=/home/ann/.reins/token cat x
      cat $HOME/.reins/token
      cat "$(echo ~/.reins/token)"
      for f in ~/.reins/*; do cat $f; done
      bash -c 'cat ~/.reins/token'
      nc -U /tmp/reins-1000/abc.sock
      curl --unix-socket /tmp/reins-1000/abc.sock http://x/
      ls /tmp/reins-1000
      curl http://127.0.0.1:4820/api/policy
      curl localhost:4820
      curl http://LOCALHOST:4820
      curl http://127.1:4820/
      curl http://[::1]:4820/
      curl http://0x7f000001:4820/
      curl http://other.name:4820/
      curl http://localhost:04820/
      curl http://localhost:４８２０/
      curl 'http://localhost:[4820-4820]/'
      curl 'http://localhost:48{20}/'
      curl http://hub.example/
      curl https://HUB.example/x
      nc localhost 4820
      nc 127.0.0.1 4000-5000
      curl --connect-to ::localhost:4820 http://x/
      ssh -L 9999:localhost:4820 host
      echo $REINS_TOKEN
      REINS_HOME=/tmp/x ls
      printenv REINS_URL
      reins answer 1 allow
      /usr/local/bin/reins ls
      npx reins ls
      npx -y reins@latest ls
      node dist/reins.js ls
      npm exec -- reins
      sh -c 'reins ls'
    `),
  )('%j', (command) => {
    expect(touchOf(command)).toBeDefined();
  });
});

describe('commands that do not touch the hub', () => {
  test.each(
    linesOf(`
      git status
      ls
      ls -la src
      ls *
      ls src/*.ts
      cat ./package.json
      npm run test -- --port 3000
      curl http://localhost:3000/x
      curl http://127.0.0.1:8080
      curl https://example.com/4820x
      git log --since=2024-01-01
      cat /etc/hosts
      cat /proc/cpuinfo
      sleep 0
      cat /home/ann/.bashrc
      git commit -m 'Take the reins'
      cd src && ls
      cd /home/ann/code/other && git log
      grep -rn reinsert src
      echo 14820 4820.5 a4820
      git show HEAD~1:src/a.ts
      cp -r src /tmp/x
      tar czf /tmp/a.tgz src
    `),
  )('%j', (command) => {
    expect(touchOf(command)).toBeUndefined();
  });
});

test('relative paths in a session above the home of the hub count', () => {
  expect(touchOf('ls .', '/home/ann')).toMatchObject({ what: 'folder', word: '.' });
  expect(touchOf('cat token', '/home/ann/.reins')).toBeDefined();
  expect(touchOf('cat x', '/home/ann')).toBeUndefined();
});

describe('other tools', () => {
  test.each<[string, Record<string, unknown>]>([
    ['Read', { file_path: '/home/ann/.reins/token' }],
    ['Read', { file_path: '~/.reins/token' }],
    ['Read', { file_path: '../../.reins/token' }],
    ['Write', { file_path: '/home/ann/.reins/policy.json', content: '{}' }],
    ['Write', { file_path: 'run.sh', content: 'curl localhost:4820/api/policy' }],
    ['Write', { file_path: 'run.sh', content: 'cat ~/.reins/token' }],
    ['Edit', { file_path: 'a.ts', old_string: 'x', new_string: 'process.env.REINS_TOKEN' }],
    ['NotebookEdit', { notebook_path: 'a.ipynb', new_source: 'open("/home/ann/.reins/token")' }],
    ['Glob', { pattern: '/home/ann/**' }],
    ['Glob', { pattern: '.reins/*' }],
    ['Grep', { pattern: 'x', path: '/home' }],
    ['WebFetch', { url: 'http://127.0.0.1:4820/', prompt: 'x' }],
    ['WebFetch', { url: 'http://hub.example/', prompt: 'x' }],
    ['Agent', { prompt: 'Run reins with REINS_HOME set' }],
    ['mcp__shell__run', { args: ['cat', '/home/ann/.reins/token'] }],
    ['mcp__shell__run', { command: 'reins ls' }],
    ['mcp__shell__run', { cmd: 'cat $(echo ../../.reins/token)' }],
    ['mcp__net__open', { host: 'localhost', port: 4820 }],
    ['mcp__net__open', { host: 'localhost', port: '4820' }],
    ['mcp__fs__list', { nested: { deep: [{ folder: '/home' }] } }],
    ['mcp__x__y', { '/home/ann/.reins': 1 }],
  ])('%s %j touches it', (tool, input) => {
    expect(touchesHub(toolInteraction(tool, input), moment)).toBeDefined();
  });

  test.each<[string, Record<string, unknown>]>([
    ['Read', { file_path: '/home/ann/code/shop/a.ts' }],
    ['Read', { file_path: 'src/a.ts', limit: 100, offset: 20 }],
    ['Write', { file_path: 'a.md', content: 'Take the reins. See / and .. and 4820 items.' }],
    [
      'Edit',
      { file_path: 'a.ts', old_string: 'localhost:3000', new_string: 'localhost:3001', replace_all: false },
    ],
    ['Glob', { pattern: '**/*.ts' }],
    ['Grep', { pattern: 'foo|bar', glob: '*.ts', output_mode: 'content' }],
    ['WebFetch', { url: 'https://example.com/docs', prompt: 'Summarize.' }],
    ['mcp__github__list', { owner: 'a', repo: 'b', page: 2 }],
  ])('%s %j does not touch it', (tool, input) => {
    expect(touchesHub(toolInteraction(tool, input), moment)).toBeUndefined();
  });
});

test('searching a folder above the hub touches it, even if the folder is not named', () => {
  expect(touchesHub(toolInteraction('Grep', { pattern: 'x' }, { cwd: '/home/ann' }), moment)).toBeDefined();
  expect(touchesHub(toolInteraction('Grep', { pattern: 'x' }), moment)).toBeUndefined();
});

test('uses the targets of links if the hub provides them', () => {
  const links = new Map([['/home/ann/code/shop/notes', '/home/ann/.reins/notes']]);
  expect(touchesHub(bashInteraction('cat notes'), { hub, links })).toMatchObject({
    what: 'folder',
    word: 'notes',
  });
  expect(touchesHub(toolInteraction('Read', { file_path: 'notes' }), { hub, links })).toBeDefined();
  const below = new Map([['/home/ann/code/shop/sub/notes', '/home/ann/.reins/notes']]);
  expect(namedPaths(bashInteraction('cd sub && cat notes'), '/home/ann')).toContain(
    '/home/ann/code/shop/sub/notes',
  );
  expect(touchesHub(bashInteraction('cd sub && cat notes'), { hub, links: below })).toBeDefined();
  const moved = new Map([['/home/ann/code/shop', '/home/ann']]);
  expect(touchesHub(bashInteraction('ls .'), { hub, links: moved })).toBeDefined();
});

test('recognizes a hub on a default port by the names of this machine', () => {
  const web = { hub: { ...hub, addresses: ['127.0.0.1:80'] } };
  expect(touchesHub(bashInteraction('curl http://localhost/api'), web)).toBeDefined();
  expect(touchesHub(bashInteraction('curl http://[::1]/api'), web)).toBeDefined();
  expect(touchesHub(bashInteraction('curl http://example.com/ --retry 80'), web)).toBeUndefined();
});

test('recognizes the home in a relative path with an unknown base', () => {
  const elsewhere = { hub: { ...hub, home: '/srv/hub' } };
  const touches = (command: string) => touchesHub(bashInteraction(command, { cwd: '/srv/a/b' }), elsewhere);
  expect(touches('git -C .. -C .. show hub/token')).toBeDefined();
  expect(touches('git -C .. -C .. show h?b/token')).toBeDefined();
  expect(touches('git show x/hubs /var/hub')).toBeUndefined();
});

test('recognizes names without a port', () => {
  const named = { hub: { ...hub, addresses: ['127.0.0.1:4820', 'desk.example'] } };
  expect(touchesHub(bashInteraction('curl https://desk.example/'), named)).toBeDefined();
  expect(touchesHub(bashInteraction('sleep 0'), named)).toBeUndefined();
});

describe('long hostile texts', () => {
  const HOSTILE = ['0', '1', ':0', '/', '~', '-', '127.', '1-', '*', '..', 'a '];
  const hostile = (text: string, length: number) => bashInteraction(`echo $(x) ${text.repeat(length)}`);

  test('are checked like short ones', () => {
    const touching = HOSTILE.filter((text) => touchesHub(hostile(text, 20_000), moment));
    expect(touching).toEqual(HOSTILE.filter((text) => touchesHub(hostile(text, 10), moment)));
    expect(touching).toEqual(['/', '~']);
  });
});

test('everything touches an unknown home', () => {
  expect(touchesHub(bashInteraction('ls'), { hub: { ...hub, home: '' } })).toBeDefined();
});

test('recognizes every notation of a path into the home', () => {
  const detour = fc.constantFrom('', './', '/', 'x/../', '../ann/', './/', '../../home/ann/');
  const prefix = fc.constantFrom('/home/ann/', '~/', '../../', '/home/ann/code/shop/../../');
  const quote = fc.constantFrom<(path: string) => string>(
    (path) => path,
    (path) => (path.startsWith('~') ? path : `'${path}'`),
    (path) => (path.startsWith('~') ? path : `"${path}"`),
    (path) => path.replace('.r', '.\\r'),
    (path) => path.replace('reins', `re''ins`),
    (path) => `--file=${path}`,
    (path) => `a:${path}`,
  );
  const around = fc.constantFrom<(word: string) => string>(
    (word) => `cat ${word}`,
    (word) => `git status && cat x ${word} | head`,
    (word) => `cat < ${word}`,
    (word) => `cat $(echo ${word})`,
    (word) => `(cat ${word})`,
  );
  fc.assert(
    fc.property(
      prefix,
      detour,
      quote,
      fc.constantFrom('', '/', '/token', '/a/b'),
      around,
      (start, way, wrap, rest, line) => {
        const path = `${start}${way}.reins${rest}`;
        fc.pre(!(start === '../../' && way === '../ann/') && !(start === '~/' && way === '/'));
        expect(touchOf(line(wrap(path)))).toBeDefined();
      },
    ),
    { numRuns: 1000 },
  );
});
