/** Scenes with every kind of content: for the demo, and for checking screens. */
import { call, say, scene, think } from './screenplay.ts';

const ANSWER = `I found it. The test fails because **two workers share one database**.

1. \`db.test.ts\` opens \`test.sqlite\` without a name of its own
2. the second worker finds the file locked

\`\`\`ts
export function openTestDatabase(name: string): Database {
  // One file per worker.
  return new Database(\`test-\${process.pid}-\${name}.sqlite\`);
}
\`\`\`

| worker | before | after |
|---|---|---|
| 1 | locked | fine |
| 2 | locked | fine |

See the [documentation](https://example.com/locks).`;

/** A session at work on a flaky test, in a project with `src/db.ts`. */
export function flakyTest(project: string) {
  return scene(
    'fix the flaky test',
    [
      think('The user wants the flaky test fixed. I should look at the database code first.'),
      say('I will look at how the tests open their database.'),
      call('Read', { file_path: `${project}/src/db.ts` }),
    ],
    [call('Grep', { pattern: 'openTestDatabase', path: project })],
    [
      call('Edit', {
        file_path: `${project}/src/db.ts`,
        old_string: "  return new Database('test.sqlite');",
        new_string: "  // One file per worker.\n  return new Database('test-' + process.pid + name);",
      }),
    ],
    [call('Bash', { command: 'ls src && echo 12 passed', description: 'Run the tests' })],
    [say(ANSWER)],
  );
}

export const DB_FILE = `import { Database } from 'sqlite';

export function openTestDatabase(name: string): Database {
  return new Database('test.sqlite');
}
`;

export const migration = scene(
  'prepare the release',
  [
    say('The release needs a migration first.'),
    call('Bash', {
      command: 'npm run migrate -- --env staging && npm run seed -- --only users,teams,projects',
      description: 'Migrate the staging database and fill it again',
    }),
  ],
  [say('Done.')],
);

export const cleaning = scene(
  'clean up',
  [
    call('Bash', {
      command: 'rm -rf build dist && git push --force origin main',
      description: 'Clean and push',
    }),
  ],
  [say('Done.')],
);

export function editing(project: string) {
  return scene(
    'write the readme',
    [
      call('Write', {
        file_path: `${project}/README.md`,
        content: Array.from({ length: 60 }, (_, line) => `Line ${line + 1} of the readme.`).join('\n'),
      }),
    ],
    [say('Done.')],
  );
}

export const asking = scene(
  'choose a database',
  [
    call('AskUserQuestion', {
      questions: [
        {
          question: 'Which database should the service use?',
          header: 'Database',
          multiSelect: false,
          options: [
            { label: 'SQLite', description: 'One file, nothing to run. Enough for one machine.' },
            { label: 'PostgreSQL', description: 'A server of its own. Needed for several machines.' },
          ],
        },
        {
          question: 'Which parts should be migrated now?',
          header: 'Parts',
          multiSelect: true,
          options: [
            { label: 'Users', description: 'Accounts and teams' },
            { label: 'Billing', description: 'Invoices and payments' },
          ],
        },
      ],
    }),
  ],
  [say('Thanks.')],
);

export const PLAN = `# Move the tests to one database per worker

1. Give \`openTestDatabase\` a name and the worker's number
2. Remove the file after each run
3. Run the suite **twenty times** and compare

Nothing else changes.`;

/** The model writes its plan to the file that the request names, then asks. */
export const planning = (content: string) =>
  scene(
    'plan it',
    [call('Write', ({ allText }) => ({ file_path: planFileIn(allText), content }))],
    [call('ExitPlanMode', {})],
    [say('On it.')],
  );

function planFileIn(text: string): string {
  const [path] = /\/\S+\/plans\/[\w.-]+\.md/.exec(text) ?? [];
  if (!path) throw new Error('The request names no plan file.');
  return path;
}
