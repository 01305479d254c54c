import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { connect } from '@quadrivium/kernel/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MockProvider } from '../packages/cpe/test/agent/mock-provider.js';
import { describeFiles } from '../scripts/pack/provenance.js';
import { bundledBinaries } from './support/bundled-binaries.js';
import { installEverything, type Project } from './support/installed-packages.js';

const root = join(import.meta.dirname, '..');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly files?: readonly string[];
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const packages = readdirSync(join(root, 'packages')).map((name) => {
  const folder = join(root, 'packages', name);
  return { folder, manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest };
});
const binaries = bundledBinaries().map(({ name }) => name);

describe('what is published', () => {
  test('has one version, and packages ask for exactly each other', () => {
    const versions = new Map(packages.map(({ manifest }) => [manifest.name, manifest.version]));
    expect(new Set(versions.values()).size).toBe(1);
    for (const { manifest } of packages) {
      for (const [name, wanted] of Object.entries(manifest.dependencies ?? {})) {
        if (versions.has(name)) expect(wanted, `${manifest.name} on ${name}`).toBe(versions.get(name));
        else expect(wanted, `${manifest.name} pins ${name}`).toMatch(/^\d/);
      }
    }
  });

  test.each(packages.map((one) => [one.manifest.name, one] as const))('%s ships files that exist', (_, one) => {
    const files = (one.manifest.files ?? []).filter((name) => !name.startsWith('!'));
    expect(files.filter((name) => !existsSync(join(one.folder, name)))).toEqual([]);
    expect(one.manifest.license).toBe('MIT');
  });

  test.each(bundledBinaries().map(({ name, file }) => [name, file] as const))('%s starts by itself', (_, file) => {
    expect(readFileSync(file, 'utf8').startsWith('#!/usr/bin/env node\n')).toBe(true);
  });

  test.skipIf(process.platform === 'win32')('in a clone, npx finds our programs and asks nobody else', () => {
    const linked = bundledBinaries().map(({ name }) => realpathSync(join(root, 'node_modules/.bin', name)));
    expect(linked).toEqual(bundledBinaries().map(({ file }) => realpathSync(file)));
  });
});

describe('deploy', () => {
  const deploy = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');

  test('the container image copies what exists and starts a program that exists', () => {
    const text = deploy('Dockerfile');
    const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '));
    expect(copied.length).toBeGreaterThan(0);
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const started = /ENTRYPOINT \["node", "([^"]+)"/.exec(text)?.[1] ?? '';
    expect(bundledBinaries().map(({ file }) => file)).toContain(join(root, started.replace('/app/', '')));
  });

  test('the service starts a program that is installed, with options it knows', () => {
    const line = /^ExecStart=(.+)$/m.exec(deploy('quadrivium.service'))?.[1] ?? '';
    const [program = '', command, ...options] = line.split(' ');
    expect(binaries).toContain(program.split('/').at(-1));
    expect(command).toBe('up');
    const bundled = join(root, 'packages/quadrivium/bundle/quadrivium.js');
    const help = spawnSync(process.execPath, [bundled, 'up', '--help'], { encoding: 'utf8' }).stdout;
    const flags = options.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0]);
    expect(flags).not.toEqual([]);
    for (const flag of flags) expect(help).toMatch(new RegExp(`${flag}\\b`));
  });
});

/** Half a minute of installing; CI always does it, elsewhere whoever asks. */
const skipped = !process.env.CI && !process.env.PACKAGING;

describe.skipIf(skipped)('installed from tarballs into an empty project (slow: PACKAGING=1 npm test)', () => {
  let project: Project;
  beforeAll(() => {
    project = installEverything();
  }, 600_000);
  afterAll(() => {
    if (project) rmSync(dirname(project.folder), { recursive: true, force: true });
  });

  test('the tarballs of a release have checksums that tools know, and a statement of what they were made from', () => {
    const names = describeFiles(project.tarballs);
    expect(names.length).toBe(packages.length);
    const checked = spawnSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: project.tarballs });
    expect(checked).toMatchObject({ status: 0 });
    const statement = JSON.parse(readFileSync(join(project.tarballs, 'provenance.json'), 'utf8'));
    expect(statement.subject.map(({ name }: { name: string }) => name)).toEqual(names);
    const head = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout.trim();
    expect(statement.predicate.buildDefinition.resolvedDependencies[0].digest).toEqual({ gitCommit: head });
  });

  test.each(binaries)('%s tells its version and explains itself', async (name) => {
    const version = await project.run(name, '--version');
    expect(version).toMatchObject({ status: 0, output: expect.stringMatching(/^\d+\.\d+\.\d+\n/) });
    const help = await project.run(name, '--help');
    expect(help).toMatchObject({ status: 0, output: expect.stringContaining(`Usage: ${name}`) });
  });

  test.each([
    ['cobre-mcp', []],
    ['career-mcp', ['--db', 'career.db']],
    ['portarium-mcp', ['--db', 'portarium.db']],
  ] as const)('%s is greeted and lists its tools', async (name, args) => {
    if (name === 'portarium-mcp') expect(await project.run('portarium', 'init')).toMatchObject({ status: 0 });
    const command = join(project.folder, 'node_modules/.bin', name);
    const server = await connect({ type: 'stdio', command, args: [...args], cwd: project.folder, timeout: 60 });
    expect((await server.tools()).tools.length).toBeGreaterThan(5);
    await server.close();
  });

  test('cobre makes a case, trains and simulates it', async () => {
    expect(await project.run('cobre', 'init', 'study')).toMatchObject({ status: 0 });
    const { status, output } = await project.run('cobre', 'run', 'study', '--quiet');
    expect(status, output).toBe(0);
    expect(output).toMatch(/^completed: lower bound \d/m);
  });

  test('cpe runs the program of a model in its sandbox', async () => {
    const provider = await MockProvider.start();
    const models = [{ ref: 'm', id: 'm', type: 'openai', base_url: provider.url, api_key_env: 'MOCK_KEY' }];
    const mcpServers = { cobre: { type: 'stdio', command: 'cobre-mcp' } };
    const defaults = { model: 'm', codeMode: { enabled: true, typecheck: false } };
    writeFileSync(join(project.folder, 'cpe.json'), JSON.stringify({ mcpServers, models, defaults }));
    const code = 'return typeof (await tools.cobre.cobre_get_config_schema({})).schema;';
    provider.script('m', { calls: [{ tool: 'execute_typescript', input: { code } }] }, { text: 'It works.' });
    const { status, output } = await project.run('cpe', '-G', 'go');
    await provider.close();
    expect(status, output).toBe(0);
    expect(output).toContain('← execute_typescript: object');
    expect(output).toContain('It works.');
  });

  test('quadrivium finds its console, its demonstration and its workers', async () => {
    const ready =
      'quadrivium up --port 0 > up.log & until grep -q claude-code up.log || ! kill -0 $!; do sleep 0.1; done';
    const look = 'curl -s "$(grep -o "http[^ ]*" up.log | head -1)/" | grep -o "<title>.*</title>"';
    const { output } = await project.run(
      'bash',
      '-c',
      `${ready}; quadrivium doctor; ${look}; kill $!; wait; cat up.log`,
    );
    expect(output).toContain('Healthy.');
    expect(output).toContain('<title>');
  });

  test('every part that a program imports on demand loads, and has the names that are taken from it', async () => {
    const folders = packages.map(({ manifest }) => join(project.folder, 'node_modules', manifest.name, 'bundle'));
    const files = folders.filter(existsSync).flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.js'))
        .map((name) => join(folder, name)),
    );
    const taken = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\{([^{}]*)\} ?= ?await import\("\.\/([^"]+)"\)/g)].map(
        ([, names = '', part = '']) => ({
          part: join(dirname(file), part),
          names: names.split(',').map((name) => name.split(':')[0]?.trim()),
        }),
      ),
    );
    expect(taken.length).toBeGreaterThan(20);
    const missing = `for (const { part, names } of ${JSON.stringify(taken)}) {
      const found = await import(part);
      for (const name of names) if (!(name in found)) console.log(part, name);
    }
    process.exit(0);`;
    writeFileSync(join(project.folder, 'parts.mjs'), missing);
    expect(await project.run('node', 'parts.mjs')).toEqual({ status: 0, output: '' });
  });

  test('every entry of every package can be imported', async () => {
    const entries = packages.flatMap(({ manifest }) =>
      Object.keys(manifest.exports ?? {})
        .filter((path) => !path.endsWith('.json'))
        .map((path) => manifest.name + path.slice(1)),
    );
    const program = `for (const name of ${JSON.stringify(entries)}) await import(name); process.exit(0);`;
    writeFileSync(join(project.folder, 'all.mjs'), program);
    expect(await project.run('node', 'all.mjs')).toMatchObject({ status: 0 });
  });
});
