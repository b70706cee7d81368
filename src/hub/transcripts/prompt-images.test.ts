import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { LogReader } from '../../store/log-reader.ts';
import { PromptImages } from './prompt-images.ts';

const SESSION = '11111111-2222-4333-8444-555555555555';
const image = { media_type: 'image/png', data: 'aGk=' };

test('reads the images of a prompt from its row, even if the position is another', async () => {
  const configFolder = realpathSync(mkdtempSync(join(tmpdir(), 'reins-images-')));
  onTestFinished(() => rmSync(configFolder, { recursive: true }));
  const folder = join(configFolder, 'projects', 'p');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${SESSION}.jsonl`);
  const rows = [
    { uuid: 'a', type: 'user', message: { content: 'no images, about b' } },
    { uuid: 'b', message: { content: [{ type: 'image', source: { type: 'base64', ...image } }] } },
  ];
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`);
  writeFileSync(path, lines.join(''));
  const images = (transcript_path: string) =>
    new PromptImages({
      configFolder,
      reader: {
        session: () => ({ observed: { transcript_path: { value: transcript_path } } }),
      } as unknown as LogReader,
    });
  const at = (item: string, position: number) => images(path).of(SESSION, { item, position });
  expect(await at('prompt:b', Buffer.byteLength(lines[0] ?? ''))).toEqual([image]);
  expect(await at('prompt:b', 5)).toEqual([image]);
  expect(await at('prompt:b', 1e15)).toEqual([image]);
  expect(await at('prompt:a', 0)).toEqual([]);
  expect(await at('prompt:c', 0)).toEqual([]);
  expect(await at('tool:b', 0)).toEqual([]);
  expect(await images(`/elsewhere/${SESSION}.jsonl`).of(SESSION, { item: 'prompt:b', position: 0 })).toEqual(
    [],
  );
});
