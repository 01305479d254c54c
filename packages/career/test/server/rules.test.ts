import { afterEach, describe, expect, test } from 'vitest';
import { openChecked } from '../../src/app/open-checked.js';
import { verifyAudit } from '../../src/app/verify-audit.js';
import { ExperienceAtom } from '../../src/domain/atom.js';
import { fixedSurroundings } from '../../src/domain/surroundings.js';
import { type Answer, type CareerClient, careerClient, filled } from './career-client.js';
import { temporaryDatabase } from './temporary-database.js';

let career: CareerClient;
afterEach(() => career.close());

interface Judged {
  readonly status: string;
  readonly findings: { rule_id: string; severity: string; message: string }[];
  readonly report_sha256: string;
}

const validate = async (match_report: unknown, more: Record<string, unknown> = {}) =>
  (await career.call('validate_match_report', { match_report, ...more })) as unknown as Judged;

const worst = ({ findings }: Judged) => findings.filter((one) => one.severity !== 'PASS').map((one) => one.rule_id);

async function honestReport(): Promise<Answer> {
  career = await filled();
  return (await career.call('match_opportunity', { opportunity_id: 'opp-1' })).match_report as Answer;
}

describe('the constitution', () => {
  test('is data: every rule has an id, a version, a severity and says what it judges', async () => {
    career = await careerClient();
    const { constitution_id, constitution_version, rules } = await career.call('get_constitution');
    expect([constitution_id, constitution_version]).toEqual(['grounded', '1.1.0']);
    const cards = rules as { rule_id: string; version: string; severity: string; judges: string }[];
    const of = (judges: string) => cards.filter((one) => one.judges === judges).map((one) => one.rule_id);
    expect(of('report')).toEqual([
      'SCHEMA-001',
      'EVID-001',
      'SCORE-001',
      'SCHEMA-002',
      'GND-001',
      'GND-002',
      'GND-003',
      'GND-004',
      'REQ-001',
      'SCORE-002',
    ]);
    expect(of('tokens')).toEqual(['TOK-001', 'TOK-002', 'TOK-003', 'TOK-004', 'TOK-005']);
    expect(cards.filter((one) => ['outreach', 'trace'].includes(one.judges))).toMatchObject([
      { rule_id: 'OUT-001', severity: 'FAIL', version: '1.0.0' },
      { rule_id: 'OUT-002', severity: 'BLOCK', version: '1.0.0' },
      { rule_id: 'TRACE-001', severity: 'WARN', version: '1.0.0' },
    ]);
    expect(new Set(cards.map((one) => one.rule_id)).size).toBe(cards.length);
  });

  test('asks for review when a posting asks for nothing, instead of calling it a perfect match', async () => {
    career = await careerClient();
    await career.call('add_opportunity', {
      opportunity_id: 'empty',
      company: 'c',
      role_title: 'r',
      text: 'We are happy.',
    });
    const { validation_report } = await career.call('match_opportunity', { opportunity_id: 'empty' });
    expect(validation_report).toMatchObject({ status: 'needs_review' });
    expect(worst(validation_report as Judged)).toEqual(['REQ-001']);
  });
});

describe('a report as short as the seed shows it', () => {
  test('is accepted when the stores confirm what it says', async () => {
    const { opportunity_id, overall_score, strategy, matched_atoms } = await honestReport();
    const judged = await validate({ opportunity_id, overall_score, strategy, matched_atoms });
    expect(judged).toMatchObject({ status: 'accepted', validation_report: { status: 'accepted', finding_count: 10 } });
  });

  test.each([
    ['another score', { overall_score: 0.9 }, 'rejected', ['SCORE-002']],
    ['an atom nobody stored', { matched_atoms: ['atom-1', 'atom-77'] }, 'blocked', ['GND-002', 'GND-004']],
    ['an atom left out', { matched_atoms: ['atom-1'] }, 'rejected', ['GND-004']],
    ['an opportunity nobody stored', { opportunity_id: 'opp-9' }, 'rejected', ['GND-003', 'SCORE-002', 'REQ-001']],
  ])('is refused with %s', async (_, forged, status, rules) => {
    const { opportunity_id, overall_score, strategy, matched_atoms } = await honestReport();
    const judged = await validate({ opportunity_id, overall_score, strategy, matched_atoms, ...forged });
    expect([judged.status, worst(judged)]).toEqual([status, rules]);
  });
});

describe('a whole report', () => {
  test.each([
    ['a match that is kept back', 0, { matched: false, contributing_atom_id: null, evidence_tokens: [] }, 'GND-001'],
    ['another list of atoms', undefined, { matched_atoms: [] }, 'GND-004'],
    ['another breakdown', undefined, { breakdown: { lexical: 1, semantic: 1, bonus: 1, final_score: 1 } }, 'GND-004'],
  ])('is refused with %s', async (_, at, forged, rule) => {
    const report = await honestReport();
    const matches = report.requirement_matches as object[];
    const changed = matches.map((one, n) => (n === at ? { ...one, ...forged } : one));
    const judged = await validate(
      at === undefined ? { ...report, ...forged } : { ...report, requirement_matches: changed },
    );
    expect(judged.status).toBe('rejected');
    expect(worst(judged)).toContain(rule);
  });

  test('that is blocked passes by an override for exactly this report, and the finding stays', async () => {
    career = await filled();
    await career.call('add_opportunity', {
      opportunity_id: 'odd',
      company: 'c',
      role_title: 'r',
      requirements: ['Python', 'Welding'],
    });
    const { match_report } = await career.call('match_opportunity', { opportunity_id: 'odd' });
    const matches = (match_report as Answer).requirement_matches as Answer[];
    // A requirement that is not met and names an atom all the same: odd, and nothing the stores contradict.
    const odd = {
      ...(match_report as Answer),
      requirement_matches: [matches[0], { ...matches[1], contributing_atom_id: 'atom-3' }],
    };
    const blocked = await validate(odd);
    expect([blocked.status, worst(blocked)]).toEqual(['blocked', ['SCHEMA-001']]);
    const override = { rule_id: 'SCHEMA-001', reason: 'looked at by hand', report_sha256: blocked.report_sha256 };
    const passed = await validate(odd, { override, trace_id: 'passed' });
    expect([passed.status, worst(passed)]).toEqual(['overridden', ['SCHEMA-001']]);
    const { events } = (await career.call('get_audit_trace', { trace_id: 'passed' })) as { events: Answer[] };
    expect(events.map((one) => [one.event_type, one.actor])).toEqual([
      ['ValidationCompleted', { kind: 'user', id: 'local' }],
      ['ConstitutionOverrideApplied', { kind: 'user', id: 'local' }],
    ]);
  });
});

describe('long work', () => {
  test('ends soon after it is cancelled, keeps what is done and says so in its trace', async () => {
    career = await careerClient();
    for (let n = 0; n < 5000; n++)
      career.app.store.putAtom(ExperienceAtom.parse({ atom_id: `a${n}`, claim: `Did thing number ${n}` }));
    const cancel = new AbortController();
    const seen: number[] = [];
    const onprogress = ({ progress }: { progress: number }) => {
      seen.push(progress);
      cancel.abort();
    };
    const build = { name: 'index_build', arguments: { scope: 'atoms', trace_id: 'build' } };
    await expect(career.client.callTool(build, { signal: cancel.signal, onprogress })).rejects.toThrow();
    const ended = () => career.app.audit.trace('build').at(-1);
    await expect.poll(() => ended()?.event_type).toBe('IndexBuildCompleted');
    const { status, indexed } = JSON.parse(ended()?.payload ?? '{}') as { status: string; indexed: number };
    expect(status).toBe('cancelled');
    expect(indexed).toBeLessThan(5000);
    expect(await career.call('index_build', { scope: 'atoms' })).toMatchObject({
      status: 'completed',
      counts: { skipped: indexed, indexed: 5000 - indexed },
    });
  });
});

describe('the same document', () => {
  test('is stored once, and says so the second time', async () => {
    career = await careerClient();
    const cv = { content: 'Drove trams through the old town for years', name: 'cv.txt' };
    const first = await career.call('ingest_resume', cv);
    const second = await career.call('ingest_resume', cv);
    expect([first.already_ingested, second.already_ingested]).toEqual([false, true]);
    expect(second.resume_id).toBe(first.resume_id);
    expect(career.app.store.resumes()).toHaveLength(1);
  });
});

describe('runs without an end', () => {
  test('are named by verify_audit and closed at the next start, when nobody can be at them any more', async () => {
    career = await careerClient();
    const db = temporaryDatabase();
    const at = (time: string) =>
      openChecked({ db, auditCheck: 'fail', surroundings: fixedSurroundings(time) }, () => {});
    const died = await at('2026-01-01T00:00:00Z');
    died.traceFor('t', { kind: 'user', id: 'ada' }).record('RunStarted', {});
    expect(await verifyAudit(died)).toMatchObject({ valid: true, findings: [{ rule_id: 'TRACE-001' }] });
    await died.close();
    const tooEarly = await at('2026-01-01T00:01:00Z');
    expect(tooEarly.audit.trace('t')).toHaveLength(1);
    await tooEarly.close();
    const next = await at('2026-01-01T00:20:00Z');
    expect(next.audit.trace('t').map((event) => [event.event_type, event.payload])).toEqual([
      ['RunStarted', '{}'],
      ['RunFailed', '{"code":"INTERRUPTED","recovered":true}'],
    ]);
    expect(await verifyAudit(next)).toMatchObject({ valid: true, findings: [] });
    await next.close();
  });

  test('do not happen when a document cannot be read', async () => {
    career = await careerClient();
    const empty = { content: 'a b', name: 'cv.txt', trace_id: 'ingest' };
    await expect(career.call('ingest_resume', empty)).rejects.toMatchObject({ data: { kind: 'EXTRACTION_EMPTY' } });
    const { events } = (await career.call('get_audit_trace', { trace_id: 'ingest' })) as { events: Answer[] };
    expect(events.map((one) => one.event_type)).toEqual(['IngestStarted', 'IngestFailed']);
  });
});
