/** A file that the operator writes: JSON that fits a schema, or words about what does not. */
import { readFile } from 'node:fs/promises';
import { Fault } from '@quadrivium/kernel';
import * as z from 'zod';

/** `look` may refuse what is there in better words than the schema has. */
export async function readOperatorsFile<Value>(
  path: string,
  schema: z.ZodType<Value>,
  look: (value: unknown) => void = () => {},
): Promise<Value> {
  const value = await jsonOf(path);
  look(value);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Fault('BadConfiguration', `${path} is not valid: ${z.prettifyError(parsed.error)}`);
}

async function jsonOf(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    throw new Fault('BadConfiguration', `${path} cannot be read as JSON.`, { cause });
  }
}
