/**
 * Writes docs/reference and what registries and hosts are told from the lists of servers; with `--check` only says whether it
 * is current. Each page is what a client would see: the lists a server gives, asked for through a real client.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configJsonSchemaText } from '@quadrivium/cpe';
import { inPortableNames } from '@quadrivium/kernel';
import { exitCodesPage } from '@quadrivium/kernel/shell';
import { connectInMemory } from '@quadrivium/kernel/testing';
import { skillText } from '../packages/kernel/src/registry/skill.js';
import { cobreConfigPage } from './cobre-config-page.js';
import { configPage } from './config-page.js';
import { hostFiles } from './pack/host-files.js';
import { packedServers } from './pack/packed-servers.js';
import { registryEntry } from './pack/registry-entry.js';
import { portariumFilesPage } from './portarium-files-page.js';
import { referencePage } from './reference-page.js';
import { restPage } from './rest-page.js';
import { servers } from './servers.js';
import { settingsPage } from './settings-page.js';
import { workflowFilesPage } from './workflow-files-page.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
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
    made.push([`docs/reference/${binary}.md`, referencePage(binary, definition, lists)]);
  }
  made.push(['docs/reference/exit-codes.md', exitCodesPage()]);
  made.push(['docs/reference/portarium-rest.md', restPage()]);
  made.push(['docs/reference/cpe-config.schema.json', configJsonSchemaText()]);
  made.push(['docs/reference/cpe-config.md', configPage()]);
  made.push(['docs/reference/cobre-config.md', cobreConfigPage()]);
  made.push(['docs/reference/portarium-files.md', portariumFilesPage()]);
  made.push(['docs/reference/workflow-files.md', workflowFilesPage()]);
  made.push(['docs/reference/settings.md', settingsPage()]);
  return made;
}

const skillPath = (name: string): string => `hosts/quadrivium/skills/${name}/SKILL.md`;

/** What the registry is told of each server, and the files of hosts that install all of them. */
function announcements(): [string, string][] {
  const { version } = JSON.parse(readFileSync(join(root, 'packages/quadrivium/package.json'), 'utf8'));
  // Both hosts start the servers with portable names, and a skill has to name the tools that they list.
  const skills = servers.flatMap(({ definition }) => inPortableNames(definition).skills ?? []);
  const entries = packedServers.map((server) => [
    `packages/${server.name}/server.json`,
    registryEntry(server, version),
  ]);
  const described = [...entries, ...Object.entries(hostFiles(version))].map(([path, value]): [string, string] => [
    path as string,
    `${JSON.stringify(value, null, 2)}\n`,
  ]);
  // Both hosts find skills in the folder that they install.
  return [...described, ...skills.map((skill): [string, string] => [skillPath(skill.name), skillText(skill)])];
}

function isCurrent([name, text]: [string, string]): boolean {
  const path = join(root, name);
  return existsSync(path) && readFileSync(path, 'utf8') === text;
}

const stale = [...(await pages()), ...announcements()].filter((page) => !isCurrent(page));
if (checkOnly && stale.length > 0) {
  process.stdout.write(`Out of date: ${stale.map(([name]) => name).join(', ')}. Run npm run docs.\n`);
  process.exit(1);
}
for (const [name, text] of stale) {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
  process.stdout.write(`wrote ${name}\n`);
}
process.exit(0);
