/**
 * Describes the fields of the API document: with the comments on the schemas in `src/protocol`, which the types of the
 * SDK have too, and otherwise with the meaning of the field's name in `src/protocol/field-glossary.json`.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { API, TypeFlags } from 'typescript/unstable/sync';
import { root } from '../run-step.mjs';
import { FIELD_GLOSSARY } from '../sdk-types/field-glossary.mjs';

/** @import { Checker, Symbol, Type } from 'typescript/unstable/sync' */

/**
 * @typedef {{ description?: string, $ref?: string, properties?: Record<string, Schema>, items?: Schema,
 *   additionalProperties?: Schema | boolean, anyOf?: Schema[], oneOf?: Schema[], allOf?: Schema[] }} Schema
 * @typedef {{ content?: Record<string, { schema: Schema }> }} Body
 * @typedef {{ parameters?: { name: string, in: string, description?: string, schema: Schema }[], requestBody?: Body,
 *   responses: Record<string, Body> }} Operation
 * @typedef {{ paths: Record<string, Record<string, Operation>>, components: { schemas: Record<string, Schema> } }} Document
 */

const FOLDER = 'src/protocol';

/** Changes the document. @param {Document} document */
export function describeFields(document) {
  const api = new API({ cwd: root });
  try {
    const [project] = api
      .updateSnapshot({ openProjects: [join(import.meta.dirname, 'tsconfig.json')] })
      .getProjects();
    if (!project) throw new Error('Found no project to read comments from.');
    const { checker, program } = project;
    /** @param {string} file @returns {readonly Symbol[]} */
    const exportsOf = (file) => {
      const source = program.getSourceFile(join(root, FOLDER, file));
      const module = source && checker.getSymbolAtLocation(source);
      return module ? checker.getExportsOfModule(module) : [];
    };
    const files = readdirSync(join(root, FOLDER)).filter((name) => /(?<!\.test)\.ts$/.test(name));
    const exported = new Map(files.flatMap(exportsOf).map((symbol) => [symbol.name, symbol]));
    const reader = new CommentReader(checker);
    const events = reader.typeOf(exported.get('EVENTS'));
    const envelope = reader.inputOf(reader.typeOf(exported.get('envelopeSchema')));
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      const event = /^event_(.*)$/.exec(name)?.[1];
      if (event !== undefined) {
        const own = reader.field(reader.field(events, event), 'schema');
        reader.describe(schema, [reader.inputOf(own), envelope]);
        continue;
      }
      const symbol = exported.get(`${name.charAt(0).toLowerCase()}${name.slice(1)}Schema`);
      const about =
        symbol?.getDocumentationComment(checker) || exported.get(name)?.getDocumentationComment(checker);
      if (about) schema.description ??= oneLine(about);
      reader.describe(schema, [reader.inputOf(reader.typeOf(symbol))]);
    }
    const [routes] = exportsOf('routes/all-routes.ts').filter(({ name }) => name === 'ROUTES');
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const key = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`;
        reader.describeOperation(operation, reader.field(reader.typeOf(routes), key));
      }
    }
  } finally {
    api.close();
  }
}

class CommentReader {
  /** @type {Checker} */
  #checker;

  /** @param {Checker} checker */
  constructor(checker) {
    this.#checker = checker;
  }

  /** @param {Symbol | undefined} symbol */
  typeOf(symbol) {
    return symbol && this.#checker.getTypeOfSymbol(symbol);
  }

  /** @param {Type | undefined} type @param {string} name */
  field(type, name) {
    return type && this.typeOf(this.#checker.getPropertyOfType(type, name));
  }

  /** The input of a schema. @param {Type | undefined} type */
  inputOf(type) {
    return this.field(type, '_input');
  }

  /** @param {Operation} operation @param {Type | undefined} route */
  describeOperation(operation, route) {
    const places = /** @type {const} */ ({ path: 'params', query: 'query', header: 'headers' });
    for (const parameter of operation.parameters ?? []) {
      const place = places[/** @type {keyof typeof places} */ (parameter.in)];
      const { [parameter.name]: described = parameter.schema } = this.#described(parameter, [
        this.inputOf(this.field(route, place)),
      ]);
      const { description, ...schema } = described;
      parameter.description ??= description ?? '';
      parameter.schema = schema;
    }
    for (const { schema } of contentsOf(operation.requestBody)) {
      this.describe(schema, [this.inputOf(this.field(route, 'body'))]);
    }
    for (const [status, body] of Object.entries(operation.responses)) {
      const answer = this.field(this.field(this.field(route, 'answers'), status), '1');
      for (const { schema } of contentsOf(body)) this.describe(schema, [this.inputOf(answer)]);
    }
  }

  /** @param {{ name: string, schema: Schema }} parameter @param {readonly (Type | undefined)[]} types */
  #described({ name, schema }, types) {
    const whole = { properties: { [name]: schema } };
    this.describe(whole, types);
    return whole.properties;
  }

  /**
   * @param {Schema} schema
   * @param {readonly (Type | undefined)[]} types the types that the schema may belong to
   */
  describe(schema, types) {
    if (schema.$ref !== undefined) return;
    const members = types.flatMap((type) => this.#membersOf(type));
    for (const part of [schema.anyOf, schema.oneOf, schema.allOf].flatMap((parts) => parts ?? [])) {
      this.describe(part, members);
    }
    if (schema.items)
      this.describe(
        schema.items,
        members.flatMap((type) => this.#elementsOf(type)),
      );
    if (typeof schema.additionalProperties === 'object') {
      const values = members.flatMap((type) =>
        this.#checker.getIndexInfosOfType(type).map(({ valueType }) => valueType),
      );
      this.describe(schema.additionalProperties, values);
    }
    const names = Object.keys(schema.properties ?? {});
    const fitting = members.filter((type) => this.#hasAll(type, names));
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const found = (fitting.length > 0 ? fitting : members).flatMap(
        (type) => this.#checker.getPropertyOfType(type, name) ?? [],
      );
      const comments = found.map((symbol) => symbol.getDocumentationComment(this.#checker));
      const about = comments.find((text) => text !== '') ?? FIELD_GLOSSARY[name];
      if (about !== undefined) field.description ??= oneLine(about);
      this.describe(
        field,
        found.flatMap((symbol) => this.#checker.getTypeOfSymbol(symbol) ?? []),
      );
    }
  }

  /** @param {Type | undefined} type @returns {readonly Type[]} */
  #membersOf(type) {
    if (!type) return [];
    if (!(type.flags & TypeFlags.Union)) return [type];
    return /** @type {{ getTypes(): readonly Type[] }} */ (/** @type {unknown} */ (type)).getTypes();
  }

  /** @param {Type} type @returns {readonly Type[]} */
  #elementsOf(type) {
    return this.#checker.isArrayType(type) ? this.#checker.getTypeArguments(/** @type {never} */ (type)) : [];
  }

  /** @param {Type} type @param {readonly string[]} names */
  #hasAll(type, names) {
    const own = new Set(this.#checker.getPropertiesOfType(type).map(({ name }) => name));
    return names.every((name) => own.has(name)) && own.size === names.length;
  }
}

/** @param {Body | undefined} body */
function contentsOf(body) {
  return Object.values(body?.content ?? {});
}

/** @param {string} text */
function oneLine(text) {
  return text.trim().replaceAll(/\s*\n\s*/g, ' ');
}
