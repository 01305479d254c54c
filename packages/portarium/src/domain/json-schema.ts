import { Ajv2020 } from 'ajv/dist/2020.js';

/** What is wrong with a value by a JSON Schema; nothing when there is no schema. */
export function inputProblems(schema: Readonly<Record<string, unknown>> | undefined, value: unknown): string[] {
  if (schema === undefined) return [];
  // A checker of its own each time: schemas come from workspaces, and their ids must not meet in one registry.
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  const validate = ajv.compile(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath || '/'} ${message ?? 'is not valid'}`,
  );
}

/** Why a schema cannot be used, if so. */
export function schemaProblem(schema: Readonly<Record<string, unknown>>): string | undefined {
  try {
    new Ajv2020({ strict: false }).compile(schema);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
