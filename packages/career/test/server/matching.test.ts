import { connectInMemory } from '@quadrivium/kernel/testing';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { CareerApp } from '../../src/app/career-app.js';
import type { DecisionRecord } from '../../src/domain/decision.js';
import { realSurroundings } from '../../src/domain/surroundings.js';
import { visibleText } from '../../src/domain/visible-text.js';
import { evidenceV2Revision } from '../../src/match/evidence-v2.js';
import { careerServer } from '../../src/operations/server.js';
import { sha256Of } from '../../src/store/hash.js';
import { type CareerClient, careerClient, filled, opportunity } from './career-client.js';
import { temporaryDatabase } from './temporary-database.js';

let career: CareerClient;
afterEach(() => career.close());

type Report = {
  overall_score: number;
  strategy: string;
  matched_atoms: string[];
  requirement_matches: { contributing_atom_id: string | null; evidence_tokens: string[]; best_score: number }[];
  retrieval_stats: { lexical_candidates: number; embedding_candidates: number };
};

async function eventTypes(trace: unknown): Promise<string[]> {
  const { events } = (await career.call('get_audit_trace', { trace_id: trace })) as {
    events: { event_type: string }[];
  };
  return events.map((event) => event.event_type);
}

async function refusal(name: string, args: Record<string, unknown>) {
  return career.client.callTool({ name, arguments: args }).then(
    () => undefined,
    (error: { code: number; message: string; data?: { kind?: string } }) => error,
  );
}

describe('match_opportunity', () => {
  test('answers with the keys of the seed, at the top of the result and as structured content', async () => {
    career = await filled();
    const result = await career.client.callTool({ name: 'match_opportunity', arguments: { opportunity_id: 'opp-1' } });
    expect(result).toMatchObject({
      trace_id: expect.any(String),
      match_report: {
        opportunity_id: 'opp-1',
        strategy: 'deterministic_lexical_v0.1',
        // "python experience": one of two words; "governance architecture": both. (0.5 + 1) / 2.
        overall_score: 0.75,
        matched_atoms: ['atom-1', 'atom-2'],
      },
      // One finding per rule: the original's three and seven of ours.
      validation_report: { status: 'accepted', finding_count: 10 },
    });
    expect(result.structuredContent).toMatchObject({ trace_id: result.trace_id, match_report: result.match_report });
  });

  test('leaves the four events of the seed, then the decision', async () => {
    career = await filled();
    const { trace_id } = await career.call('match_opportunity', { opportunity_id: 'opp-1', trace_id: 'mine' });
    expect(trace_id).toBe('mine');
    expect(await eventTypes('mine')).toEqual([
      'RunStarted',
      'MatchCompleted',
      'ValidationCompleted',
      'RunCompleted',
      'DecisionRecorded',
    ]);
  });

  test('shows each event of a trace as the seed does', async () => {
    career = await filled();
    await career.call('match_opportunity', { opportunity_id: 'opp-1', trace_id: 'shown' });
    const { trace_id, events } = (await career.call('get_audit_trace', { trace_id: 'shown' })) as {
      trace_id: string;
      events: unknown[];
    };
    expect(trace_id).toBe('shown');
    expect(events[0]).toMatchObject({
      event_id: expect.stringMatching(/^evt-/),
      trace_id: 'shown',
      event_type: 'RunStarted',
      payload: { source: 'app_service', operation: 'match_pipeline' },
      created_at: '2026-01-01T00:00:00Z',
    });
  });

  test('the strategy is the lexical one when nobody names another, and when it is named', async () => {
    career = await filled();
    const match = async (more: object) =>
      (await career.call('match_opportunity', { opportunity_id: 'opp-1', ...more })).match_report as Report;
    const report = await match({ strategy: 'deterministic_lexical_v0.1' });
    expect(report.strategy).toBe('deterministic_lexical_v0.1');
    expect(await match({})).toEqual(report);
    expect((await match({ strategy: 'evidence_v2' })).strategy).toBe('evidence_v2');
  });

  test('needs an opportunity, stored or given', async () => {
    career = await filled();
    expect(await refusal('match_opportunity', {})).toMatchObject({ code: -32602 });
    expect(await refusal('match_opportunity', { opportunity_id: 5 })).toMatchObject({ code: -32602 });
  });

  test('gives the same bytes twice, and for atoms added in another order', async () => {
    career = await filled();
    const first = JSON.stringify((await career.call('match_opportunity', { opportunity_id: 'opp-1' })).match_report);
    const second = JSON.stringify((await career.call('match_opportunity', { opportunity_id: 'opp-1' })).match_report);
    expect(second).toBe(first);
    const other = await careerClient();
    const { atoms, opportunity } = await import('./career-client.js');
    for (const atom of [...atoms].reverse()) await other.call('add_atom', atom);
    await other.call('add_opportunity', opportunity);
    const shuffled = JSON.stringify((await other.call('match_opportunity', { opportunity_id: 'opp-1' })).match_report);
    await other.close();
    expect(shuffled).toBe(first);
  });

  test('refuses an unknown opportunity with a code, and the trace says how it ended', async () => {
    career = await filled();
    const error = await refusal('match_opportunity', { opportunity_id: 'zzz', trace_id: 'gone' });
    expect(error).toMatchObject({
      code: -32602,
      message: expect.stringContaining('zzz'),
      data: { kind: 'OPPORTUNITY_NOT_FOUND' },
    });
    expect(await eventTypes('gone')).toEqual(['RunStarted', 'RunFailed']);
  });

  test('says needs_review alike everywhere when nothing is verified', async () => {
    career = await careerClient();
    await career.call('add_atom', { atom_id: 'a', claim: 'Python', verified: false });
    await career.call('add_opportunity', {
      opportunity_id: 'o',
      company: 'c',
      role_title: 'r',
      requirements: [{ text: 'Python' }],
    });
    const answer = await career.call('match_opportunity', { opportunity_id: 'o', trace_id: 't' });
    expect(answer).toMatchObject({ match_report: { overall_score: 0 }, validation_report: { status: 'needs_review' } });
    const decision = await career.call('get_decision', { decision_id: answer.decision_id });
    expect(decision.validation_summary).toMatchObject({ status: 'needs_review', top_rule_ids: ['SCORE-001'] });
    const { events } = (await career.call('get_audit_trace', { trace_id: 't' })) as {
      events: { payload: { status?: string } }[];
    };
    expect(events[2]?.payload.status).toBe('needs_review');
  });

  test('honours k_lex and k_emb, and takes 25 of each when they are left out', async () => {
    career = await careerClient();
    for (let n = 0; n < 40; n++)
      await career.call('add_atom', { atom_id: `a${n}`, claim: `python work ${n}`, verified: true });
    const opportunity = { company: 'c', role_title: 'r', requirements: [{ text: 'python' }] };
    const candidates = async (more: object) => {
      const args = { opportunity, strategy: 'hybrid_lexical_embedding_v0.2', ...more };
      const { match_report } = await career.call('match_opportunity', args);
      const { lexical_candidates, embedding_candidates } = (match_report as Report).retrieval_stats;
      return [lexical_candidates, embedding_candidates];
    };
    expect(await candidates({ k_lex: 3, k_emb: 2 })).toEqual([3, 2]);
    expect(await candidates({})).toEqual([25, 25]);
  });

  test.each([
    ['k_lex', { k_lex: 0 }],
    ['k_emb', { k_emb: 1001 }],
    ['k_lex', { k_lex: 1.5 }],
    ['strategy', { strategy: 'bogus' }],
  ])('names the wrong argument %s', async (field, wrong) => {
    career = await filled();
    const error = await refusal('match_opportunity', { opportunity_id: 'opp-1', ...wrong });
    expect(error?.code).toBe(-32602);
    expect(JSON.stringify(error)).toContain(field);
  });

  test('fills an empty vector index by itself, also after a restart without vectors', async () => {
    const db = temporaryDatabase();
    const before = await filled({ db });
    await before.call('index_build', { scope: 'atoms' });
    await before.close();
    career = await careerClient({ db, surroundings: realSurroundings() });
    const { match_report } = await career.call('match_opportunity', {
      opportunity_id: 'opp-1',
      strategy: 'hybrid_lexical_embedding_v0.2',
    });
    expect((match_report as Report).retrieval_stats.embedding_candidates).toBe(3);
  });

  test('never takes an unverified atom as a candidate, however near it is', async () => {
    career = await careerClient();
    await career.call('add_atom', {
      atom_id: 'near',
      claim: 'container orchestration with kubernetes',
      verified: false,
    });
    await career.call('add_atom', { atom_id: 'far', claim: 'container shipping', verified: true });
    const answer = await career.call('match_opportunity', {
      opportunity: { company: 'c', role_title: 'r', requirements: [{ text: 'container orchestration' }] },
      strategy: 'hybrid_lexical_embedding_v0.2',
    });
    expect((answer.match_report as Report).matched_atoms).toEqual(['far']);
  });
});

describe('postings', () => {
  test('without requirements are said aloud, not scored as perfect', async () => {
    career = await careerClient();
    const added = await career.call('add_opportunity', {
      company: 'c',
      role_title: 'r',
      text: 'We are a happy family.',
    });
    expect(added.note).toMatch(/No requirements were found/);
  });

  test('become requirements with spans', async () => {
    career = await careerClient();
    const added = await career.call('add_opportunity', {
      company: 'c',
      role_title: 'r',
      text: 'Requirements:\n- Rust\n',
    });
    expect(added).toMatchObject({
      opportunity: { requirements: [{ text: 'Rust', required: true, span: [16, 20] }] },
    });
  });

  const page = `<html><head><link rel="canonical" href="https://jobs.example/7"></head><body><h1>Tram driver</h1>
    <p>Location: Bern</p><h2>Your profile</h2><ul><li>Driving licence D</li></ul></body></html>`;

  test('keep their facts and their text, to which the spans point', async () => {
    career = await careerClient();
    const { opportunity } = (await career.call('add_opportunity', { company: 'City', text: page })) as {
      opportunity: { opportunity_id: string; requirements: { text: string; span: [number, number] }[] };
    };
    expect(opportunity).toMatchObject({ role_title: 'Tram driver', location: 'Bern', url: 'https://jobs.example/7' });
    const { posting } = await career.call('get_opportunity', { opportunity_id: opportunity.opportunity_id });
    const [asked] = opportunity.requirements;
    expect(String(posting).slice(...(asked?.span ?? []))).toBe('Driving licence D');
  });

  test('that are known already are not stored twice, under whatever address or id they come', async () => {
    career = await careerClient();
    await career.call('add_opportunity', { company: 'City', text: page });
    expect(await career.call('add_opportunity', { company: 'Town', text: page })).toMatchObject({
      already_known: true,
      opportunity: { company: 'City' },
    });
    await career.call('import_postings', { content: page.replace('licence D', 'licence D, night shifts') });
    expect(await career.call('list_opportunities')).toMatchObject({ total: 1 });
  });

  test('that differ only in blanks are stored once, those of other words are not', async () => {
    career = await careerClient();
    const text = 'Baker\n\nRequirements:\n- Sourdough bread\n- Early mornings\n';
    const first = await career.call('add_opportunity', { company: 'Crust', text });
    const spaced = text.replace('Sourdough bread', 'Sourdough  bread ').replace('Baker', '\n Baker\t');
    expect(await career.call('add_opportunity', { company: 'Crust', text: spaced })).toMatchObject({
      ...first,
      already_known: true,
    });
    const elsewhere = text.replace('Baker\n', 'Baker in Bern\n');
    expect(await career.call('add_opportunity', { company: 'Crust', text: elsewhere })).toMatchObject({
      already_known: false,
    });
    expect(await career.call('list_opportunities')).toMatchObject({ total: 2 });
  });

  test('are overwritten only when that is asked for, and it leaves an event', async () => {
    career = await filled();
    const changed = { ...opportunity, requirements: [{ text: 'Rust' }] };
    expect(await career.call('add_opportunity', opportunity)).toMatchObject({ already_known: true });
    expect(await refusal('add_opportunity', changed)).toMatchObject({ data: { kind: 'ALREADY_EXISTS' } });
    await career.call('add_opportunity', { ...changed, replace: true });
    const types = career.app.store.database.prepare('SELECT type FROM ledger_entries').all();
    expect(types.map(({ type }) => type)).toContain('OpportunityReplaced');
  });

  test('come in as the bytes of a file, in whatever letters a spreadsheet wrote it', async () => {
    career = await filled();
    const content = Buffer.from('Firma;Titel;Anforderungen\nBäckerei Süß;Bäcker;Meisterbrief\n', 'latin1').toString(
      'base64',
    );
    expect(await career.call('import_postings', { content, encoding: 'base64', name: 'jobs.csv' })).toMatchObject({
      postings: [{ company: 'Bäckerei Süß', role_title: 'Bäcker', requirements: 1 }],
    });
  });

  test('come in as a list', async () => {
    career = await careerClient();
    const content = 'title,company,requirements\nBaker,Crust,Sourdough; Early mornings\nClerk,Office,\n';
    expect(await career.call('import_postings', { content, name: 'jobs.csv' })).toMatchObject({
      total: 2,
      postings: [
        { company: 'Crust', role_title: 'Baker', requirements: 2 },
        { company: 'Office', requirements: 0, note: expect.stringContaining('No requirements were found') },
      ],
    });
    expect(await refusal('import_postings', { content: 'a,b\n1,2\n', name: 'x.csv' })).toMatchObject({
      data: { kind: 'UNSUPPORTED' },
    });
  });
});

describe('validate_match_report', () => {
  async function honestReport(): Promise<Report> {
    career = await filled();
    return (await career.call('match_opportunity', { opportunity_id: 'opp-1' })).match_report as Report;
  }

  test('accepts what match_opportunity returned', async () => {
    const report = await honestReport();
    const judged = await career.call('validate_match_report', { match_report: report, trace_id: 'v' });
    expect(judged).toMatchObject({ status: 'accepted', trace_id: 'v' });
    expect(await eventTypes('v')).toEqual(['ValidationCompleted']);
  });

  test.each<[string, string, string, (report: Report) => unknown]>([
    ['invented evidence', 'GND-001', 'rejected', (r) => change(r, { evidence_tokens: ['python', 'leadership'] })],
    ['an atom that does not exist', 'GND-002', 'blocked', (r) => change(r, { contributing_atom_id: 'atom-9' })],
    ['a score above one', 'SCHEMA-002', 'blocked', (r) => ({ ...r, overall_score: 7.5 })],
    ['a score below zero', 'SCHEMA-001', 'blocked', (r) => ({ ...r, overall_score: -1 })],
    ['a score that is not the mean', 'SCORE-002', 'rejected', (r) => ({ ...r, overall_score: 0.9 })],
    [
      'requirements of another posting',
      'GND-003',
      'rejected',
      (r) => ({ ...r, requirement_matches: r.requirement_matches.slice(1) }),
    ],
  ])('finds %s (%s)', async (_, rule, status, forge) => {
    const report = await honestReport();
    const judged = await career.call('validate_match_report', { match_report: forge(report) });
    expect(judged.status).toBe(status);
    expect(JSON.stringify(judged.findings)).toContain(`"rule_id":"${rule}"`);
  });

  function change(report: Report, first: Partial<Report['requirement_matches'][number]>) {
    const [head, ...rest] = report.requirement_matches;
    return { ...report, requirement_matches: [{ ...head, ...first }, ...rest] };
  }

  test.each([
    ['a text', 'report'],
    ['missing fields', { opportunity_id: 'opp-1' }],
    ['a score that is no number', { opportunity_id: 'opp-1', strategy: 's', matched_atoms: [], overall_score: null }],
    ['10 MB', { opportunity_id: 'x'.repeat(10_000_000) }],
  ])('refuses %s', async (_, match_report) => {
    career = await filled();
    expect(await refusal('validate_match_report', { match_report })).toMatchObject({ code: -32602 });
  });

  test('lets an override pass only for exactly this report and an overridable rule', async () => {
    const report = { ...(await honestReport()), overall_score: -0.5 };
    const override = { rule_id: 'SCHEMA-001', reason: 'checked by hand', report_sha256: sha256Of(report) };
    // SCORE-002 fails as well here, and an override never clears the findings of another rule.
    expect(await career.call('validate_match_report', { match_report: report, override })).toMatchObject({
      status: 'blocked',
    });
    const wrong = { ...override, report_sha256: '0'.repeat(64) };
    expect(await refusal('validate_match_report', { match_report: report, override: wrong })).toMatchObject({
      data: { kind: 'OVERRIDE_REFUSED' },
    });
    const fixed = { ...override, rule_id: 'GND-001' };
    expect(await refusal('validate_match_report', { match_report: report, override: fixed })).toMatchObject({
      data: { kind: 'OVERRIDE_REFUSED' },
    });
  });
});

describe('explanations and decisions', () => {
  test('explain_match says what verifying an atom would change', async () => {
    career = await filled();
    await career.call('add_atom', { atom_id: 'new', claim: 'Ran Kubernetes clusters', verified: false });
    await career.call('add_opportunity', {
      opportunity_id: 'k',
      company: 'c',
      role_title: 'r',
      requirements: [{ text: 'container orchestration' }],
    });
    const { what_if } = (await career.call('explain_match', { opportunity_id: 'k' })) as {
      what_if: { atom_id: string; score_to: number }[];
    };
    // Kubernetes is a kind of it, one step below, which costs 0.05.
    expect(what_if[0]?.atom_id).toBe('new');
    expect(what_if[0]?.score_to).toBeCloseTo(0.95, 1);
  });

  test('replay_decision is the same whatever came later, and says what did', async () => {
    career = await filled();
    const { decision_id } = await career.call('match_opportunity', { opportunity_id: 'opp-1' });
    expect(await career.call('replay_decision', { decision_id })).toEqual({
      decision_id,
      same: true,
      outcome: 'same',
      differences: [],
      changed_since: [],
    });
    await career.call('add_atom', { claim: 'Python experience', verified: true });
    const changed = await career.call('replay_decision', { decision_id });
    expect(changed).toMatchObject({
      same: true,
      differences: [],
      changed_since: ['The atoms have changed since.'],
    });
  });

  test('replay_decision tells an older revision of the strategy from a record that somebody changed', async () => {
    career = await filled();
    const asked = { opportunity_id: 'opp-1', strategy: 'evidence_v2' };
    const { decision_id } = (await career.call('match_opportunity', asked)) as { decision_id: string };
    const made = career.app.store.decision(decision_id) as DecisionRecord;
    expect(made.inputs.strategy_revision).toMatch(new RegExp(`^${evidenceV2Revision}\\.[0-9a-f]{12}$`));
    const replayOf = (id: string, inputs: DecisionRecord['inputs'], report_sha256: string) => {
      career.app.store.putDecision({ ...made, decision_id: id, inputs, report_sha256 }, made.created_at);
      return career.call('replay_decision', { decision_id: id });
    };
    // An older revision came to another report; so did those from before revisions were recorded.
    const { strategy_revision: now, ...unnumbered } = made.inputs;
    const older = { ...made.inputs, strategy_revision: '1.0123456789ab' };
    expect(await replayOf('older', older, 'of another report')).toMatchObject({
      same: false,
      outcome: 'another_revision',
      differences: [
        `It was made by revision 1.0123456789ab of evidence_v2; this is revision ${now}, which comes to another report.`,
      ],
    });
    expect(await replayOf('early', unnumbered, 'of another report')).toMatchObject({
      outcome: 'another_revision',
      differences: [expect.stringContaining('an early revision, whose number was not recorded')],
    });
    // The same revision cannot come to another report: the record is not what was written.
    expect(await replayOf('changed', made.inputs, 'of another report')).toMatchObject({
      outcome: 'different',
      differences: ['The report is different.'],
    });
    // And one that came to the same report is the same, whoever made it.
    expect(await replayOf('agreeing', unnumbered, made.report_sha256)).toMatchObject({ same: true, outcome: 'same' });
  });

  test('gap_summary counts what many postings ask for, however they word it', async () => {
    career = await filled();
    const asked = { x: 'Experience in welding', y: 'Gute Schweißkenntnisse', z: 'Welder with three years of practice' };
    for (const [id, text] of Object.entries(asked)) {
      const requirements = [{ text }];
      await career.call('add_opportunity', { opportunity_id: id, company: id, role_title: 'Job', requirements });
    }
    const { gaps } = (await career.call('gap_summary')) as { gaps: { requirement: string; asked_by: string[] }[] };
    expect(gaps[0]).toMatchObject({
      requirement: 'welding',
      asked_by: ['x', 'y', 'z'],
      wordings: Object.values(asked).sort(),
    });
    expect(gaps[0]).toHaveProperty('concepts.0.uri', expect.stringMatching(/esco|onet/));
  });
});

describe("people's own words", () => {
  /** What a guess takes for a credential: schemes, names of fields, shapes of keys. */
  const lookalike = fc.tuple(
    fc.constantFrom('Basic ', 'Bearer ', 'password=', 'token: ', 'sk-', 'https://me:pass@', 'qk_', '"secret":"', ''),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((text) => visibleText(text).trim() !== ''),
  );
  const text = fc.oneof(
    fc.constantFrom('Basic JavaScript', 'Bearer TOKENS2you issued', 'Rotated password=HUNTER22 policies'),
    lookalike.map((parts) => parts.join('')),
  );

  test('come back from a match as they were written, and the report is accepted when it is handed back', async () => {
    career = await careerClient();
    let round = 0;
    await fc.assert(
      fc.asyncProperty(text, async (words) => {
        round += 1;
        const opportunity_id = `opp-${round}`;
        await career.call('add_atom', { atom_id: `atom-${round}`, claim: words, verified: true });
        await career.call('add_opportunity', {
          opportunity_id,
          company: 'A',
          role_title: 'B',
          requirements: [{ text: words }],
        });
        const { match_report } = (await career.call('match_opportunity', {
          opportunity_id,
          strategy: 'evidence_v2',
        })) as {
          match_report: { requirement_matches: { requirement_text: string; matched: boolean }[] };
        };
        // All of it that can be seen: the rest is taken out of claims and requirements where they come in.
        expect(match_report.requirement_matches[0]?.requirement_text).toBe(visibleText(words));
        expect(match_report.requirement_matches[0]?.matched).toBe(true);
        expect(await career.call('validate_match_report', { match_report })).toMatchObject({
          validation_report: { status: 'accepted' },
        });
      }),
      { numRuns: 60 },
    );
  });
});

test('a requirement that is given as it is has no hidden signs either, stored or not', async () => {
  career = await careerClient();
  await career.call('add_atom', { atom_id: 'a', claim: 'Python', verified: true });
  const hidden = { company: 'A', role_title: 'B', requirements: ['P\u200By\u00ADth\u043En', '\u202ESQL'] };
  await career.call('add_opportunity', { opportunity_id: 'stored', ...hidden });
  for (const asked of [{ opportunity_id: 'stored' }, { opportunity: hidden }]) {
    const answer = await career.call('match_opportunity', { strategy: 'evidence_v2', ...asked });
    expect(answer).toMatchObject({
      match_report: {
        requirement_matches: [
          { requirement_text: 'Python', matched: true },
          { requirement_text: 'SQL', matched: false },
        ],
      },
    });
  }
});

test.each([
  ['add_opportunity', { company: 'A', role_title: 'B', requirements: ['SQL', '\u200B\u00AD'] }],
  ['add_atom', { claim: '\u200B\u202E' }],
  ['add_atom', { claim: ' \u200B ' }],
])('%s of nothing that can be seen is refused', async (name, args) => {
  career = await careerClient();
  const refused = await career.client.callTool({ name, arguments: args }).catch((error: Error) => error.message);
  expect(JSON.stringify(refused)).toMatch(/signs that nobody sees|[Nn]othing that can be seen/);
  expect(await career.call('list_atoms')).toMatchObject({ atoms: [] });
  expect(await career.call('list_opportunities')).toMatchObject({ opportunities: [] });
});

test('what is not there is answered like any other wrong argument', async () => {
  const app = new CareerApp();
  const { client, close } = await connectInMemory(careerServer(app), { inputErrors: 'tool', allowWrite: true });
  const missing = {
    match_opportunity: { opportunity_id: 'x' },
    get_atom: { atom_id: 'x' },
    get_decision: { decision_id: 'x' },
  };
  for (const [name, args] of Object.entries(missing)) {
    expect(await client.callTool({ name, arguments: args }), name).toMatchObject({ isError: true });
  }
  await close();
  await app.close();
  career = await careerClient();
});
