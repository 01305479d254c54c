import { closestWord } from '@quadrivium/kernel/essentials';
import { type Misfit, type SchemaVerdict, schemaCheck } from '@quadrivium/kernel/untrusted';

import { cpeFault, type Fault } from '../faults.js';
import type { HostTool, JsonObject } from './tool-host.js';

type Check = (args: unknown) => Promise<SchemaVerdict>;

const MOST_MESSAGES = 5;

/** Checks arguments against the schemas of tools, so that a mistake is explained before anything is sent. */
export class ArgumentCheck {
  readonly #checks = new WeakMap<JsonObject, Check>();

  /** A fault that names the fields, or undefined when the arguments fit. */
  async faultOf(tool: HostTool, args: unknown): Promise<Fault | undefined> {
    if (typeof args !== 'object' || args === null || Array.isArray(args)) {
      return argumentFault(`The arguments must be a JSON object, not ${JSON.stringify(args)?.slice(0, 80)}.`, tool);
    }
    // A schema that cannot be read, or not in time, must not keep anybody from calling the tool; its server will judge.
    const { misfits = [] } = await this.#checkFor(tool.inputSchema)(args);
    const problems = describeErrors(misfits, tool.inputSchema);
    return problems.length === 0 ? undefined : argumentFault(sentence(problems.join('; ')), tool);
  }

  #checkFor(schema: JsonObject): Check {
    const check = this.#checks.get(schema) ?? schemaCheck(schema, { all: true });
    this.#checks.set(schema, check);
    return check;
  }
}

/** The arguments in a text, or a fault that shows where the text is not JSON. */
export function parseArguments(text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject;
  } catch (error) {
    throw cpeFault('InvalidArguments', `The arguments are not JSON: ${(error as Error).message}`, {
      context: { text: text.slice(0, 200) },
    });
  }
}

function describeErrors(errors: readonly Misfit[], schema: JsonObject): string[] {
  const texts = new Set(errors.map((error) => describe(error, schema)));
  return [...texts].slice(0, MOST_MESSAGES);
}

function describe({ instancePath, keyword, params, message }: Misfit, schema: JsonObject): string {
  const place = instancePath.slice(1).replaceAll('/', '.');
  const inside = (name: string): string => (place === '' ? name : `${place}.${name}`);
  if (keyword === 'required') return `${inside(String(params.missingProperty))} is required`;
  if (keyword === 'additionalProperties') {
    const unknown = String(params.additionalProperty);
    const meant =
      place === '' ? closestWord(unknown, Object.keys((schema.properties as object | undefined) ?? {})) : undefined;
    return `${inside(unknown)} is not an argument${meant === undefined ? '' : `; did you mean ${meant}?`}`;
  }
  if (keyword === 'enum') return `${place} must be one of ${JSON.stringify(params.allowedValues)}`;
  return `${place || 'the arguments'} ${message ?? 'do not fit'}`;
}

function sentence(text: string): string {
  return text.endsWith('?') ? text : `${text}.`;
}

function argumentFault(message: string, { server, name, inputSchema }: HostTool): Fault {
  const known = Object.keys((inputSchema.properties as object | undefined) ?? {});
  return cpeFault('InvalidArguments', message, {
    context: { server, tool: name },
    ...(known.length === 0 ? {} : { suggestion: `Arguments of ${name}: ${known.join(', ')}.` }),
  });
}
