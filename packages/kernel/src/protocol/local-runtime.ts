import { isLiteral, type LiteralCheck } from '../registry/compiled-schema.js';
import type { ServerDefinition } from '../registry/server-definition.js';
import { openGate } from './open-gate.js';
import type { LocalRuntime, RuntimeOptions } from './runtime.js';

/** Operations for the person at the terminal, a list that stays: the gate of a server, without what one needs to be reached. */
export async function openLocalRuntime(definition: ServerDefinition, options: RuntimeOptions): Promise<LocalRuntime> {
  return openGate(definition, options, await literalCheckFor(definition)).local;
}

/** The library for schemas that are written by hand is loaded where there are any: most programs have none. */
async function literalCheckFor({ operations = [], prompts = [] }: ServerDefinition): Promise<LiteralCheck> {
  const schemas = [
    ...operations.flatMap(({ input, output = input, tool }) => [
      input,
      output,
      typeof tool === 'object' ? tool.input : input,
    ]),
    ...prompts.map((prompt) => prompt.arguments),
  ];
  if (!schemas.some(isLiteral)) return noLiterals;
  return (await import('../registry/json-schema-check.js')).jsonSchemaCheck;
}

function noLiterals(): never {
  throw new Error('Every schema of this definition is zod.');
}
