/**
 * The types of `reins/sdk` in one file without dependencies: the index's exports, and every type they use. The protocol's
 * types derive from schemas; here they are written out, so that reading them does not require zod.
 */
import { join } from 'node:path';
import { API } from 'typescript/unstable/sync';
import { root } from '../run-step.mjs';
import { comment, createTypePrinter } from './print-type.mjs';
import { readDeclarations } from './read-declarations.mjs';

/** @import { Declaration } from './read-declarations.mjs' */

const ENTRY = 'src/sdk/index.ts';

/** @typedef {{ readonly name: string, readonly text: string, readonly isExported: boolean }} WrittenType */

/** @returns {string} the text of `index.d.ts` */
export function sdkTypesFile() {
  return typesFile(writeSdkTypes());
}

/** @param {readonly WrittenType[]} types */
export function typesFile(types) {
  // A type that another one uses is exported too, so that programs can name it.
  const exported = types.map(({ name, text, isExported }) =>
    isExported && /^declare (class|function|const)/m.test(text) ? name : `type ${name}`,
  );
  return `${types.map(({ text }) => text).join('\n\n')}\n\nexport { ${exported.join(', ')} };\n`;
}

/** @returns {WrittenType[]} in the order of their first use */
export function writeSdkTypes() {
  const declarations = readDeclarations(ENTRY);
  const api = new API({ cwd: root });
  try {
    const [project] = api.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] }).getProjects();
    if (!project) throw new Error('Found no project to read types from.');
    const { checker, program } = project;
    /** @param {string} file */
    const exportsOf = (file) => {
      const source = program.getSourceFile(join(root, file));
      const module = source && checker.getSymbolAtLocation(source);
      return module ? checker.getExportsOfModule(module) : [];
    };
    const ofSchemas = declarations.filter(
      ({ file, kind, isGeneric }) =>
        file.startsWith('src/protocol/') && kind === 'TSTypeAliasDeclaration' && !isGeneric,
    );
    /** @type {Map<string, string>} */
    const names = new Map();
    /** @type {Map<string, () => string>} */
    const written = new Map();
    const printer = createTypePrinter(checker, names);
    /** A type without a comment has that of its schema. @param {string} file @param {string} name */
    const aboutSchema = (file, name) => {
      const schema = `${name.charAt(0).toLowerCase()}${name.slice(1).replace(/Input$/, '')}Schema`;
      const found = exportsOf(file).find((candidate) => candidate.name === schema);
      return found?.getDocumentationComment(checker) ?? '';
    };
    for (const { file, name } of ofSchemas) {
      const symbol = exportsOf(file).find((candidate) => candidate.name === name);
      if (!symbol) continue;
      const type = checker.getDeclaredTypeOfSymbol(symbol);
      // Of two names for one type, the first is used.
      if (!names.has(printer.keyOf(type))) names.set(printer.keyOf(type), name);
      written.set(name, () =>
        [
          ...comment(symbol.getDocumentationComment(checker) || aboutSchema(file, name), ''),
          `type ${name} = ${printer.print(type, name)};`,
        ].join('\n'),
      );
    }
    const exported = exportsOf(ENTRY).map(({ name }) => name);
    return collect(exported, declarations, written);
  } finally {
    api.close();
  }
}

/**
 * @param {readonly string[]} exported
 * @param {readonly Declaration[]} declarations
 * @param {ReadonlyMap<string, () => string>} written what replaces a declaration
 * @returns {WrittenType[]}
 */
function collect(exported, declarations, written) {
  /** @type {Map<string, WrittenType>} */
  const found = new Map();
  const wanted = [...exported];
  for (const name of wanted) {
    if (found.has(name)) continue;
    // A method may be called like a function that is not part of the SDK.
    const candidates = declarations.filter(
      (candidate) =>
        candidate.name === name && (exported.includes(name) || candidate.kind !== 'TSDeclareFunction'),
    );
    if (candidates.length === 0) continue;
    if (candidates.length > 1) {
      const files = candidates.map(({ file }) => file).join(' and ');
      throw new Error(`Two types are called ${name}, in ${files}. Rename one: both are part of the SDK.`);
    }
    const [declaration] = candidates;
    const text = written.get(name)?.() ?? declaration?.text ?? '';
    found.set(name, { name, text, isExported: exported.includes(name) });
    for (const [word] of text.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/\b[A-Za-z_$][\w$]*\b/g))
      wanted.push(word);
  }
  const missing = exported.filter((name) => !found.has(name));
  if (missing.length > 0) throw new Error(`Found no declaration of ${missing.join(', ')}.`);
  return [...found.values()];
}
