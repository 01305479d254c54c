import { execFileSync } from 'node:child_process';
import { existsSync, renameSync, symlinkSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSandbox } from '@quadrivium/kernel';
import { serveRaw } from '@quadrivium/kernel/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampledCount } from '../../../../test/support/sampling.js';
import { cobreServer } from '../../src/server.js';
import { type Connected, connect, finishedStudy, newRoot, settings, writeStudy } from './served.js';

let root: string;
let outside: string;
let caseDir: string;
let output: string;
let server: Connected;

beforeAll(async () => {
  [root, outside] = [await newRoot(), await newRoot()];
  caseDir = await finishedStudy(root);
  output = join(caseDir, 'output');
  await finishedStudy(outside, 'secret');
  server = await connect(root);
});

afterAll(() => server.close());

const refusal = 'Write operations are disabled. Start the server with --allow-write to enable training and export.';

/** Every tool with a path of its own choice. */
const pathTools: readonly (readonly [string, (path: string) => object])[] = [
  ['cobre/validate', (case_dir) => ({ case_dir })],
  ['cobre/run', (case_dir) => ({ case_dir })],
  ['cobre/run', (case_dir) => ({ case_dir, background: true })],
  ['cobre/query-results', (output_dir) => ({ output_dir, entity_type: 'hydros' })],
  ['cobre/query-convergence', (output_dir) => ({ output_dir })],
  ['cobre/inspect-policy', (policy_dir) => ({ policy_dir })],
  ['cobre/compare-policies', (policy_dir) => ({ policy_dirs: [policy_dir, policy_dir] })],
  ['cobre/inspect-case', (case_dir) => ({ case_dir })],
  ['cobre/list-scenarios', (case_dir) => ({ case_dir })],
  ['cobre/export-results', (output_dir) => ({ output_dir, format: 'csv', entity_type: 'hydros' })],
];

describe('without --allow-write', () => {
  test('the write tools are listed with the reason why they refuse, and the others without', async () => {
    const files = await connect(root, { write: false });
    const { tools } = await files.client.listTools();
    const noted = tools.filter(({ _meta }) => _meta?.['io.quadrivium/annotation'] === refusal);
    const writers = [
      'cobre/run',
      'cobre/export-results',
      'cobre/cancel-task',
      'cobre/create-case',
      'cobre/import-newave',
      'cobre/migrate-case',
      'cobre/upload-files',
    ];
    expect(noted.map(({ name }) => name)).toEqual(writers);
    await files.close();
  });

  test('they refuse with the words of the specification, and nothing is written', async () => {
    const readOnly = await connect(root, { write: false });
    const before = await treeOf(root);
    for (const [name, args] of [
      ['cobre/run', { case_dir: caseDir }],
      ['cobre/export-results', { output_dir: output, format: 'csv', entity_type: 'costs' }],
    ] as const) {
      const { isError, data } = await readOnly.call(name, args);
      expect({ isError, message: data.message }).toEqual({ isError: true, message: refusal });
    }
    for (const [name, args] of pathTools) await readOnly.call(name, args(caseDir));
    expect(await treeOf(root)).toEqual(before);
    await readOnly.close();
  });
});

test('a path outside is refused in the words of the specification, by every tool', async () => {
  for (const [name, args] of pathTools) {
    for (const path of ['/etc/passwd', join(outside, 'secret'), join(root, '..'), `${root}/../../etc`]) {
      const { isError, data } = await server.call(name, args(path));
      expect({ name, isError, data }).toEqual({
        name,
        isError: true,
        data: {
          kind: 'MissingFile',
          message: `Path '${path}' is not within the allowed directories`,
          context: { path },
          suggestion: "Provide a path within the server's configured allowed directories.",
        },
      });
    }
  }
});

/** Of every POSIX system. */
const pipeMaker = 'mkfifo';

test('a path is judged before any file is touched: what would never answer is refused at once', async () => {
  const trap = join(outside, 'trap');
  await mkdir(join(trap, 'training'), { recursive: true });
  // Whoever opens one of these waits for a writer that never comes.
  for (const name of ['config.json', 'training/convergence.parquet', 'metadata.json'])
    execFileSync(pipeMaker, [join(trap, name)]);
  for (const [name, args] of pathTools) expect((await server.call(name, args(trap))).data.kind).toBe('MissingFile');
  for (const address of [
    'case/{}/config',
    'case/{}/entities/hydros',
    'output/{}/convergence',
    'output/{}/policy/summary',
  ]) {
    const uri = `cobre://${address.replace('{}', encodeURIComponent(trap))}`;
    await expect(server.client.readResource({ uri })).rejects.toMatchObject({ data: { kind: 'MissingFile' } });
  }
  await rm(trap, { recursive: true });
});

describe('links that lead out', () => {
  test('to a case or an output directory are refused', async () => {
    await symlink(join(outside, 'secret'), join(root, 'link'));
    for (const [name, args] of pathTools) {
      const { isError, data } = await server.call(name, args(join(root, 'link')));
      expect({ name, isError, kind: data.kind }).toEqual({ name, isError: true, kind: 'MissingFile' });
    }
  });

  test('to an input file are reported as unreadable and their content stays unknown', async () => {
    const lured = await writeStudy(root, 'lured');
    await writeFile(join(outside, 'private.json'), '{"password":"swordfish"}');
    await rm(join(lured, 'config.json'));
    await symlink(join(outside, 'private.json'), join(lured, 'config.json'));
    const answers = [
      await server.call('cobre/validate', { case_dir: lured }),
      await server.call('cobre/inspect-case', { case_dir: lured }),
      await server.call('cobre/run', { case_dir: lured }),
    ];
    expect(JSON.stringify(answers)).not.toContain('swordfish');
    expect(answers.map(({ data }) => data.valid ?? data.kind)).toEqual([false, 'MissingFile', 'MissingFile']);
  });

  test('to a result file are not read', async () => {
    await cp(output, join(root, 'copied'), { recursive: true });
    await rm(join(root, 'copied/simulation/hydros.parquet'));
    await symlink(
      join(outside, 'secret/output/simulation/hydros.parquet'),
      join(root, 'copied/simulation/hydros.parquet'),
    );
    const asked = { output_dir: join(root, 'copied'), entity_type: 'hydros' };
    const { isError, data } = await server.call('cobre/query-results', asked);
    expect({ isError, kind: data.kind }).toEqual({ isError: true, kind: 'OutputCorrupted' });
    const exported = await server.call('cobre/export-results', { ...asked, format: 'csv' });
    expect(exported.data.kind).toBe('OutputCorrupted');
    expect(JSON.stringify([data, exported.data])).not.toContain(outside);
  });

  test('from the output directory of a run stop it before anything is written there', async () => {
    const target = join(outside, 'target');
    await mkdir(target);
    for (const part of ['output', 'output/training', 'output/policy']) {
      const name = `out-${part.replace('/', '-')}`;
      const astray = await writeStudy(root, name);
      if (part !== 'output') await mkdir(join(astray, 'output'));
      await symlink(target, join(astray, part));
      const { data } = await server.call('cobre/run', { case_dir: astray });
      expect({ part, kind: data.kind }).toEqual({ part, kind: 'MissingFile' });
    }
    expect(await readdir(target)).toEqual([]);
  });

  test('that appear while a run is under way end it, and nothing is written through them', async () => {
    const target = join(outside, 'later');
    await mkdir(target);
    const config = settings({
      iterations: 100_000,
      policy: { checkpointing: { enabled: true, interval_iterations: 1 } },
    });
    const watched = await writeStudy(root, 'watched', { 'config.json': config });
    const session = serveRaw(cobreServer(), { files: await openSandbox([root]), allowWrite: true }).session;
    await session.initialize('2025-03-26');
    const ran = session.call(1, 'cobre/run', { case_dir: watched }, { progressToken: 1 });
    const training = join(watched, 'output/training');
    await expect.poll(() => existsSync(training), { timeout: 60_000 }).toBe(true);
    renameSync(training, join(watched, 'moved'));
    symlinkSync(target, training);
    const { result } = (await ran) as { result: { isError: boolean; content: { text: string }[] } };
    expect(result.isError).toBe(true);
    expect(JSON.parse(result.content[0]!.text)).toMatchObject({ kind: 'CheckpointFailed' });
    expect(await readdir(target)).toEqual([]);
    session.end();
  });

  test('in the place of exports are refused, and one in the place of the file is replaced', async () => {
    await cp(output, join(root, 'exporting'), { recursive: true });
    const victim = join(outside, 'victim.csv');
    await writeFile(victim, 'precious');
    await mkdir(join(root, 'exporting/exports'));
    await symlink(victim, join(root, 'exporting/exports/costs.csv'));
    const asked = { output_dir: join(root, 'exporting'), format: 'csv', entity_type: 'costs' };
    const { isError } = await server.call('cobre/export-results', asked);
    expect(isError).toBe(false);
    expect(await readFile(victim, 'utf8')).toBe('precious');
    await rm(join(root, 'exporting/exports'), { recursive: true });
    await symlink(outside, join(root, 'exporting/exports'));
    const refused = await server.call('cobre/export-results', asked);
    expect(refused.data.kind).toBe('MissingFile');
  });

  test('that appear while files are read never let anything from outside in', async () => {
    const raced = await writeStudy(root, 'raced');
    await writeFile(join(outside, 'config.json'), '{"password":"swordfish"}');
    let racing = true;
    const swap = async (): Promise<void> => {
      const [config, spare] = [join(raced, 'config.json'), join(raced, 'spare.json')];
      while (racing) {
        await rename(config, spare);
        await symlink(join(outside, 'config.json'), config);
        await rm(config);
        await rename(spare, config);
      }
    };
    const swapping = swap();
    const answers = [];
    for (let k = 0; k < 60; k++) answers.push(await server.call('cobre/inspect-case', { case_dir: raced }));
    racing = false;
    await swapping;
    expect(JSON.stringify(answers)).not.toContain('swordfish');
  });
});

test('names of exported files are sanitised and stay in the exports directory', async () => {
  const wild = fc.oneof(fc.string(), fc.constantFrom('../../x', '/etc/passwd', 'a\u0000b', '..', 'ITAIPU'));
  const { exportName } = await import('../../src/service/answers/export-name.js');
  fc.assert(
    fc.property(fc.array(wild, { minLength: 1, maxLength: 30 }), (ids) => {
      const name = exportName('hydros', { entity_id: ids }, 'csv');
      expect(name).toMatch(/^[A-Za-z0-9_.-]{1,130}$/);
      expect(name).not.toContain('..');
    }),
    { numRuns: sampledCount('names of exported files', 500, 100) },
  );
});

/** Thousands of odd arguments and paths; `FUZZ=10000` asks for more. */
const runs = Number(process.env.FUZZ ?? 400);

describe('whatever is sent', () => {
  const paths = fc.oneof(
    fc.string(),
    fc.constantFrom('', '.', '..', '/', '~', 'case_001', 'case_001/output', './case_001/../case_001', '\u0000', 'C:\\'),
    fc
      .array(fc.constantFrom('..', '.', 'case_001', 'output', 'policy', 'etc', 'passwd', '%2e%2e', 'link', ' '))
      .map((parts) => parts.join('/')),
    fc.string({ unit: 'grapheme' }).map((text) => `${'/'.repeat(2)}${text}`),
  );
  const filters = fc.record(
    {
      entity_id: fc.oneof(
        fc.string(),
        fc.integer(),
        fc.array(fc.oneof(fc.string(), fc.integer()), { maxLength: 4 }),
        fc.object(),
      ),
      stage_range: fc.oneof(fc.tuple(fc.integer(), fc.integer()), fc.array(fc.anything())),
      scenario_range: fc.oneof(fc.tuple(fc.integer(), fc.integer()), fc.string()),
      columns: fc.array(fc.oneof(fc.string(), fc.constantFrom('stage_id', 'storage_hm3', '"', "'; DROP TABLE x --"))),
      limit: fc.oneof(fc.integer(), fc.double()),
    },
    { requiredKeys: [] },
  );

  test('the server answers, discloses nothing and touches nothing outside', async () => {
    const readOnly = await connect(root, { write: false });
    const before = await treeOf(outside);
    const base = fc.constantFrom(...pathTools.filter(([name]) => name !== 'cobre/run'));
    await fc.assert(
      fc.asyncProperty(base, paths, async ([name, args], path) => {
        const { isError, data } = await readOnly.call(name, args(path));
        const text = JSON.stringify(data);
        expect(text).not.toContain('InternalError');
        if (isError && !path.includes(root)) expect(text).not.toContain(root);
      }),
      { numRuns: runs },
    );
    await fc.assert(
      fc.asyncProperty(filters, fc.anything(), async (given, odd) => {
        const known = { output_dir: output, entity_type: 'hydros' };
        const plain = JSON.parse(JSON.stringify({ ...known, filters: given }));
        const answers = [await readOnly.call('cobre/query-results', plain)];
        const strange = JSON.parse(JSON.stringify({ output_dir: odd, entity_type: odd, filters: odd }) ?? '{}');
        answers.push(await readOnly.call('cobre/query-results', strange));
        expect(JSON.stringify(answers)).not.toContain('InternalError');
      }),
      { numRuns: runs },
    );
    expect(await treeOf(outside)).toEqual(before);
    expect((await readOnly.call('cobre/validate', { case_dir: caseDir })).data.valid).toBe(true);
    await readOnly.close();
  });

  test('resource addresses are refused or answered, never crash, and disclose nothing', async () => {
    const address = fc.oneof(
      fc.tuple(
        fc.constantFrom('case', 'output'),
        paths,
        fc.constantFrom('config', 'entities/hydros', 'convergence', 'policy/summary', 'results/hydros', 'scenarios/0'),
      ),
    );
    await fc.assert(
      fc.asyncProperty(address, async ([kind, path, rest]) => {
        const encoded =
          Buffer.from(path).toString('utf8') === path
            ? encodeURIComponent(path.replaceAll(/\p{Surrogate}/gu, ''))
            : 'x';
        const read = server.client.readResource({ uri: `cobre://${kind}/${encoded}/${rest}` });
        const problem = await read.then(
          () => null,
          (error: Error & { code?: number }) => error,
        );
        if (problem === null) return;
        expect(problem.code).toBe(-32602);
        if (!path.includes(root)) expect(problem.message).not.toContain(root);
      }),
      { numRuns: runs },
    );
  });
});

/** Names, sizes and times of everything below a directory. */
async function treeOf(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    files.sort().map(async (path) => `${path} ${(await stat(path)).size} ${(await stat(path)).mtimeMs}`),
  );
}
