/** A JSON Schema (2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A reference to a definition of the pack schema. */
export function shared(name: string): JsonSchema {
  return { $ref: `#/$defs/${name}` };
}

/** An object that has these members and no others. */
export function closed(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): JsonSchema {
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

export function listOf(items: JsonSchema, minItems = 1): JsonSchema {
  return { type: 'array', items, ...(minItems > 0 ? { minItems } : {}) };
}
