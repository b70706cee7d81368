/** The declarations of the SDK's modules, as the compiler emits them: one text per name, with its comment. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { root } from '../run-step.mjs';

/**
 * @typedef {{ readonly file: string, readonly name: string, readonly text: string, readonly kind: string,
 *   readonly isGeneric: boolean }} Declaration
 */

/** @param {string} entry @returns {Declaration[]} */
export function readDeclarations(entry) {
  const folder = mkdtempSync(join(tmpdir(), 'reins-types-'));
  try {
    const config = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, allowJs: false, checkJs: false },
        ...{ outDir: folder, rootDir: root, typeRoots: [join(root, 'node_modules/@types')] },
      },
      include: [],
      files: [join(root, entry)],
    };
    const file = join(folder, 'tsconfig.json');
    writeFileSync(file, JSON.stringify(config));
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', file], {
      stdio: 'inherit',
    });
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.d.ts'))
      .flatMap((name) => split(relative('', name), readFileSync(join(folder, name), 'utf8')));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} file @param {string} text @returns {Declaration[]} */
function split(file, text) {
  const { program, comments } = parseSync(file, text);
  return program.body.flatMap((statement) => {
    const declaration =
      statement.type === 'ExportNamedDeclaration' && statement.declaration
        ? statement.declaration
        : statement;
    if (!('id' in declaration) || !declaration.id || !('name' in declaration.id)) return [];
    const about = comments.findLast(
      ({ type, value, end }) =>
        type === 'Block' &&
        value.startsWith('*') &&
        end <= statement.start &&
        /^\s*$/.test(text.slice(end, statement.start)),
    );
    // The comment at the top of a file describes the file.
    const before = about && about.start > 0 ? `/*${about.value}*/\n` : '';
    return [
      {
        file: file.replace(/\.d\.ts$/, '.ts'),
        name: declaration.id.name,
        kind: declaration.type,
        isGeneric: 'typeParameters' in declaration && Boolean(declaration.typeParameters),
        text: `${before}${text.slice(declaration.start, declaration.end)}`,
      },
    ];
  });
}
