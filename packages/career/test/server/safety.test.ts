import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import {
  anonymousIdentity,
  createRuntime,
  type Fault,
  type Identity,
  localIdentity,
  noAudit,
  type Operation,
  openSandbox,
} from '@quadrivium/kernel';
import { connectInMemory } from '@quadrivium/kernel/testing';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { bundledSource } from '../../../../test/support/bundled-source.js';
import { CareerApp } from '../../src/app/career-app.js';
import { careerOperations } from '../../src/operations/list.js';
import { careerServer } from '../../src/operations/server.js';
import { type Answer, careerClient, filled, opportunity } from './career-client.js';
import { tablesOf } from './tables.js';

const sources = join(import.meta.dirname, '../../src');

function sourceFiles(): { name: string; text: string }[] {
  return readdirSync(sources, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => ({ name: entry.name, text: readFileSync(join(entry.path, entry.name), 'utf8') }));
}

describe('what the server cannot do', () => {
  test('no part of it starts a process', () => {
    expect(sourceFiles().filter(({ text }) => text.includes('node:child_process'))).toEqual([]);
  });

  test('no part of it opens a connection, except to the Redis it was given', () => {
    const network = /node:(?:net|http|https|tls|dgram)|\bfetch\(|from 'ioredis'/;
    const connecting = sourceFiles().filter(({ text }) => network.test(text));
    expect(connecting.map(({ name }) => name)).toEqual(['redis-coordinator.ts']);
  });

  test('it reads no file outside the allowed directories', async () => {
    const [inside, outside] = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'quadrivium-files-'))) as [string, string];
    for (const place of [inside, outside])
      writeFileSync(join(place, 'cv.txt'), 'Drove trams through the old town for years');
    const app = new CareerApp();
    const { client, close } = await connectInMemory(careerServer(app), {
      files: await openSandbox([inside]),
      allowWrite: true,
    });
    const ingest = (input_path: string) => client.callTool({ name: 'ingest_resume', arguments: { input_path } });
    expect((await ingest(join(inside, 'cv.txt'))).structuredContent).toMatchObject({ already_ingested: false });
    await expect(ingest(join(outside, 'cv.txt'))).rejects.toMatchObject({ code: -32602 });
    await expect(ingest(join(inside, '..', outside.split('/').at(-1) ?? '', 'cv.txt'))).rejects.toThrow();
    await close();
    await app.close();
  });

  test.each([
    '../../etc\n',
    '..',
    'a/b',
    'a\\b',
    ' a',
    'a ',
    'a\nb',
    'a\u0000',
    'a\u200Bb',
    '\u202Ecod',
    'x'.repeat(201),
  ])('the id %j is given to nothing that is stored', async (id) => {
    const career = await filled();
    expect(await career.call('add_contact', { name: 'Ina', contact_id: 'ina' })).toMatchObject({ contact_id: 'ina' });
    const before = tablesOf(career.app);
    const refused = async (name: string, args: Answer) =>
      expect(career.client.callTool({ name, arguments: args }), name).rejects.toMatchObject({ code: -32602 });
    await refused('add_atom', { claim: 'Baked bread', atom_id: id });
    await refused('add_atom', { claim: 'Baked bread', profile_id: id });
    await refused('add_opportunity', { ...opportunity, opportunity_id: id });
    await refused('add_contact', { name: 'Jo', contact_id: id });
    await refused('create_interaction', { contact_id: 'ina', opportunity_id: 'opp-1', interaction_id: id });
    await refused('add_reminder', { in_days: 1, opportunity_id: 'opp-1', reminder_id: id });
    await refused('set_profile', { profile_id: id, name: 'Jo' });
    await refused('match_opportunity', { opportunity_id: 'opp-1', trace_id: id });
    expect(tablesOf(career.app)).toEqual(before);
    await career.close();
  });

  test('without --allow-write only what reads and the four tools of the seed answer', async () => {
    const app = new CareerApp();
    const { client, close } = await connectInMemory(careerServer(app), {});
    await expect(client.callTool({ name: 'add_atom', arguments: { claim: 'Drove trams' } })).rejects.toThrow(
      '--allow-write',
    );
    const given = { company: 'c', role_title: 'r', requirements: ['Trams'] };
    expect((await client.callTool({ name: 'match_opportunity', arguments: { opportunity: given } })).isError).toBe(
      false,
    );
    const { tools } = await client.listTools();
    const refused = tools.filter(({ description }) => description?.includes('--allow-write')).map(({ name }) => name);
    const writing = careerOperations.filter(({ effect }) => effect !== 'read').map(({ name }) => name);
    const seeds = ['match_opportunity', 'validate_match_report', 'interaction_apply_event'];
    expect(refused.sort()).toEqual(writing.filter((name) => !seeds.includes(name)).sort());
    await close();
    await app.close();
  });

  test('tools that read answer, and leave every table as it was', async () => {
    const career = await filled();
    const { decision_id } = await career.call('match_opportunity', { opportunity_id: 'opp-1', trace_id: 't' });
    const { resume_id } = await career.call('ingest_resume', { content: 'Drove trams through the old town for years' });
    const { document_id } = await career.call('tailor_document', { opportunity_id: 'opp-1' });
    const known = {
      ...{ atom_id: 'atom-1', decision_id, opportunity_id: 'opp-1', trace_id: 't', resume_id, document_id },
      content_base64: 'SGVsbG8=',
      ...{ title: 'Driver', others: [] },
    };
    const before = tablesOf(career.app);
    for (const { name, effect, input } of careerServer(career.app).operations ?? []) {
      if (effect !== 'read') continue;
      const { shape } = input as unknown as { shape: Record<string, z.ZodType> };
      const needed = Object.keys(shape).filter((key) => !shape[key]?.safeParse(undefined).success);
      const words = { ...Object.fromEntries(needed.map((key) => [key, 'some text'])), ...known };
      const args = Object.fromEntries(Object.entries(words).filter(([key]) => key in shape));
      expect((await career.client.callTool({ name, arguments: args })).isError, name).toBe(false);
      expect(tablesOf(career.app), name).toEqual(before);
    }
    await career.close();
  });

  test('whatever it is asked to write, no file but its own database changes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quadrivium-files-'));
    const cv = join(folder, 'cv.txt');
    mkdirSync(join(folder, 'own'));
    writeFileSync(cv, 'Drove trams through the old town for years');
    const career = await careerClient({ db: join(folder, 'own', 'career.db') }, await openSandbox([folder]));
    const before = filesOf(folder);
    const writing = (careerServer(career.app).operations ?? []).filter(({ effect }) => effect !== 'read');
    expect((await writeEverything(career, cv)).sort()).toEqual(writing.map(({ name }) => name).sort());
    await career.close();
    expect(filesOf(folder)).toEqual(before);
    expect(readdirSync(join(folder, 'own'))).toContain('career.db');
  });

  test('as a process it does all of that where the system lets it write no file and start no process', async () => {
    const cv = join(mkdtempSync(join(tmpdir(), 'quadrivium-files-')), 'cv.txt');
    writeFileSync(cv, 'Drove trams through the old town for years');
    const client = new Client({ name: 'test', version: '0' });
    const script = bundledSource(join(sources, 'bin/career-mcp.ts'));
    // Node refuses every write and every child; databases are kept in memory unless a flag says otherwise.
    const permissions = [permissionFlag, '--allow-fs-read=*', '--allow-addons', '--allow-worker'];
    const args = [...permissions, script, '--allow-write', '--allowed-dirs', dirname(cv)];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
    expect((await writeEverything({ client }, cv)).length).toBeGreaterThan(15);
    await client.close();
  });
});

const permissionFlag = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

const filesOf = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).map((entry) => [
    entry.name,
    entry.isFile() && readFileSync(join(folder, entry.name), 'utf8'),
  ]);

/** Calls every tool that writes, with success; their names. */
async function writeEverything({ client }: { readonly client: Client }, input_path: string): Promise<string[]> {
  const called: string[] = [];
  const call = async (name: string, args: Record<string, unknown> = {}): Promise<Answer> => {
    const { isError, structuredContent } = await client.callTool({ name, arguments: args });
    expect(isError, name).toBe(false);
    called.push(name);
    return structuredContent as Answer;
  };
  const { resume_id } = await call('ingest_resume', { input_path });
  await call('propose_atoms', { resume_id });
  await call('add_atom', { atom_id: 'a', claim: 'Drove trams' });
  await call('verify_atom', { atom_id: 'a' });
  await call('verify_atoms', { atom_ids: ['a'] });
  await call('edit_atom', { atom_id: 'a', claim: 'Drove trams', verified: true });
  await call('set_profile', { name: 'Ina' });
  await call('add_opportunity', opportunity);
  await call('import_postings', { content: 'Tram driver\n\nRequirements:\n- Driving licence\n' });
  await call('add_contact', { contact_id: 'c', name: 'Ina' });
  await call('index_build');
  const { match_report } = await call('match_opportunity', { opportunity_id: 'opp-1' });
  await call('validate_match_report', { match_report });
  await call('tailor_document', { opportunity_id: 'opp-1' });
  await call('delete_atom', { atom_id: 'a' });
  await call('delete_profile', { profile_id: 'me' });
  await call('record_outcome', { opportunity_id: 'opp-1', outcome: 'applied' });
  const { reminder_id } = await call('add_reminder', { in_days: 7 });
  await call('finish_reminder', { reminder_id });
  await call('create_interaction', { contact_id: 'c', opportunity_id: 'opp-1', interaction_id: 'i' });
  await call('interaction_apply_event', { interaction_id: 'i', event: 'Prepare', idempotency_key: 'k' });
  return called;
}

describe('who confirms a claim', () => {
  const as = async (identity: Identity, verified: boolean) => {
    const app = new CareerApp();
    const runtime = createRuntime(careerServer(app), { audit: noAudit, allowWrite: true });
    const call = (name: string, args: object) => {
      const operation = careerServer(app).operations?.find((one) => one.name === name);
      return runtime.call(operation as Operation, args, { front: 'rest', identity });
    };
    const { atom_id } = (await call('add_atom', { claim: 'Drove trams' })) as { atom_id: string };
    const outcomes = await Promise.allSettled([
      call('verify_atom', { atom_id, verified }),
      call('add_atom', { claim: 'Flew gliders', verified }),
      call('verify_atoms', { atom_ids: [atom_id], verified }),
      call('edit_atom', { atom_id, claim: 'Flew gliders', verified }),
      call('set_profile', { name: 'Ina' }),
      call('delete_profile', { profile_id: 'me' }),
    ]);
    await app.close();
    return outcomes.map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason as Fault).kind));
  };
  const refused = Array(6).fill('PERSON_REQUIRED');
  const done = Array(6).fill('done');

  test('a person does: at this machine, or behind a key of their own', async () => {
    expect(await as(localIdentity, true)).toEqual(done);
    expect(await as({ subject: 'ada', roles: ['admin'], via: 'api-key' }, true)).toEqual(done);
  });

  test("an agent's key, a caller without a key and an unknown one do not", async () => {
    expect(await as({ subject: 'bot', roles: ['agent'], via: 'api-key' }, true)).toEqual(refused);
    expect(await as({ subject: 'bot', kind: 'agent', roles: ['operator'], via: 'api-key' }, true)).toEqual(refused);
    expect(await as({ subject: 'job', kind: 'service', roles: ['admin'], via: 'api-key' }, true)).toEqual(refused);
    expect(await as({ subject: 'local', roles: ['operator'], via: 'local' }, true)).toEqual(refused);
    expect(await as(anonymousIdentity, true)).toEqual(refused);
    expect(await as({ subject: 'bot', roles: ['agent'], via: 'api-key' }, false)).toEqual([
      'PERSON_REQUIRED',
      'done',
      'PERSON_REQUIRED',
      'done',
      'PERSON_REQUIRED',
      'PERSON_REQUIRED',
    ]);
  });
});
