/**
 * Every tool, asked as widely as it can be, on a study of 151 plants, on a full record of a job search and on a long run: an
 * answer of more than 2,000 tokens offers a narrower question, and a short one does not waste words on it.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { openSandbox } from '@quadrivium/kernel';
import { connectInMemory } from '@quadrivium/kernel/testing';
import { afterAll, expect, test, vi } from 'vitest';
import { careerClient } from '../packages/career/test/server/career-client.js';
import { cobreServer } from '../packages/cobre/src/server.js';
import { writeDeck } from '../packages/cobre/test/newave/decks.js';
import { countTokens } from '../packages/codemode/src/description/tokens.js';
import { writeNationalStudy } from '../packages/console/test/support/national-study.js';
import { alice, benchPlane } from '../packages/portarium/bench/bench-plane.js';
import { portariumServer } from '../packages/portarium/src/tools/server.js';

type Client = Awaited<ReturnType<typeof connectInMemory>>['client'];
type Asked = readonly [tool: string, args: Record<string, unknown>];

interface Measured {
  readonly tool: string;
  readonly tokens: number;
  readonly offers: boolean;
}

const folder = mkdtempSync(join(tmpdir(), 'quadrivium-long-answers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Answered {
  readonly isError?: boolean;
  readonly content: { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: Record<string, unknown>;
}

async function measured(client: Client, [name, args]: Asked): Promise<Measured & { readonly answer: Answered }> {
  const answer = (await client.callTool({ name, arguments: args })) as Answered;
  const texts = answer.content.map(({ text = '' }) => text);
  const offers = / For less: /.test(texts.at(-1) ?? '');
  const tokens = await countTokens((offers ? texts.slice(0, -1) : texts).join(''));
  expect([name, answer.isError ? texts.join('') : 'answered']).toEqual([name, 'answered']);
  return { tool: name, tokens, offers, answer };
}

/** Long without an offer, or so short that an offer is only more words. */
const wrong = (found: readonly Measured[]) =>
  found.filter(({ tokens, offers }) => (tokens > 2000 && !offers) || (tokens < 1500 && offers));

async function unasked(client: Client, asked: readonly Measured[]): Promise<string[]> {
  const names = (await client.listTools()).tools.map(({ name }) => name);
  return names.filter((name) => !asked.some(({ tool }) => tool === name));
}

test('cobre: every tool on a study of 151 plants', async () => {
  const case_dir = join(folder, 'national');
  const output_dir = join(case_dir, 'output');
  const policy_dir = join(output_dir, 'policy');
  const deck_dir = await writeDeck(join(folder, 'deck'));
  const other_dir = await writeDeck(join(folder, 'other'));
  await writeNationalStudy(case_dir);
  const { client, close } = await connectInMemory(cobreServer(), {
    allowWrite: true,
    files: await openSandbox([folder]),
  });
  const rows = { output_dir, entity_type: 'hydros', compact: true };
  const kinds = ['hydros', 'thermals', 'buses', 'costs'];
  const small = join(folder, 'small');
  const wide: Asked[] = [
    ['cobre/validate', { case_dir }],
    ['cobre/inspect-case', { case_dir }],
    ['cobre/list-scenarios', { case_dir }],
    ['cobre/run', { case_dir }],
    ...kinds.map((entity_type): Asked => ['cobre/query-results', { output_dir, entity_type }]),
    // Numbers are most of it: 4,831 characters are 2,682 tokens, which a rule of four characters does not see.
    ...[10, 20, 30].map((limit): Asked => ['cobre/query-results', { ...rows, filters: { limit } }]),
    ['cobre/query-convergence', { output_dir }],
    ['cobre/inspect-policy', { policy_dir }],
    ['cobre/inspect-policy', { policy_dir, stage: 1 }],
    ['cobre/compare-policies', { policy_dirs: [policy_dir, policy_dir] }],
    ['cobre/export-results', { output_dir, format: 'csv', entity_type: 'buses' }],
    ['cobre/get-config-schema', {}],
    ['cobre/statistics', { output_dir, entity_type: 'hydros', metric: 'generation_mw' }],
    ['cobre/water-values', { case_dir }],
    ['cobre/create-case', { case_dir: small, template: 'one-reservoir' }],
    ['cobre/run', { case_dir: small, prove: true }],
    ['cobre/verify-proof', { output_dir: join(small, 'output') }],
    ['cobre/show-deck', { deck_dir }],
    ['cobre/diff-decks', { deck_dir, other_dir }],
    ['cobre/import-newave', { deck_dir, case_dir: join(folder, 'imported') }],
  ];
  const found: (Measured & { answer: Answered })[] = [];
  for (const asked of wide) found.push(await measured(client, asked));
  const exported = found.find(({ tool }) => tool === 'cobre/export-results')?.answer.structuredContent?.file_path;
  found.push(await measured(client, ['cobre/read-export', { output_dir, name: basename(String(exported)) }]));
  const begun = await measured(client, ['cobre/run', { case_dir: small, background: true }]);
  const task_id = begun.answer.structuredContent?.task_id;
  found.push(await measured(client, ['cobre/get-task-status', { task_id }]));
  found.push(await measured(client, ['cobre/cancel-task', { task_id }]));
  // Those of an older format have a suite of their own, and an upload tells of files, not of what is in them.
  expect(await unasked(client, found)).toEqual(['cobre/migrate-case', 'cobre/preview-migration', 'cobre/upload-files']);
  await close();
  expect(found.filter(({ offers }) => offers).length).toBeGreaterThan(8);
  expect(wrong(found).map(({ tool, tokens, offers }) => ({ tool, tokens, offers }))).toEqual([]);
});

test('cobre: a case with hundreds of mistakes is refused in few words, and checked in as many as are offered to be less', async () => {
  const case_dir = join(folder, 'mistaken');
  const { client, close } = await connectInMemory(cobreServer(), {
    allowWrite: true,
    files: await openSandbox([folder]),
  });
  await measured(client, ['cobre/create-case', { case_dir, template: 'one-reservoir' }]);
  const file = join(case_dir, 'system/thermals.json');
  const { thermals, ...others } = JSON.parse(readFileSync(file, 'utf8')) as { thermals: object[] };
  const many = Array.from({ length: 300 }, (_, id) => ({ ...thermals[0], id, name: `T${id}`, bus_id: 900 + id }));
  writeFileSync(file, JSON.stringify({ ...others, thermals: many }));
  expect(await measured(client, ['cobre/validate', { case_dir }])).toMatchObject({ offers: true });
  const refused = (await client.callTool({ name: 'cobre/run', arguments: { case_dir } })) as Answered;
  await close();
  const text = refused.content.map((block) => block.text ?? '').join('');
  expect(refused.isError).toBe(true);
  expect(JSON.parse(text)).toMatchObject({
    message: expect.stringContaining('and 299 more problems'),
    context: { not_listed: 285 },
  });
  expect(await countTokens(text)).toBeLessThan(2000);
});

test('career: every tool that reads, on a long record of a search', async () => {
  const { client, call, close } = await careerClient();
  const many = Array.from({ length: 60 }, (_, at) => at + 1);
  for (const at of many) {
    await call('add_atom', {
      atom_id: `atom-${at}`,
      claim: `Led the work of team ${at} on Python services for hospital ${at}`,
      verified: true,
    });
    const requirements = many.slice(0, 20).map((each) => ({ text: `Experience with system ${each} of hospitals` }));
    const posting = { opportunity_id: `opp-${at}`, company: `House ${at}`, role_title: 'Engineer', requirements };
    await call('add_opportunity', posting);
    await call('add_contact', { contact_id: `contact-${at}`, name: `Person ${at}`, org: `House ${at}` });
    const pair = { contact_id: `contact-${at}`, opportunity_id: `opp-${at}` };
    await call('create_interaction', { ...pair, interaction_id: `int-${at}`, trace_id: 'search' });
    await call('record_outcome', { opportunity_id: `opp-${at}`, outcome: 'interview' });
    await call('add_reminder', {
      kind: 'follow_up',
      in_days: at,
      note: `Write to person ${at}`,
      opportunity_id: `opp-${at}`,
    });
  }
  const text = many.map((at) => `- Built Python services for hospital ${at}, used by ${at * 10} nurses`).join('\n');
  const { resume_id } = await call('ingest_resume', {
    content: `# Ada Lovelace\n\n## Experience\n\n${text}\n`,
    name: 'ada.md',
  });
  const matched = await call('match_opportunity', { opportunity_id: 'opp-1', trace_id: 'search' });
  const { decision_id } = matched;
  const { document_id } = await call('tailor_document', { opportunity_id: 'opp-1', kind: 'cv' });
  const opportunity_id = 'opp-1';
  const others = many.map((at) => `Engineer of system ${at} in hospitals`);
  const wide: Asked[] = [
    ...['list_interactions', 'list_opportunities', 'list_contacts', 'list_atoms', 'get_profile', 'list_profiles'],
    ...['shortlist', 'list_outcomes', 'list_reminders', 'export_calendar', 'export_record', 'list_documents'],
    ...['list_decisions', 'gap_summary', 'verify_audit', 'get_constitution'],
  ].map((tool): Asked => [tool, {}]);
  wide.push(
    ['match_opportunity', { opportunity_id }],
    ['get_audit_trace', { trace_id: 'search' }],
    ['get_opportunity', { opportunity_id }],
    ['get_resume', { resume_id }],
    ['tokenize_resume', { resume_id }],
    ['get_atom', { atom_id: 'atom-1' }],
    ['propose_atoms', { resume_id }],
    ['get_decision', { decision_id }],
    ['replay_decision', { decision_id }],
    ['explain_match', { opportunity_id }],
    ['title_similarity', { title: 'Engineer', others }],
    ...(document_id === undefined ? [] : [['get_document', { document_id }] as const]),
    // These write, and tell what they have written.
    ['tailor_document', { opportunity_id, parts: ['blocks', 'bytes'] }],
    ['tailor_document', { opportunity_id }],
    ['ingest_resume', { content: `# Ada Lovelace\n\n## Experience\n\n${text}\n`, name: 'again.md' }],
    [
      'add_opportunity',
      { company: 'House', role_title: 'Engineer', requirements: others.map((each) => ({ text: each })) },
    ],
  );
  const found: Measured[] = [];
  for (const asked of wide) found.push(await measured(client, asked));
  const { tools } = await client.listTools();
  const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint === true).map(({ name }) => name);
  expect(reading.filter((name) => !found.some(({ tool }) => tool === name))).toEqual(['verify_document']);
  const bare = await measured(client, ['tailor_document', { opportunity_id, parts: [] }]);
  await close();
  expect(bare.tokens).toBeLessThan(500);
  expect(found.filter(({ offers }) => offers).length).toBeGreaterThan(8);
  expect(wrong(found).map(({ tool, tokens, offers }) => ({ tool, tokens, offers }))).toEqual([]);
});

test('portarium: every tool, on a run with a long input', async () => {
  const { plane, close: closePlane } = await benchPlane(folder, { runs: true });
  const local = { principalId: alice.principalId, roles: alice.roles };
  const { client, close } = await connectInMemory(portariumServer(plane.deps, local), { allowWrite: true });
  const workspaceId = 'ws';
  const text = 'Which of the 151 plants should be looked at first, and what would that cost? '.repeat(60);
  const started = await measured(client, [
    'portarium_run_start',
    { workspaceId, workflowId: 'gated', input: { text } },
  ]);
  const run = { workspaceId, runId: started.answer.structuredContent?.runId };
  const waits = async () => {
    const { pendingApprovals } = (await client.callTool({ name: 'portarium_run_get', arguments: run }))
      .structuredContent as { pendingApprovals: { approvalId: string }[] };
    return pendingApprovals[0] ?? Promise.reject(new Error('It does not wait yet.'));
  };
  await vi.waitFor(waits, { timeout: 60_000 });
  const machine = { workspaceId, machineId: 'm', agentId: 'a' };
  const wide: Asked[] = [
    ['portarium_run_get', run],
    ['portarium_work_items_list', { workspaceId }],
    ['portarium_agent_register', { ...machine, displayName: 'Agent' }],
    ['portarium_agent_heartbeat', machine],
    ['portarium_run_cancel', { ...run, reason: 'Seen enough.' }],
  ];
  const found: Measured[] = [started];
  for (const asked of wide) found.push(await measured(client, asked));
  expect(await unasked(client, found)).toEqual(['portarium_approval_submit']);
  await close();
  await closePlane();
  expect(found.find(({ tool }) => tool === 'portarium_run_get')).toMatchObject({ offers: true });
  expect(wrong(found).map(({ tool, tokens, offers }) => ({ tool, tokens, offers }))).toEqual([]);
});
