/** As much of JSON Schema as a form can use; what it cannot use is written as JSON by the person. */
import { own } from '@quadrivium/kernel/own';

export interface Schema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly maxLength?: number;
}

/** Follows a reference inside the same document. */
export function resolved(schema: Schema, root: Schema): Schema {
  const name = /^#\/\$defs\/([^/]+)$/.exec(schema.$ref ?? '')?.[1];
  const target = name === undefined ? undefined : own(root.$defs, name);
  return target === undefined ? schema : { ...target, ...schema };
}

/** The alternatives of a schema without "nothing". */
export function alternatives(schema: Schema, root: Schema): readonly Schema[] {
  const options = (schema.anyOf ?? schema.oneOf ?? [schema]).map((option) => resolved(option, root));
  return options.filter((option) => option.type !== 'null');
}

export function typesOf(schema: Schema): readonly string[] {
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return types.filter((type) => type !== 'null');
}
