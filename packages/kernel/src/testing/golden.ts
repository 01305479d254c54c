import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Fault } from '../fault.js';
import { jsonSchemaCheck } from '../registry/json-schema-check.js';
import { portableName } from '../registry/names.js';
import { createRegistry } from '../registry/registry.js';
import type { ServerDefinition } from '../registry/server-definition.js';
import { listedTool } from '../registry/tool-listing.js';

/**
 * One golden file per tool: what clients see of it. A difference fails; `UPDATE_GOLDEN=1` writes the files instead, and
 * the change is reviewed like code. Files of tools that no longer exist count as differences.
 */
export function expectGolden(definition: ServerDefinition, folder: string): void {
  const expected = goldenFiles(definition);
  if (process.env.UPDATE_GOLDEN === '1') writeGolden(expected, folder);
  const differences = compare(expected, folder);
  if (differences.length === 0) return;
  throw new Fault('GoldenMismatch', `Tool schemas differ from their golden files: ${differences.join(', ')}.`, {
    suggestion: 'If the change is meant, run the test with UPDATE_GOLDEN=1 and review the difference.',
  });
}

function goldenFiles(definition: ServerDefinition): ReadonlyMap<string, string> {
  const options = { toolNames: 'seed', writable: true, writeRefusal: '' } as const;
  return new Map(
    createRegistry(definition, jsonSchemaCheck).operations.map((tool) => [
      `${portableName(tool.name)}.json`,
      `${JSON.stringify(listedTool(tool, options), undefined, 2)}\n`,
    ]),
  );
}

function writeGolden(files: ReadonlyMap<string, string>, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
}

function compare(expected: ReadonlyMap<string, string>, folder: string): readonly string[] {
  const present = filesIn(folder);
  const changed = [...expected].filter(([name, text]) => present.get(name) !== text).map(([name]) => name);
  const gone = [...present.keys()].filter((name) => !expected.has(name));
  return [...changed, ...gone];
}

function filesIn(folder: string): ReadonlyMap<string, string> {
  try {
    return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  } catch {
    return new Map();
  }
}
