import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { crc32, inflateRawSync } from 'node:zlib';
import { startChildServer } from '@quadrivium/kernel/testing';
import { expect, test } from 'vitest';
import { mcpb } from '../../pack/mcpb.js';
import { bundled } from '../cli/program.js';
import { finishedStudy, newRoot } from '../tools/served.js';

/** What is handed to hosts and to the registry, held against the published facts about both formats. */
const home = join(import.meta.dirname, '../..');
const packageJson = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));

interface Unzipped {
  readonly path: string;
  readonly mode: number;
  readonly bytes: Buffer;
}

/** Reads a ZIP file by its directory, as programs do that know nothing of how ours is written. */
function unzip(file: Buffer): Unzipped[] {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  let at = file.readUInt32LE(end + 16);
  return Array.from({ length: file.readUInt16LE(end + 10) }, () => {
    expect(file.readUInt32LE(at)).toBe(0x02014b50);
    const [packed, whole, nameLength] = [
      file.readUInt32LE(at + 20),
      file.readUInt32LE(at + 24),
      file.readUInt16LE(at + 28),
    ];
    const local = file.readUInt32LE(at + 42);
    const path = file.subarray(at + 46, at + 46 + nameLength).toString('utf8');
    const begin = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const bytes = inflateRawSync(file.subarray(begin, begin + packed));
    expect({ path, size: bytes.length, sum: crc32(bytes) }).toEqual({
      path,
      size: whole,
      sum: file.readUInt32LE(at + 16),
    });
    const mode = file.readUInt32LE(at + 38) >>> 16;
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
    return { path, mode, bytes };
  });
}

test('the bundle is a ZIP file with a manifest, and what it holds is a server that needs nothing else', async () => {
  const files = unzip(mcpb(dirname(bundled('cobre-mcp')), 1));
  const manifest = JSON.parse(files.find(({ path }) => path === 'manifest.json')!.bytes.toString('utf8'));
  expect(manifest).toMatchObject({
    manifest_version: '0.3',
    name: 'cobre',
    version: packageJson.version,
    author: { name: expect.any(String) },
    server: { type: 'node', entry_point: 'server/cobre-mcp.js', mcp_config: { command: 'node' } },
    compatibility: { runtimes: { node: packageJson.engines.node } },
  });
  // The format allows no other keys than these.
  const known = ['manifest_version', 'name', 'display_name', 'version', 'description', 'long_description', 'author'];
  const more = ['license', 'keywords', 'server', 'user_config', 'tools', 'prompts_generated', 'compatibility'];
  expect(Object.keys(manifest).filter((key) => ![...known, ...more].includes(key))).toEqual([]);
  for (const asked of Object.values(manifest.user_config) as Record<string, unknown>[]) {
    expect(asked).toMatchObject({ type: expect.stringMatching(/^(directory|boolean)$/), title: expect.any(String) });
    expect(asked.description).toEqual(expect.any(String));
  }
  for (const { name } of manifest.tools) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);

  const [installed, studies] = [await newRoot(), await newRoot()];
  for (const { path, bytes, mode } of files) {
    mkdirSync(dirname(join(installed, path)), { recursive: true });
    writeFileSync(join(installed, path), bytes, { mode });
  }
  const caseDir = await finishedStudy(studies);
  const values = { __dirname: installed, 'user_config.directory': studies, 'user_config.allow_write': 'false' };
  const fill = (text: string) => text.replaceAll(/\$\{([^}]+)\}/g, (_, key: keyof typeof values) => values[key]);
  const { args, env } = manifest.server.mcp_config as { args: string[]; env: Record<string, string> };
  const [script = '', ...flags] = args.map(fill);
  const variables = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)]));
  const child = startChildServer(script, { args: flags, env: variables });
  await child.session.initialize('2025-06-18');
  const asked = { output_dir: join(caseDir, 'output'), entity_type: 'hydros', filters: { limit: 1 } };
  const rows = await child.session.call(1, 'cobre_query-results', asked);
  expect(rows, child.stderr()).toMatchObject({ result: { structuredContent: { total_rows: 36 } } });
  const refused = await child.session.call(2, 'cobre_run', { case_dir: caseDir });
  expect(JSON.stringify(refused)).toContain('Write operations are disabled');
  await child.kill();
});

test('server.json describes this version of this package, within the limits of the registry', () => {
  const server = JSON.parse(readFileSync(join(home, 'server.json'), 'utf8'));
  expect(server.$schema).toBe('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json');
  expect(server.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(server.description.length).toBeLessThanOrEqual(100);
  expect(server.version).toBe(packageJson.version);
  const [described] = server.packages;
  expect(described).toMatchObject({
    registryType: 'npm',
    identifier: packageJson.name,
    version: packageJson.version,
    transport: { type: 'stdio' },
  });
  // npx runs the program named like the package, which is the command line: its first word is the server.
  expect(packageJson.bin).toHaveProperty(packageJson.name.split('/')[1]);
  expect(described.packageArguments[0]).toEqual({ type: 'positional', value: 'serve' });
  for (const { type, name, value } of described.packageArguments)
    expect(type === 'named' ? name : value).toMatch(type === 'named' ? /^--[a-z-]+$/ : /^\w+$/);
});
