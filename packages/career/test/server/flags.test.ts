/** What the switches of `career-mcp` change, asked of the program itself. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey } from '@quadrivium/kernel';
import { type ChildServer, startChildServer } from '@quadrivium/kernel/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { bundledSource } from '../../../../test/support/bundled-source.js';

const script = join(import.meta.dirname, '../../src/bin/career-mcp.ts');

let server: ChildServer | undefined;
afterEach(() => server?.kill());

async function start(args: readonly string[], env: Record<string, string> = {}): Promise<ChildServer> {
  server = startChildServer(bundledSource(script), { args: [...args], env });
  await server.session.initialize();
  return server;
}

/** Every tool that is asked for something by its id, with the id of nothing. */
const missing: Readonly<Record<string, object>> = {
  match_opportunity: { opportunity_id: 'x' },
  explain_match: { opportunity_id: 'x' },
  get_opportunity: { opportunity_id: 'x' },
  tailor_document: { opportunity_id: 'x' },
  record_outcome: { opportunity_id: 'x', outcome: 'offer' },
  add_reminder: { opportunity_id: 'x', in_days: 1 },
  create_interaction: { contact_id: 'x', opportunity_id: 'x' },
  finish_reminder: { reminder_id: 'x' },
  get_atom: { atom_id: 'x' },
  verify_atom: { atom_id: 'x' },
  verify_atoms: { atom_ids: ['x'] },
  edit_atom: { atom_id: 'x', claim: 'y' },
  delete_atom: { atom_id: 'x' },
  delete_profile: { profile_id: 'x' },
  get_resume: { resume_id: 'x' },
  tokenize_resume: { resume_id: 'x' },
  propose_atoms: { resume_id: 'x' },
  get_document: { document_id: 'x', format: 'pdf' },
  get_decision: { decision_id: 'x' },
  replay_decision: { decision_id: 'x' },
};

describe('what is not there is answered as --input-errors says', () => {
  test.each([
    ['tool', { result: { isError: true } }],
    ['profile', { error: { code: -32602 } }],
  ])('%s', async (mode, answer) => {
    const { session } = await start(['--allow-write', '--input-errors', mode]);
    for (const [at, [name, args]] of Object.entries(missing).entries())
      expect(await session.call(at, name, { ...args }), name).toMatchObject(answer);
  });
});

test('nothing is written without --allow-write, whatever the claim says of being confirmed', async () => {
  const db = join(mkdtempSync(join(tmpdir(), 'quadrivium-flags-')), 'career.db');
  const { session } = await start(['--db', db]);
  const writing = {
    add_atom: { claim: 'Drove trams', verified: true },
    verify_atoms: { atom_ids: ['x'] },
    set_profile: { name: 'Ina' },
    import_postings: { content: 'Tram driver\n\nRequirements:\n- Patience\n' },
  };
  for (const [at, [name, args]] of Object.entries(writing).entries())
    expect(JSON.stringify(await session.call(at, name, args)), name).toContain('--allow-write');
  expect(await session.call(9, 'list_atoms', {})).toMatchObject({ result: { structuredContent: { total: 0 } } });
});

test("over stdio an agent's key confirms nothing, and a person's does", async () => {
  const keys = join(mkdtempSync(join(tmpdir(), 'quadrivium-flags-')), 'keys.json');
  const said: unknown[] = [];
  for (const roles of [['agent'], ['agent', 'admin'], ['coach']]) {
    const { key } = await createKey(keys, { subject: roles.join('-'), roles });
    const { session, kill } = await start(['--allow-write', '--auth', 'keys', '--keys-file', keys], {
      CAREER_API_KEY: key,
    });
    said.push(await session.call(1, 'add_atom', { claim: 'Drove trams', verified: true }));
    await kill();
  }
  expect(said).toMatchObject([
    { error: { data: { kind: 'PERSON_REQUIRED' } } },
    { error: { data: { kind: 'PERSON_REQUIRED' } } },
    { result: { structuredContent: { verified: true } } },
  ]);
});

test('k_lex and k_emb are refused where they would change nothing', async () => {
  const { session } = await start(['--allow-write']);
  await session.call(1, 'add_opportunity', {
    opportunity_id: 'o',
    company: 'c',
    role_title: 'r',
    requirements: ['Trams'],
  });
  const matched = (at: number, strategy: string, more: object) =>
    session.call(at, 'match_opportunity', { opportunity_id: 'o', strategy, ...more });
  for (const [at, strategy] of ['evidence_v2', 'evidence_v1', 'deterministic_lexical_v0.1'].entries())
    for (const more of [{ k_lex: 3 }, { k_emb: 3 }])
      expect(await matched(10 + at, strategy, more), `${strategy} ${JSON.stringify(more)}`).toMatchObject({
        error: { message: expect.stringContaining('have no effect') },
      });
  expect(await matched(20, 'hybrid_lexical_embedding_v0.2', { k_lex: 3, k_emb: 3 })).toHaveProperty('result');
});

test('a PDF is made without a warning of the library that makes it', async () => {
  const { session, stderr, exited } = await start(['--allow-write']);
  await session.call(1, 'add_atom', { claim: 'Drove trams', verified: true });
  await session.call(2, 'add_opportunity', {
    opportunity_id: 'o',
    company: 'c',
    role_title: 'r',
    requirements: ['Trams'],
  });
  const made = await session.call(3, 'tailor_document', { opportunity_id: 'o', formats: ['pdf'] });
  expect(made).toHaveProperty('result.structuredContent.files.0.format', 'pdf');
  session.end();
  expect(await exited).toBe(0);
  expect(stderr()).not.toMatch(/policy/i);
});
