/**
 * Prints a type in full, as TypeScript: types derived from schemas become plain fields with their comments, and a named type
 * is referred to by its name.
 */
import { SymbolFlags, TypeFlags } from 'typescript/unstable/sync';
import { aboutField } from './field-glossary.mjs';

/** @import { Checker, Type } from 'typescript/unstable/sync' */

const NO_TRUNCATION = 1;

/**
 * @param {Checker} checker
 * @param {ReadonlyMap<string, string>} names names of types, by `keyOf`
 */
export function createTypePrinter(checker, names) {
  /** @param {Type} type @param {string} [self] the name that is being defined @returns {string} */
  const print = (type, self, indent = '') => {
    const name = names.get(keyOf(type));
    if (name !== undefined && name !== self) return name;
    if (type.flags & TypeFlags.Union) return printUnion(membersOf(type), self, indent);
    if (type.flags & TypeFlags.Intersection) {
      return membersOf(type)
        .map((member) => print(member, self, indent))
        .join(' & ');
    }
    if (checker.isArrayType(type)) {
      const [element] = checker.getTypeArguments(/** @type {never} */ (type));
      const text = element ? print(element, undefined, indent) : 'unknown';
      return /[|&]/.test(text) && !text.startsWith('{') ? `(${text})[]` : `${text}[]`;
    }
    return isPlainObject(type)
      ? printObject(type, indent)
      : checker.typeToString(type, undefined, NO_TRUNCATION);
  };

  /** @param {readonly Type[]} members @param {string | undefined} self @param {string} indent @returns {string} */
  const printUnion = (members, self, indent) => {
    const rest = members.filter(({ flags }) => !(flags & (TypeFlags.Undefined | TypeFlags.Null)));
    const empty = members.filter((member) => !rest.includes(member));
    const tail = empty.map((member) => ` | ${checker.typeToString(member)}`).join('');
    const name = empty.length > 0 ? names.get(unionKey(rest)) : undefined;
    if (name !== undefined && name !== self) return `${name}${tail}`;
    const texts = rest.map((member) => print(member, undefined, indent));
    const words =
      texts.includes('true') && texts.includes('false')
        ? ['boolean', ...texts.filter((text) => text !== 'true' && text !== 'false')]
        : texts;
    return `${words.join(' | ')}${tail}`;
  };

  /** @param {Type} type @param {string} indent @returns {string} */
  const printObject = (type, indent) => {
    const inner = `${indent}  `;
    const properties = checker.getPropertiesOfType(type);
    const [first] = properties;
    // The keys of a record are not declared anywhere.
    if (first && properties.every(({ declarations }) => (declarations ?? []).length === 0)) {
      const keys = properties.map(({ name }) => `'${name}'`).join(' | ');
      const value = checker.getTypeOfSymbol(first);
      const given = value && checker.getNonNullableType(value);
      const record = `Record<${keys}, ${given ? print(given, undefined, indent) : 'unknown'}>`;
      return `Readonly<${first.flags & SymbolFlags.Optional ? `Partial<${record}>` : record}>`;
    }
    const fields = properties.flatMap((property) => {
      const field = checker.getTypeOfSymbol(property);
      if (!field) return [];
      const isOptional = (property.flags & SymbolFlags.Optional) !== 0;
      const members = field.flags & TypeFlags.Union ? membersOf(field) : [field];
      const given = isOptional ? members.filter(({ flags }) => !(flags & TypeFlags.Undefined)) : members;
      const text =
        given.length > 1 ? printUnion(given, undefined, inner) : print(given[0] ?? field, undefined, inner);
      const about = property.getDocumentationComment(checker) || aboutField(property.name);
      const name = /^[\w$]+$/.test(property.name) ? property.name : JSON.stringify(property.name);
      return [...comment(about, inner), `${inner}readonly ${name}${isOptional ? '?' : ''}: ${text};`];
    });
    const indexes = checker.getIndexInfosOfType(type);
    const [only] = indexes;
    if (only && fields.length === 0) {
      return `Readonly<Record<${print(only.keyType)}, ${print(only.valueType, undefined, indent)}>>`;
    }
    const others = indexes.map(({ keyType, valueType }) => {
      return `${inner}readonly [key: ${print(keyType)}]: ${print(valueType, undefined, inner)};`;
    });
    return fields.length + others.length === 0 ? '{}' : ['{', ...fields, ...others, `${indent}}`].join('\n');
  };

  /** @param {Type} type */
  const isPlainObject = (type) =>
    (type.flags & TypeFlags.Object) !== 0 &&
    checker.getSignaturesOfType(type, 0).length === 0 &&
    !checker.isTupleType(type);

  /** @param {Type} type @returns {readonly Type[]} */
  const membersOf = (type) =>
    /** @type {{ getTypes(): readonly Type[] }} */ (/** @type {unknown} */ (type)).getTypes();

  /**
   * A union is identified by its members, so that it is recognized where undefined was added to it.
   * @param {Type} type
   */
  function keyOf(type) {
    return type.flags & TypeFlags.Union ? unionKey(membersOf(type)) : String(type.id);
  }

  return { print, keyOf };
}

/** @param {readonly Type[]} members */
function unionKey(members) {
  return members
    .map(({ id }) => id)
    .sort((a, b) => a - b)
    .join();
}

/** @param {string} text @param {string} indent @returns {string[]} */
export function comment(text, indent) {
  return text === '' ? [] : [`${indent}/** ${text.trim().replaceAll(/\s*\n\s*/g, ' ')} */`];
}
