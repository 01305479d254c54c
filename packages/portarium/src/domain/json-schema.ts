import { schemaCheck } from '@quadrivium/kernel/untrusted';

/** What is wrong with a value by a JSON Schema; nothing when there is no schema. What cannot be checked is not let pass. */
export async function inputProblems(
  schema: Readonly<Record<string, unknown>> | undefined,
  value: unknown,
): Promise<string[]> {
  if (schema === undefined) return [];
  const { misfits, undecided, unusable } = await schemaCheck(schema, { all: true })(value);
  if (misfits === undefined) return [`/ cannot be checked: ${undecided ?? unusable}`];
  return misfits.map(({ instancePath, message }) => `${instancePath || '/'} ${message ?? 'is not valid'}`);
}

/** Why a schema cannot be used, if so. */
export async function schemaProblem(schema: Readonly<Record<string, unknown>>): Promise<string | undefined> {
  return (await schemaCheck(schema)({})).unusable;
}
