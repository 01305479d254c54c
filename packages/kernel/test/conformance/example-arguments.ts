/** A value that fits a simple JSON Schema; enough for the tools of the conformance suite. */
export function exampleOf(schema: unknown): Record<string, unknown> {
  return sample(schema) as Record<string, unknown>;
}

interface SimpleSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
}

function sample(schema: unknown): unknown {
  const { type, properties = {}, required = [], enum: [first] = [] } = (schema ?? {}) as SimpleSchema;
  if (first !== undefined) return first;
  switch (type) {
    case 'object':
      return Object.fromEntries(required.map((name) => [name, sample(properties[name])]));
    case 'number':
    case 'integer':
      return 5;
    case 'boolean':
      return true;
    case 'array':
      return [];
    default:
      return 'example';
  }
}
