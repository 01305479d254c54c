/**
 * Writes docs/reference from the registries; with `--check` only says whether it is current. Each page is what a client
 * would see: the lists a server gives, asked for through a real client.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configJsonSchemaText } from '@quadrivium/cpe';
import { exitCodesPage } from '@quadrivium/kernel/shell';
import { connectInMemory } from '@quadrivium/kernel/testing';
import { referencePage } from './reference-page.js';
import { servers } from './servers.js';

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs/reference');
const checkOnly = process.argv.includes('--check');

async function pages(): Promise<[string, string][]> {
  const made: [string, string][] = [];
  for (const { binary, definition } of servers) {
    const { client, close } = await connectInMemory(definition, { allowWrite: true });
    const lists = {
      tools: (await client.listTools()).tools,
      templates: definition.resources ? (await client.listResourceTemplates()).resourceTemplates : [],
      prompts: definition.prompts ? (await client.listPrompts()).prompts : [],
    };
    await close();
    made.push([`${binary}.md`, referencePage(binary, definition, lists)]);
  }
  made.push(['exit-codes.md', exitCodesPage()]);
  made.push(['cpe-config.schema.json', configJsonSchemaText()]);
  return made;
}

function isCurrent([name, text]: [string, string]): boolean {
  const path = join(folder, name);
  return existsSync(path) && readFileSync(path, 'utf8') === text;
}

const stale = (await pages()).filter((page) => !isCurrent(page));
if (checkOnly && stale.length > 0) {
  process.stdout.write(
    `Out of date: ${stale.map(([name]) => `docs/reference/${name}`).join(', ')}. Run npm run docs.\n`,
  );
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
for (const [name, text] of stale) {
  writeFileSync(join(folder, name), text);
  process.stdout.write(`wrote docs/reference/${name}\n`);
}
process.exit(0);
