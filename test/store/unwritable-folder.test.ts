/** An unwritable home gives an error that says what to do, not a stack trace of SQLite. */
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLog } from '../../src/store/open-log.ts';
import { createStageFolder, removeStageFolder } from '../../stage/stage-folder.ts';

/** As root everything is writable, so the test switches to another user if necessary. */
const NOBODY = 65534;
const isRoot = process.geteuid?.() === 0;

let folder: string;
beforeEach(() => {
  const outer = createStageFolder();
  folder = join(outer, 'home');
  mkdirSync(folder);
  chmodSync(outer, 0o755);
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  openLog({ folder, host: 'desk' }).close();
  if (isRoot) for (const path of [folder, join(folder, 'reins.db')]) chownSync(path, NOBODY, NOBODY);
});
afterEach(() => removeStageFolder(join(folder, '..')));

function openAsNobody(): void {
  if (isRoot) process.seteuid?.(NOBODY);
  try {
    openLog({ folder, host: 'desk' }).close();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

test('an unwritable folder', () => {
  openAsNobody();
  chmodSync(folder, 0o500);
  expect(openAsNobody).toThrow(
    expect.objectContaining({ code: 'home_not_writable', message: expect.stringContaining(folder) }),
  );
  chmodSync(folder, 0o700);
  openAsNobody();
});

test('an unwritable database', () => {
  chmodSync(join(folder, 'reins.db'), 0o400);
  expect(openAsNobody).toThrow(
    expect.objectContaining({ code: 'home_not_writable', message: expect.stringContaining(folder) }),
  );
});
