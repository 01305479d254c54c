import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { answerOf, apart as cobre, start, temporaryDirectory } from './program.js';

describe('every answer', () => {
  test('has the shape of the envelope', async () => {
    const { envelope } = await answerOf('version');
    expect(Object.keys(envelope)).toEqual([
      '$schema',
      'command',
      'success',
      'exit_code',
      'cobre_version',
      'errors',
      'warnings',
      'data',
      'summary',
    ]);
    expect(envelope).toMatchObject({ $schema: 'urn:cobre:response:v1', command: 'version', success: true });
  });

  test('is an envelope also where words are missing', async () => {
    const { code, envelope } = await answerOf('validate');
    expect(code).toBe(1);
    expect(envelope).toMatchObject({ success: false, exit_code: 1, errors: [{ kind: 'InvalidArguments' }] });
  });

  test('ends as one line in a stream of lines', async () => {
    const { out } = await cobre('version', '--output-format', 'json-lines');
    expect(out.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(out)).toMatchObject({ type: 'result', command: 'version' });
  });

  test.each([
    ['a case that is not there', ['validate', 'no-such-directory'], 3],
    ['a run of a case that is not there', ['run', 'no-such-directory'], 3],
    ['results that are not there', ['report', 'no-such-directory'], 4],
    ['an unknown command', ['sing'], 1],
    ['an unknown option', ['version', '--loud'], 1],
    ['an impossible number of threads', ['run', 'x', '--threads', '0'], 1],
    ['help', ['--help'], 0],
  ])('%s has its exit code', async (_, words, expected) => {
    expect((await cobre(...words)).code).toBe(expected);
  });

  test('explains errors to people on the other stream, with a prefix', async () => {
    const { out, err } = await cobre('validate', 'no-such-directory');
    expect(out).toBe('');
    expect(err).toMatch(/^error: .*no-such-directory.*\[MissingFile\]/);
  });
});

describe('cobre schema export', () => {
  test('writes a schema for every file of a case', async () => {
    const directory = temporaryDirectory();
    const { envelope } = await answerOf('schema', 'export', '--output-dir', directory);
    expect(envelope).toMatchObject({ command: 'schema export', success: true });
    expect(envelope.data.schemas).toHaveLength(41);
    expect(await readdir(directory)).toHaveLength(41);
    const config = JSON.parse(await readFile(join(directory, 'config.schema.json'), 'utf8'));
    expect(config.properties).toHaveProperty('training');
    const today = temporaryDirectory();
    const { envelope: current } = await answerOf('schema', 'export', '--current', '--output-dir', today);
    // Five files are new, and the factors of lines are gone.
    expect(current.data.schemas).toHaveLength(45);
    const hydros = JSON.parse(await readFile(join(today, 'hydros.schema.json'), 'utf8'));
    expect(hydros.properties.hydros.items.properties).toHaveProperty('unit_groups');
  });
});

describe('cobre validate', () => {
  test('counts what a good case has', async () => {
    const directory = join(temporaryDirectory(), 'case');
    await cobre('init', directory, '--template', 'four-regions');
    const { out, code } = await cobre('validate', directory);
    expect(code).toBe(0);
    expect(out).toMatch(/thermals +8/);
    expect(out).toContain('0 errors, 0 warnings');
  });

  test('tells settings that have to be corrected (2) from data that has to be (3)', async () => {
    const directory = join(temporaryDirectory(), 'case');
    await cobre('init', directory);
    await writeFile(join(directory, 'config.json'), '{');
    const settings = await answerOf('validate', directory);
    expect(settings).toMatchObject({ code: 2, envelope: { exit_code: 2, errors: [{ kind: 'ParseError' }] } });
    expect((await cobre('run', directory)).code).toBe(2);
    await writeFile(join(directory, 'system/buses.json'), '{');
    expect((await cobre('validate', directory)).code).toBe(3);
  });
});

describe('cobre serve', () => {
  test('is the MCP server', async () => {
    const child = start(['serve', '--allowed-dirs', temporaryDirectory()]);
    const hello = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello })}\n`);
    const [line] = await once(createInterface(child.stdout), 'line');
    expect(JSON.parse(line)).toMatchObject({ id: 1, result: { serverInfo: { name: 'cobre-mcp', version: '2.0.0' } } });
    child.stdin.end();
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
  });
});
