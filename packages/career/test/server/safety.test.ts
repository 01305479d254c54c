import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSandbox } from '@quadrivium/kernel';
import { connectInMemory } from '@quadrivium/kernel/testing';
import { describe, expect, test } from 'vitest';
import { CareerApp } from '../../src/app/career-app.js';
import { careerServer } from '../../src/tools/server.js';
import { filled } from './career-client.js';

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
    const { client, close } = await connectInMemory(careerServer(app), { files: await openSandbox([inside]) });
    const ingest = (input_path: string) => client.callTool({ name: 'ingest_resume', arguments: { input_path } });
    expect((await ingest(join(inside, 'cv.txt'))).structuredContent).toMatchObject({ already_ingested: false });
    await expect(ingest(join(outside, 'cv.txt'))).rejects.toMatchObject({ code: -32602 });
    await expect(ingest(join(inside, '..', outside.split('/').at(-1) ?? '', 'cv.txt'))).rejects.toThrow();
    await close();
    await app.close();
  });

  test('tools that read leave every table as it was', async () => {
    const career = await filled();
    const { decision_id } = await career.call('match_opportunity', { opportunity_id: 'opp-1' });
    const tables = career.app.store.database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'career_%'")
      .all()
      .map((row) => String(row.name));
    const dump = () =>
      JSON.stringify(tables.map((table) => career.app.store.database.prepare(`SELECT * FROM ${table}`).all()));
    const before = dump();
    const known = { atom_id: 'atom-1', decision_id, opportunity_id: 'opp-1', trace_id: 't' };
    for (const tool of careerServer(career.app).operations ?? []) {
      if (tool.effect !== 'read') continue;
      const wanted = Object.keys((tool.input as unknown as { shape: object }).shape);
      const args = Object.fromEntries(Object.entries(known).filter(([name]) => wanted.includes(name)));
      await career.call(tool.name, args).catch(() => {});
    }
    expect(dump()).toBe(before);
    await career.close();
  });
});
