/**
 * Each tool as a command: `match_opportunity` becomes `career match-opportunity`. Names, help, defaults and checks come
 * from the tool's own schema, so the command line and the MCP server can never disagree.
 */
import { Fault, type Operation } from '@quadrivium/kernel';
import { Command, Option } from 'commander';
import * as z from 'zod';
import { camel, dashed } from './option-names.js';

interface Property {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
}

/** Receives arguments that fit the schema. */
export type CallTool = (tool: Operation, args: unknown) => Promise<void>;

/** Required texts are arguments in the order of the schema; everything else is an option. */
export function toolCommand(tool: Operation, call: CallTool): Command {
  const input = tool.input as z.ZodType;
  const schema = z.toJSONSchema(input, { io: 'input' }) as {
    properties?: Record<string, Property>;
    required?: string[];
  };
  const properties = Object.entries(schema.properties ?? {});
  const positional = properties.filter(([name, { type }]) => schema.required?.includes(name) && type === 'string');
  const command = new Command(dashed(tool.name)).description(tool.description);
  for (const [name, { description = '' }] of positional) command.argument(`<${dashed(name)}>`, description);
  for (const [name, property] of properties)
    if (!positional.some(([other]) => other === name)) command.addOption(optionFor(name, property));
  command.action(async (...given: unknown[]) => {
    const options = command.opts<Record<string, unknown>>();
    const args: Record<string, unknown> = {};
    for (const [at, [name]] of positional.entries()) args[name] = given[at];
    for (const [name, property] of properties) {
      const value = options[camel(name)];
      if (value !== undefined) args[name] = parsedValue(name, value, property);
    }
    await call(tool, input.parse(args));
  });
  return command;
}

function optionFor(name: string, { type, description = '', enum: choices, default: standard }: Property): Option {
  const value = type === 'boolean' ? ' [yes|no]' : type === 'array' || type === 'object' ? ' <json>' : ' <value>';
  const shown = standard === undefined ? description : `${description} (default: ${JSON.stringify(standard)})`;
  const option = new Option(`--${dashed(name)}${value}`, shown);
  return choices ? option.choices([...choices]) : option;
}

function parsedValue(name: string, value: unknown, { type }: Property): unknown {
  if (value === true) return true;
  const text = String(value);
  if (type === 'boolean') return yesOrNo(name, text);
  if (type === 'integer' || type === 'number') return numberIn(name, text);
  if (type !== 'array' && type !== 'object') return text;
  if (/^\s*[[{]/.test(text)) return jsonIn(name, text);
  return type === 'array' ? text.split(',').map((item) => item.trim()) : jsonIn(name, text);
}

function yesOrNo(name: string, text: string): boolean {
  if (/^(?:yes|true|1)$/i.test(text)) return true;
  if (/^(?:no|false|0)$/i.test(text)) return false;
  throw wrong(name, `takes yes or no, not "${text}"`, `Write --${dashed(name)} yes or --${dashed(name)} no.`);
}

function numberIn(name: string, text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && !Number.isNaN(number)) return number;
  throw wrong(name, `takes a number, not "${text}"`, `Write for example --${dashed(name)} 25.`);
}

function jsonIn(name: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw wrong(name, `is not JSON: ${why}`, 'Put the JSON in single quotes, with names and texts in double quotes.');
  }
}

function wrong(name: string, what: string, suggestion: string): Fault {
  return new Fault('INVALID_ARGUMENT', `--${dashed(name)} ${what}.`, { context: { field: name }, suggestion });
}
