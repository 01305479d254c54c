import { closestWord } from '@quadrivium/kernel/essentials';
import type { ErrorObject } from 'ajv';

import { cpeFault, type Fault } from '../faults.js';
import type { HostTool, JsonObject } from './tool-host.js';

type Check = (args: JsonObject) => string[];

const MOST_MESSAGES = 5;

/** Checks arguments against the schemas of tools, so that a mistake is explained before anything is sent. */
export class ArgumentCheck {
  readonly #checks = new WeakMap<JsonObject, Promise<Check>>();

  /** A fault that names the fields, or undefined when the arguments fit. */
  async faultOf(tool: HostTool, args: unknown): Promise<Fault | undefined> {
    if (typeof args !== 'object' || args === null || Array.isArray(args)) {
      return argumentFault(`The arguments must be a JSON object, not ${JSON.stringify(args)?.slice(0, 80)}.`, tool);
    }
    const problems = (await this.#checkFor(tool.inputSchema))(args as JsonObject);
    return problems.length === 0 ? undefined : argumentFault(sentence(problems.join('; ')), tool);
  }

  #checkFor(schema: JsonObject): Promise<Check> {
    const check = this.#checks.get(schema) ?? compile(schema);
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

async function compile({ $schema: _dialect, ...schema }: JsonObject): Promise<Check> {
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  try {
    const options = { strict: false, validateFormats: false, allErrors: true, logger: false } as const;
    const validate = new Ajv2020(options).compile(schema);
    return (args) => (validate(args) ? [] : describeErrors(validate.errors ?? [], schema));
  } catch {
    // A schema we cannot read must not keep anybody from calling the tool; its server will judge.
    return () => [];
  }
}

function describeErrors(errors: readonly ErrorObject[], schema: JsonObject): string[] {
  const texts = new Set(errors.map((error) => describe(error, schema)));
  return [...texts].slice(0, MOST_MESSAGES);
}

function describe({ instancePath, keyword, params, message }: ErrorObject, schema: JsonObject): string {
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
