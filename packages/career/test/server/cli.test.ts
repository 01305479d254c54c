import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundledSource } from '../../../../test/support/bundled-source.js';
import { redisIsAbsent, startRedis } from '../../../../test/support/redis-server.js';
import { CareerApp } from '../../src/app/career-app.js';
import { pdfWith } from '../ingest/made-documents.js';
import { type CareerClient, careerClient } from './career-client.js';

const script = join(import.meta.dirname, '../../src/bin/career.ts');

const resume = pdfWith([
  { x: 50, y: 780, text: 'Ada Example' },
  { x: 50, y: 760, text: 'Ran forty Kubernetes clusters in production' },
  { x: 50, y: 740, text: 'Taught Terraform to three teams' },
]);
const posting = 'Requirements:\n- Container orchestration\n- Fluent Japanese\n';

/** One service, two ways in: each step is a call, whoever makes it. */
type Call = (name: string, args: Record<string, unknown>) => Promise<Record<string, unknown>>;

async function walk(call: Call): Promise<Record<string, unknown>> {
  const { resume_id } = await call('ingest_resume', {
    content: Buffer.from(resume).toString('base64'),
    encoding: 'base64',
    name: 'cv.pdf',
  });
  const { atoms } = (await call('propose_atoms', { resume_id })) as { atoms: { atom_id: string; claim: string }[] };
  for (const { atom_id } of atoms) await call('verify_atom', { atom_id });
  await call('add_opportunity', {
    company: 'Northwind',
    role_title: 'Engineer',
    text: posting,
    opportunity_id: 'opp-1',
  });
  const { match_report } = await call('match_opportunity', { opportunity_id: 'opp-1', strategy: 'evidence_v2' });
  const explained = await call('explain_match', { opportunity_id: 'opp-1' });
  await call('add_contact', { name: 'Ina', contact_id: 'ina' });
  const { interaction } = (await call('create_interaction', { contact_id: 'ina', opportunity_id: 'opp-1' })) as {
    interaction: { interaction_id: string };
  };
  const applied = await call('interaction_apply_event', {
    interaction_id: interaction.interaction_id,
    event: 'Prepare',
    idempotency_key: 'k',
  });
  const audit = await call('verify_audit', {});
  return { claims: atoms.map((atom) => atom.claim), match_report, explained, applied, audit };
}

function expectWalk(seen: Record<string, unknown>): void {
  expect(seen.claims).toEqual(['Ran forty Kubernetes clusters in production', 'Taught Terraform to three teams']);
  expect(seen).toMatchObject({
    match_report: {
      requirement_matches: [
        {
          matched: true,
          explanation: { verdict: 'met', evidence: [{ path: ['kubernetes', 'container orchestration'] }] },
        },
        { matched: false, explanation: { verdict: 'missing' } },
      ],
    },
    applied: { result: { outcome: 'applied', after_state_name: 'Ready' } },
    audit: { valid: true },
  });
}

function runCli(folder: string, ...args: string[]) {
  return spawnSync(process.execPath, [bundledSource(script), ...args], { cwd: folder, encoding: 'utf8' });
}

const option = (name: string) => `--${name.replaceAll('_', '-')}`;
const positional = [
  'resume_id',
  'atom_id',
  'company',
  'role_title',
  'name',
  'contact_id',
  'opportunity_id',
  'interaction_id',
  'event',
  'idempotency_key',
];
const required: Record<string, readonly string[]> = {
  ingest_resume: [],
  propose_atoms: ['resume_id'],
  verify_atom: ['atom_id'],
  add_opportunity: ['company', 'role_title'],
  match_opportunity: [],
  explain_match: ['opportunity_id'],
  add_contact: ['name'],
  create_interaction: ['contact_id', 'opportunity_id'],
  interaction_apply_event: ['interaction_id', 'event', 'idempotency_key'],
  verify_audit: [],
};

test('--version is the version of the package', () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  expect(runCli(tmpdir(), '--version').stdout).toBe(`${version}\n`);
});

describe('from a resume and a posting to an audited outreach', () => {
  test('through the MCP client', async () => {
    const career: CareerClient = await careerClient();
    expectWalk(await walk((name, args) => career.call(name, args)));
    await career.close();
  });

  // A dozen processes one after the other: slow on a busy machine, and that is all right.
  test('through the command line, with the same answers', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quadrivium-walk-'));
    const call: Call = async (name, args) => {
      const first = required[name] ?? [];
      const given = positional.filter((one) => first.includes(one)).map((one) => String(args[one]));
      const options = Object.entries(args)
        .filter(([one]) => !first.includes(one))
        .flatMap(([one, value]) => [option(one), String(value)]);
      const { stdout, stderr, status } = runCli(folder, '--json', name.replaceAll('_', '-'), ...given, ...options);
      expect(status, stderr).toBe(0);
      return JSON.parse(stdout) as Record<string, unknown>;
    };
    expectWalk(await walk(call));
  });
});

describe('the command line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quadrivium-cli-'));

  test('explains what is wrong and what to do, with exit code 1', () => {
    const { stderr, status } = runCli(folder, 'match-opportunity', '--opportunity-id', 'nowhere');
    expect(status).toBe(1);
    expect(stderr).toMatch(/There is no opportunity "nowhere". \[OPPORTUNITY_NOT_FOUND\]\n.*career add-opportunity/);
  });

  test('reads a file wherever the person who sits there may read it', () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'quadrivium-stick-'));
    writeFileSync(join(elsewhere, 'cv.md'), '# Me\n\n- Painted forty houses in two summers\n');
    const { stdout, stderr } = runCli(folder, '--json', 'ingest-resume', '--input-path', join(elsewhere, 'cv.md'));
    expect(JSON.parse(stdout || stderr)).toMatchObject({ already_ingested: false });
    // The path as a word is the same as behind its option.
    const again = runCli(folder, '--json', 'ingest-resume', join(elsewhere, 'cv.md'));
    expect(JSON.parse(again.stdout || again.stderr)).toMatchObject({ already_ingested: true });
  });

  test('prints tables for people', () => {
    writeFileSync(join(folder, 'cv.md'), '# Me\n\n- Painted forty houses in two summers\n');
    runCli(folder, 'add-atom', 'Painted forty houses', '--verified', 'yes');
    const { stdout } = runCli(folder, 'list-atoms');
    expect(stdout).toMatch(/atom_id +domain +title +claim/);
    expect(stdout).toContain('Painted forty houses');
  });

  test.skipIf(redisIsAbsent())(
    'ends when the Redis is of another database, and says so',
    async () => {
      const redis = await startRedis();
      const own = new CareerApp({ db: join(folder, 'own.db'), redis: redis.uri });
      await own.coordinator.list();
      const other = ['--db', 'other.db', '--redis', redis.uri, 'add-contact', 'Ina'];
      const ended = spawnSync(process.execPath, [bundledSource(script), ...other], {
        cwd: folder,
        encoding: 'utf8',
        // Only ends what hangs: it went on for as long as the connection was open.
        timeout: 120_000,
      });
      await own.close();
      await redis.stop();
      // On a machine that is too busy to connect in time, that is what it says instead.
      expect(ended.stderr).toMatch(/coordinates another career database|Redis did not answer/);
      expect(ended.status).toBe(2);
    },
    240_000,
  );
});
