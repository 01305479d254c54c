/** `cobre migrate` as people run it, and as agents call it: what is written, what is told, and what a bad moment leaves behind. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sampled } from '../../../../test/support/sampling.js';
import { validateCase } from '../../src/validation/validate-case.js';
import { richCase } from '../case/rich-case.js';
import { type CaseContents, smallCase, writeCase } from '../case/write-case.js';
import { connect, newRoot } from '../tools/served.js';
import { answerOf, apart, cobre, start, temporaryDirectory } from './program.js';

const writeOld = (name = 'old', changes: CaseContents = {}) =>
  writeCase(join(temporaryDirectory(), name), { ...smallCase(), ...changes });

const isCurrent = (directory: string) => existsSync(join(directory, 'system/hydro_production_models.json'));

/** Every file below a directory with its bytes. */
function contentOf(directory: string): Record<string, string> {
  const paths = readdirSync(directory, { recursive: true }).map(String).sort();
  const files = paths.filter((path) => statSync(join(directory, path)).isFile());
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(directory, path)).toString('hex')]));
}

async function isValid(directory: string): Promise<boolean> {
  return (await validateCase(directory)).errors.length === 0;
}

describe('cobre migrate', () => {
  test('writes a valid current case into a new directory and leaves the old one as it is', async () => {
    const old = await writeOld();
    const before = contentOf(old);
    const { code, out } = await cobre('migrate', old, `${old}-current`);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/Wrote 11 files to .*old-current/) });
    expect(contentOf(old)).toEqual(before);
    expect(isCurrent(`${old}-current`)).toBe(true);
    expect(await isValid(`${old}-current`)).toBe(true);
  });

  test('tells all of it as JSON, and writes nothing in a dry run', async () => {
    const old = await writeOld('rich', richCase());
    const { code, envelope } = await answerOf('migrate', old, '--dry-run');
    expect(code).toBe(0);
    expect(envelope.data).toMatchObject({ old_directory: old, case_directory: null, kept_directory: null });
    expect(envelope.data.files).toContain('system/hydro_production_models.json');
    const told = envelope.data.notes.map(({ effect, file, field }: Record<string, string>) => [effect, file, field]);
    expect(told).toContainEqual(['dropped', 'config.json', 'training.cut_selection.memory_window']);
    expect(told).toContainEqual(['meaning', 'system/pumping_stations.json', 'pumping_stations']);
    expect(readdirSync(join(old, '..'))).toEqual(['rich']);
    const bare = await cobre('migrate', old, '--dry-run', '--json');
    expect(JSON.parse(bare.out)).toEqual(envelope.data);
  });

  test('does not lose a key, a column or a file without saying so', async () => {
    const files = smallCase();
    Object.assign(files['config.json'] as object, { author: 'me', version: '3' });
    (files['system/thermals.json'] as { thermals: object[] }).thermals.push({
      id: 7,
      name: 'Odd',
      bus_id: 0,
      cost_segments: [{ capacity_mw: 5, cost_per_mwh: 20 }],
      generation: { min_mw: 0, max_mw: 5 },
      colour: 'red',
    });
    files['constraints/thermal_bounds.parquet'] = [
      { thermal_id: 1, stage_id: 0, max_generation_mw: 50 },
      { thermal_id: 1, stage_id: 77, max_generation_mw: 5 },
      { thermal_id: 1, stage_id: 78, max_generation_mw: 5 },
    ];
    const old = await writeOld('old', files);
    writeFileSync(join(old, 'system/notes.txt'), 'mine');
    const { code, envelope } = await answerOf('migrate', old, '--dry-run');
    expect({ code, errors: envelope.errors }).toEqual({ code: 0, errors: [] });
    const dropped = envelope.data.notes.filter(({ effect }: { effect: string }) => effect === 'dropped');
    expect(dropped).toContainEqual(expect.objectContaining({ file: 'config.json', field: 'author' }));
    expect(dropped).toContainEqual(
      expect.objectContaining({ file: 'system/thermals.json', entity_id: 7, field: 'colour' }),
    );
    expect(dropped).toContainEqual(
      expect.objectContaining({
        file: 'constraints/thermal_bounds.parquet',
        text: '2 rows of stages that the study does not have (77, 78)',
      }),
    );
    expect(envelope.data.not_copied).toEqual(['system/notes.txt']);
  });

  test.each([
    ['no second directory', [], /A directory for the new case is needed/],
    ['the old directory twice', ['OLD'], /would replace the old one/],
    ['a directory that is in use', ['USED'], /is not empty/],
    ['two places at once', ['NEW', '--in-place'], /takes no second directory/],
  ])('refuses %s with the exit code of a wrong question', async (_, words, message) => {
    const old = await writeOld();
    const used = join(old, '..', 'used');
    mkdirSync(used);
    writeFileSync(join(used, 'thesis.txt'), 'three years');
    const meant: Record<string, string> = { OLD: old, USED: used, NEW: `${old}-new` };
    const { code, err } = await cobre('migrate', old, ...words.map((word) => meant[word] ?? word));
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringMatching(message) });
    expect(readdirSync(used)).toEqual(['thesis.txt']);
    expect(readdirSync(join(old, '..')).sort()).toEqual(['old', 'used']);
  });

  test('takes neither the name of a file nor a place within the old case, also through a link', async () => {
    const old = await writeOld();
    const before = contentOf(old);
    const [thesis, link] = [join(old, '..', 'thesis.txt'), join(old, '..', 'link')];
    writeFileSync(thesis, 'years of work');
    symlinkSync(old, link);
    for (const [target, message] of [
      [thesis, /'.*thesis\.txt' is a file/],
      [join(old, 'new'), /would lie within the old one/],
      [join(link, 'new'), /would lie within the old one/],
      [link, /would (lie within|replace) the old one/],
    ] as const) {
      const { code, err } = await cobre('migrate', old, target);
      expect({ code, err }).toMatchObject({ code: 1, err: expect.stringMatching(message) });
    }
    expect(readFileSync(thesis, 'utf8')).toBe('years of work');
    expect(contentOf(old)).toEqual(before);
  });

  test('two that write to one place at once do not mix: one case is there, whole, and the other is refused', async () => {
    const [one, other] = [await writeOld('one'), await writeOld('other', richCase())];
    const target = join(temporaryDirectory(), 'new');
    // What a process that is no more left behind; no process has so high a number.
    mkdirSync(join(target, '..', '.new.migrating-4194305-1'));
    const { call, close } = await connect(join(one, '..', '..'));
    const ended = await Promise.all(
      [one, other].map((case_dir) => call('cobre/migrate-case', { case_dir, target_dir: target })),
    );
    await close();
    const written = ended.filter(({ isError }) => !isError);
    expect(written).toHaveLength(1);
    expect(Object.keys(contentOf(target)).sort()).toEqual([...(written[0]!.data.files as unknown as string[])].sort());
    expect(await isValid(target)).toBe(true);
    expect(readdirSync(join(target, '..'))).toEqual(['new']);
  });

  test('takes away no folder that only looks like what a killed process left', async () => {
    const old = await writeOld();
    const own = ['.new.migrating-notes', '.new.migrating-4194305'].map((name) => join(old, '..', name));
    for (const folder of own) mkdirSync(folder);
    expect((await cobre('migrate', old, join(old, '..', 'new'))).code).toBe(0);
    expect(own.map((folder) => existsSync(folder))).toEqual([true, true]);
  });

  test('tells all that is wrong with a case that is not valid, and writes nothing', async () => {
    const old = await writeOld('old', { 'system/buses.json': { buses: [{}] }, 'penalties.json': {} });
    const { code, envelope } = await answerOf('migrate', old, `${old}-current`);
    expect(code).toBe(3);
    expect(new Set(envelope.errors.map(({ context }: { context: { file: string } }) => context.file))).toEqual(
      new Set(['system/buses.json', 'penalties.json']),
    );
    expect(existsSync(`${old}-current`)).toBe(false);
  });

  test('says of a current case that there is nothing to do, and of no case that there is none', async () => {
    const old = await writeOld();
    await cobre('migrate', old, `${old}-current`);
    expect((await cobre('migrate', `${old}-current`, `${old}-again`)).err).toMatch(/is a current case already/);
    expect((await cobre('migrate', `${old}-missing`, `${old}-again`)).err).toMatch(/does not exist/);
  });
});

describe('in its place', () => {
  test('the old case is kept beside the new one, and whatever else lies there stays', async () => {
    const old = await writeOld();
    mkdirSync(join(old, 'output/policy'), { recursive: true });
    writeFileSync(join(old, 'output/policy/cuts.bin'), 'cuts');
    const before = contentOf(old);
    const { code, envelope } = await answerOf('migrate', old, '--in-place');
    expect({ code, kept: envelope.data.kept_directory }).toEqual({ code: 0, kept: `${old}.old` });
    expect(contentOf(`${old}.old`)).toEqual(before);
    expect(isCurrent(old)).toBe(true);
    expect(readFileSync(join(old, 'output/policy/cuts.bin'), 'utf8')).toBe('cuts');
    expect(readdirSync(join(old, '..')).sort()).toEqual(['old', 'old.old']);
    const again = await cobre('migrate', old, '--in-place');
    expect(again).toMatchObject({ code: 1, err: expect.stringMatching(/already/) });
  });

  test('what else lies there stays also where its name is no text, and through a link the old case is kept where it was', async () => {
    const old = await writeOld();
    const link = `${old}-link`;
    symlinkSync(old, link);
    const odd = (directory: string) => Buffer.concat([Buffer.from(`${directory}/system/`), Buffer.from([0xe3, 0xff])]);
    writeFileSync(odd(old), 'mine');
    const { code, envelope } = await answerOf('migrate', link, '--in-place');
    expect({ code, kept: envelope.data?.kept_directory }).toEqual({ code: 0, kept: `${old}.old` });
    expect([isCurrent(old), isCurrent(`${old}.old`)]).toEqual([true, false]);
    expect([readFileSync(odd(old), 'utf8'), readFileSync(odd(`${old}.old`), 'utf8')]).toEqual(['mine', 'mine']);
  });

  test('an older kept case is not overwritten', async () => {
    const old = await writeOld();
    mkdirSync(`${old}.old`);
    writeFileSync(join(`${old}.old`, 'precious'), 'yes');
    expect(await cobre('migrate', old, '--in-place')).toMatchObject({ code: 1, err: expect.stringMatching(/exists/) });
    expect([isCurrent(old), readdirSync(`${old}.old`)]).toEqual([false, ['precious']]);
  });

  test('a process that is killed amid it leaves the old case or the new one, each whole', async () => {
    // The program needs some time to start; the moments are spread over what a whole run of it took here.
    const whole = await writeOld();
    const began = process.hrtime.bigint();
    await apart('migrate', whole, '--in-place');
    const took = Number(process.hrtime.bigint() - began) / 1e6;
    for (const k of sampled('moments at which a migration is killed', [0, 1, 2, 3, 4, 5], 3)) {
      const old = await writeOld();
      const before = contentOf(old);
      const child = start(['migrate', old, '--in-place']);
      const ended = new Promise((resolve) => child.once('close', resolve));
      setTimeout(() => child.kill('SIGKILL'), took * (0.5 + 0.1 * k));
      await ended;
      const state = existsSync(old) ? (isCurrent(old) ? 'new' : 'old') : 'between';
      if (state === 'old') expect(contentOf(old)).toEqual(before);
      else expect(contentOf(`${old}.old`)).toEqual(before);
      if (state === 'between') await cobre('migrate', old, '--in-place');
      expect(await isValid(old)).toBe(true);
      // Whatever was left undone does not stand in the way of another try.
      if (state === 'old') expect((await cobre('migrate', old, '--in-place')).code).toBe(0);
      expect([isCurrent(old), readdirSync(join(old, '..')).sort()]).toEqual([true, ['old', 'old.old']]);
    }
  });

  test('the one moment in which neither has the name is finished by the next call', async () => {
    const old = await writeOld();
    const before = contentOf(old);
    await cobre('migrate', old, `${old}-current`);
    const current = contentOf(`${old}-current`);
    renameSync(`${old}-current`, join(old, '..', '.old.migrated'));
    renameSync(old, `${old}.old`);
    const validated = await cobre('validate', old);
    expect(validated.err).toMatch(/cobre migrate .* --in-place/);
    const { code, envelope } = await answerOf('migrate', old, '--in-place');
    expect({ code, kept: envelope.data.kept_directory }).toEqual({ code: 0, kept: `${old}.old` });
    expect(contentOf(old)).toEqual(current);
    expect(contentOf(`${old}.old`)).toEqual(before);
  });
});

const mounted: string[] = [];

afterAll(() => {
  for (const at of mounted) execFileSync('umount', ['-l', at]);
});

/** A file system of this size, or nothing where mounting is not allowed. */
function smallDisk(size: string): string | null {
  const at = temporaryDirectory();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', at], { stdio: 'ignore' });
    mounted.push(at);
    return at;
  } catch {
    return null;
  }
}

const disk = smallDisk('96k');

test.runIf(disk !== null)('a disk that is full leaves the old case, whole, and no trace of a new one', async () => {
  const old = await writeCase(join(disk!, 'old'), smallCase());
  const before = contentOf(old);
  for (let free = true; free; ) {
    try {
      writeFileSync(join(disk!, 'ballast'), Buffer.alloc(4096), { flag: 'a' });
    } catch {
      free = false;
    }
  }
  for (const words of [[`${disk}/new`], ['--in-place']]) {
    const { code, envelope } = await answerOf('migrate', old, ...words);
    expect({ code, kind: envelope.errors[0]?.kind }).toEqual({ code: 4, kind: 'DiskFull' });
    expect(readdirSync(disk!).sort()).toEqual(['ballast', 'old']);
    expect(contentOf(old)).toEqual(before);
  }
  rmSync(join(disk!, 'ballast'));
  expect((await cobre('migrate', old, '--in-place')).code).toBe(0);
});

describe('over MCP', () => {
  test('a case is migrated where writing is allowed, and never out of the allowed directories', async () => {
    const root = await newRoot();
    const old = await writeCase(join(root, 'old'), smallCase());
    const server = await connect(root);
    const { data, isError } = await server.call('cobre/migrate-case', { case_dir: old, target_dir: join(root, 'new') });
    expect({ isError, data }).toMatchObject({ isError: false, data: { case_directory: join(root, 'new'), notes: [] } });
    expect(await isValid(join(root, 'new'))).toBe(true);
    const outside = join(temporaryDirectory(), 'new');
    const refused = await server.call('cobre/migrate-case', { case_dir: old, target_dir: outside });
    expect(refused).toMatchObject({ isError: true, data: { kind: 'MissingFile' } });
    expect(existsSync(outside)).toBe(false);
    await server.close();
  });

  test('a preview needs no permission to write, tells what the migration tells, and writes nothing', async () => {
    const root = await newRoot();
    const old = await writeCase(join(root, 'old'), richCase());
    const reader = await connect(root, { write: false });
    const { data, isError } = await reader.call('cobre/preview-migration', { case_dir: old });
    expect({ isError, written: data.case_directory }).toEqual({ isError: false, written: null });
    expect(readdirSync(root)).toEqual(['old']);
    await reader.close();
    const writer = await connect(root);
    const target_dir = join(root, 'new');
    const { data: done } = await writer.call('cobre/migrate-case', { case_dir: old, target_dir });
    expect({ files: data.files, notes: data.notes }).toEqual({ files: done.files, notes: done.notes });
    expect(JSON.stringify(data.notes)).toContain('meaning');
    const again = await writer.call('cobre/preview-migration', { case_dir: target_dir });
    expect(again).toMatchObject({ isError: true, data: { kind: 'InvalidArguments' } });
    await writer.close();
  });

  test('without permission to write nothing is written', async () => {
    const root = await newRoot();
    const old = await writeCase(join(root, 'old'), smallCase());
    const server = await connect(root, { write: false });
    const { isError, data } = await server.call('cobre/migrate-case', { case_dir: old, target_dir: join(root, 'new') });
    expect({ isError, message: data.message }).toMatchObject({
      isError: true,
      message: expect.stringMatching(/write/),
    });
    expect(readdirSync(root)).toEqual(['old']);
    await server.close();
  });
});
