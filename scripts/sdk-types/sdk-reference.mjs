/** docs/sdk-reference.md: everything that `reins/sdk` exports, with its comment, as in the types file. */
/** @import { WrittenType } from './write-sdk-types.mjs' */

const INTRO = `# Reference of reins/sdk

Generated from the types by \`UPDATE=1 npx vitest run --project e2e test/packaging/sdk-reference.test.ts\`; [sdk.md](sdk.md) is the guide.
`;

/** @param {readonly WrittenType[]} types */
export function sdkReference(types) {
  /** @param {(kind: string, isExported: boolean) => boolean} fits */
  const section = (fits) =>
    types
      .filter(({ text, isExported }) =>
        fits(/^(?:declare )?(\w+)/m.exec(withoutComment(text))?.[1] ?? '', isExported),
      )
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, text }) => `### ${name}\n\n\`\`\`ts\n${text}\n\`\`\`\n`)
      .join('\n');
  return [
    INTRO,
    `## Functions and classes\n\n${section((kind, isExported) => isExported && ['function', 'class'].includes(kind))}`,
    `## Types\n\n${section((kind, isExported) => !isExported || ['interface', 'type'].includes(kind))}`,
  ].join('\n');
}

/** @param {string} text */
function withoutComment(text) {
  return text.replace(/^\/\*.*?\*\/\n/s, '');
}
