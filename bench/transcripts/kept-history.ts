/**
 * The generated history that benchmarks share. `REINS_BENCH_HISTORY` names a folder for it, so that the next run need not
 * generate it again.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GeneratedHistory, generateHistory } from './generate-history.ts';

/** In the run's own folder unless another one is named. */
export function keptHistory(folder: string): { readonly config: string; readonly made: GeneratedHistory } {
  const config = process.env['REINS_BENCH_HISTORY'] ?? join(folder, 'claude');
  const note = join(config, 'made.json');
  if (existsSync(note)) return { config, made: JSON.parse(readFileSync(note, 'utf8')) };
  const made = generateHistory({ configFolder: config });
  writeFileSync(note, JSON.stringify(made));
  return { config, made };
}
