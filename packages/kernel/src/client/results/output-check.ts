import type { Tool } from '@modelcontextprotocol/client';
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { JsonObject } from '../../essentials/is-object.js';

import type { Problem } from './salvage.js';

/** What is wrong with a value, or undefined. */
type Check = (value: unknown) => string | undefined;

/**
 * Compares structured results with the output schemas that were listed. A mismatch is a problem to report, not a reason
 * to withhold a result that the server took the trouble to compute. The compiler is loaded with the first schema.
 */
export class OutputCheck {
  readonly #schemas = new Map<string, JsonObject>();
  readonly #checks = new Map<string, Promise<Check>>();

  remember({ name, outputSchema }: Tool): void {
    this.#checks.delete(name);
    if (outputSchema === undefined) this.#schemas.delete(name);
    else this.#schemas.set(name, outputSchema as JsonObject);
  }

  knows(tool: string): boolean {
    return this.#schemas.has(tool);
  }

  async problems(tool: string, { structuredContent, isError }: JsonObject): Promise<Problem[]> {
    const schema = this.#schemas.get(tool);
    if (schema === undefined || isError === true) return [];
    const reason =
      structuredContent === undefined
        ? 'it has an output schema but sent no structured content'
        : (await this.#checkOf(tool, schema))(structuredContent);
    return reason === undefined ? [] : [problemOf(tool, reason, structuredContent)];
  }

  #checkOf(tool: string, schema: JsonObject): Promise<Check> {
    const check = this.#checks.get(tool) ?? compile(schema);
    this.#checks.set(tool, check);
    return check;
  }
}

async function compile({ $schema: _dialect, ...schema }: JsonObject): Promise<Check> {
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  try {
    // One compiler per schema: two tools may use the same $id for different things.
    const validate = new Ajv2020({ strict: false, validateFormats: false, logger: false }).compile(schema);
    return (value) => (validate(value) ? undefined : `its structured content ${textOf(validate.errors?.[0])}`);
  } catch (error) {
    return () => `its output schema cannot be used: ${(error as Error).message}`;
  }
}

function textOf(error: ErrorObject | undefined): string {
  return `does not match the output schema: ${error?.instancePath || 'the value'} ${error?.message ?? ''}`;
}

function problemOf(name: string, reason: string, raw: unknown): Problem {
  return { where: 'tools/call', index: -1, name, reason, kept: true, raw };
}
