import type { Tool } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../essentials/is-object.js';
import type { ProtocolBreach } from '../../untrusted/lists/salvage.js';
import { type Misfit, type SchemaVerdict, schemaCheck } from '../../untrusted/schema/schema-check.js';

/**
 * Compares structured results with the output schemas that were listed. A mismatch is a problem to report, not a reason
 * to withhold a result that the server took the trouble to compute.
 */
export class OutputCheck {
  readonly #schemas = new Map<string, JsonObject>();
  readonly #checks = new Map<string, (value: unknown) => Promise<SchemaVerdict>>();

  remember({ name, outputSchema }: Tool): void {
    this.#checks.delete(name);
    if (outputSchema === undefined) this.#schemas.delete(name);
    else this.#schemas.set(name, outputSchema as JsonObject);
  }

  knows(tool: string): boolean {
    return this.#schemas.has(tool);
  }

  async problems(tool: string, { structuredContent, isError }: JsonObject): Promise<ProtocolBreach[]> {
    const schema = this.#schemas.get(tool);
    if (schema === undefined || isError === true) return [];
    const reason =
      structuredContent === undefined
        ? 'it has an output schema but sent no structured content'
        : reasonOf(await this.#checkOf(tool, schema)(structuredContent));
    return reason === undefined ? [] : [problemOf(tool, reason, structuredContent)];
  }

  #checkOf(tool: string, schema: JsonObject): (value: unknown) => Promise<SchemaVerdict> {
    const check = this.#checks.get(tool) ?? schemaCheck(schema);
    this.#checks.set(tool, check);
    return check;
  }
}

function reasonOf({ misfits, undecided, unusable }: SchemaVerdict): string | undefined {
  if (unusable !== undefined) return `its output schema cannot be used: ${unusable}`;
  if (undecided !== undefined) return `its structured content was not checked against the output schema: ${undecided}`;
  const [first] = misfits;
  return first === undefined ? undefined : `its structured content ${textOf(first)}`;
}

function textOf({ instancePath, message = '' }: Misfit): string {
  return `does not match the output schema: ${instancePath || 'the value'} ${message}`;
}

function problemOf(name: string, reason: string, raw: unknown): ProtocolBreach {
  return { where: 'tools/call', index: -1, name, reason, kept: true, raw };
}
