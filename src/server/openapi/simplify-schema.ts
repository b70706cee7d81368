/** Writes a JSON Schema so that generators of clients in any language understand it. Its meaning stays the same. */

type Schema = { readonly [name: string]: unknown };

export function simplifySchema(schema: Schema): Schema {
  const steps = [withoutAnyName, withoutFormatOfEncoding, withNullAsType, withoutOtherSpellings];
  return steps.reduce((simpler, step) => step(simpler), eachPart(schema));
}

function eachPart(schema: Schema): Schema {
  const simplify = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(simplify);
    return typeof value === 'object' && value !== null ? simplifySchema(value as Schema) : value;
  };
  return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, simplify(value)]));
}

/** Every name is a string. */
function withoutAnyName(schema: Schema): Schema {
  const { propertyNames, ...rest } = schema;
  return JSON.stringify(propertyNames) === '{"type":"string"}' ? rest : schema;
}

/** The encoding alone: no standard has a format `base64`, and OpenAPI 3.0 has one field for both. */
function withoutFormatOfEncoding(schema: Schema): Schema {
  const { format: _format, ...rest } = schema;
  return typeof schema['contentEncoding'] === 'string' ? rest : schema;
}

/** `{"type": ["string", "null"]}` for a string or null: a union without a name has no type in many languages. */
function withNullAsType(schema: Schema): Schema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1].type !== 'null') return schema;
  const [{ type, ...other }] = anyOf;
  if (typeof type !== 'string' || 'enum' in other || 'const' in other) return schema;
  return { ...other, ...rest, type: [type, 'null'] };
}

/** Only `session_id` of `session_id` and `sessionId`: most languages have one spelling for both. */
function withoutOtherSpellings(schema: Schema): Schema {
  const { properties, required } = schema;
  if (typeof properties !== 'object' || properties === null) return schema;
  const isOther = (name: string) => {
    const plain = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return plain !== name && plain in properties;
  };
  if (!Object.keys(properties).some(isOther)) return schema;
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !isOther(name))),
    ...(Array.isArray(required) && { required: required.filter((name) => !isOther(name)) }),
  };
}
