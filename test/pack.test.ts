/** What is handed to hosts and to the registry, held against what both publish about their formats. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startChildServer } from '@quadrivium/kernel/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, describe, expect, test } from 'vitest';
import { mcpb } from '../scripts/pack/mcpb.js';
import { packedServers } from '../scripts/pack/packed-servers.js';
import { bundledSource } from './support/bundled-source.js';
import { geminiExtensionSchema, pluginSchema, registrySchema } from './support/published-schemas.js';
import { toolSet } from './support/tool-sets.js';

const root = join(import.meta.dirname, '..');
const json = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const named = packedServers.map((server) => [server.name, server] as const);
const vendor = toolSet('bundles');

const base = realpathSync(mkdtempSync(join(tmpdir(), 'quadrivium-pack-')));
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** What is wrong with a value, by a schema; nothing when it fits. */
function faults(schema: object, value: unknown): unknown {
  const check = new Ajv2020({ allErrors: true }).compile(schema);
  return check(value) ? [] : check.errors;
}

describe.skipIf(vendor.absent)('the bundle (needs: node scripts/tools.mjs bundles)', () => {
  const vendorTool = (...words: string[]) =>
    execFileSync(process.execPath, [vendor.path('@anthropic-ai/mcpb/dist/cli/cli.js'), ...words], { encoding: 'utf8' });

  test.each(named)('of %s is one that hosts read, and holds a server that needs nothing else', async (name, server) => {
    const [file, installed, home] = [`${name}.mcpb`, name, `${name}-home`].map((each) => join(base, each)) as [
      string,
      string,
      string,
    ];
    const program = bundledSource(join(root, `packages/${name}/src/bin/${server.program}.ts`));
    writeFileSync(file, mcpb(server, 1, dirname(program)));
    vendorTool('unpack', file, installed);
    expect(vendorTool('validate', join(installed, 'manifest.json'))).toContain('Manifest schema validation passes');

    const manifest = JSON.parse(readFileSync(join(installed, 'manifest.json'), 'utf8'));
    const chosen: Record<string, string> = { __dirname: installed, HOME: base };
    for (const [key, { type, default: standard }] of Object.entries<Record<string, unknown>>(manifest.user_config))
      chosen[`user_config.${key}`] = type === 'directory' ? base : fill(String(standard), chosen);
    const { args, env } = manifest.server.mcp_config as { args: string[]; env: Record<string, string> };
    const variables = Object.fromEntries(Object.entries(env).map(([key, value]) => [key, fill(value, chosen)]));
    const [script = '', ...flags] = args.map((each) => fill(each, chosen));
    const child = startChildServer(script, { args: flags, env: { ...variables, HOME: home } });
    await child.session.initialize('2025-06-18');
    const { result } = (await child.session.request(1, 'tools/list')) as { result: { tools: { name: string }[] } };
    await child.kill();
    // Hosts show what the manifest says before the server is started.
    expect(result.tools.map((tool) => tool.name).sort(), child.stderr()).toEqual(
      manifest.tools.map((tool: { name: string }) => tool.name).sort(),
    );
  });
});

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{([^}]+)\}/g, (_, key: string) => values[key] ?? `no value for ${key}`);
}

describe('server.json', () => {
  test.each(named)('of %s fits the schema of the registry and describes the package', (name, { word }) => {
    const [entry, manifest] = [json(`packages/${name}/server.json`), json(`packages/${name}/package.json`)];
    expect(faults(registrySchema, entry)).toEqual([]);
    expect(entry.name).toBe(manifest.mcpName);
    const [described] = entry.packages;
    expect(described).toMatchObject({ identifier: manifest.name, version: manifest.version });
    // npx runs the program named like the package, which is the command line: its first word is the server.
    expect(manifest.bin).toHaveProperty(name);
    expect(described.packageArguments[0]).toEqual({ type: 'positional', value: word });
  });

  test.each(named)('of %s names flags that the program has', (name, { word }) => {
    const program = bundledSource(join(root, `packages/${name}/src/bin/${name}.ts`));
    const help = execFileSync(process.execPath, [program, word, '--help'], { encoding: 'utf8' });
    const [{ packageArguments, environmentVariables = [] }] = json(`packages/${name}/server.json`).packages;
    for (const { name: flag } of packageArguments.slice(1)) expect(help).toMatch(new RegExp(`^ +${flag} `, 'm'));
    for (const { name: variable } of environmentVariables) expect(help).toContain(`[${variable}]`);
  });
});

describe('hosts that install all three', () => {
  test('find a plugin for Claude Code where the marketplace says, with a place for everything that is asked', () => {
    const { plugins } = json('.claude-plugin/marketplace.json');
    const [{ name, source }] = plugins;
    const plugin = json(join(source, '.claude-plugin/plugin.json'));
    expect(faults(pluginSchema, plugin)).toEqual([]);
    expect(plugin).toMatchObject({ name, version: json('package-lock.json').packages['packages/quadrivium'].version });
    const used = [...JSON.stringify(plugin.mcpServers).matchAll(/user_config\.(\w+)/g)].map(([, key]) => key);
    expect(new Set(used)).toEqual(new Set(Object.keys(plugin.userConfig)));
  });

  test('find an extension for Gemini, whose variables are those that the servers read', () => {
    const extension = json('hosts/quadrivium/gemini-extension.json');
    expect(faults(geminiExtensionSchema, extension)).toEqual([]);
    const known = packedServers.flatMap(
      ({ name }) => json(`packages/${name}/server.json`).packages[0].environmentVariables ?? [],
    );
    expect(extension.settings.map((each: { envVar: string }) => each.envVar)).toEqual(known.map((each) => each.name));
  });

  test.each(['hosts/quadrivium/.claude-plugin/plugin.json', 'hosts/quadrivium/gemini-extension.json'])(
    '%s starts the three servers by their packages',
    (path) => {
      const started = Object.values<{ args: string[] }>(json(path).mcpServers).map(({ args }) => args.slice(1));
      expect(started).toEqual(
        packedServers.map(({ name, word }) => {
          const { name: identifier, version } = json(`packages/${name}/package.json`);
          return [`${identifier}@${version}`, word];
        }),
      );
    },
  );
});
