/**
 * Each tool as a command: `match_opportunity` becomes `career match-opportunity`. Names, help, defaults and checks come
 * from the tool's own schema, so the command line and the MCP server can never disagree.
 */
import type { ToolDefinition } from '@quadrivium/kernel';
import { Command, Option } from 'commander';
import * as z from 'zod';

interface Property {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
}

export type CallTool = (tool: ToolDefinition, args: Readonly<Record<string, unknown>>) => Promise<void>;

/** Required texts are arguments in the order of the schema; everything else is an option. */
export function toolCommand(tool: ToolDefinition, call: CallTool): Command {
  const schema = z.toJSONSchema(tool.input as z.ZodType, { io: 'input' }) as {
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
      if (value !== undefined) args[name] = parsedValue(value, property);
    }
    await call(tool, args);
  });
  return command;
}

function optionFor(name: string, { type, description = '', enum: choices, default: standard }: Property): Option {
  const value = type === 'boolean' ? ' [yes|no]' : type === 'array' || type === 'object' ? ' <json>' : ' <value>';
  const shown = standard === undefined ? description : `${description} (default: ${JSON.stringify(standard)})`;
  const option = new Option(`--${dashed(name)}${value}`, shown);
  return choices ? option.choices([...choices]) : option;
}

function parsedValue(value: unknown, { type }: Property): unknown {
  if (type === 'boolean') return value === true || /^(?:yes|true|1)$/i.test(String(value));
  if (type === 'integer' || type === 'number') return Number(value);
  if (type !== 'array' && type !== 'object') return value;
  const text = String(value);
  return /^\s*[[{]/.test(text) ? (JSON.parse(text) as unknown) : text.split(',').map((item) => item.trim());
}

function dashed(name: string): string {
  return name.replaceAll('_', '-');
}

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
