import { afterEach, describe, expect, test } from 'vitest';
import { payIn } from '../../src/match/items/pay.js';
import { type Answer, type CareerClient, careerClient } from '../server/career-client.js';

let career: CareerClient | undefined;
afterEach(async () => {
  await career?.close();
  career = undefined;
});

interface Judged {
  readonly overall_score: number;
  readonly gates?: readonly {
    gate: string;
    verdict: string;
    posting: string;
    posting_span: [number, number];
    person: string;
  }[];
}

/** One who welds, asked for welding: without gates the score is full. */
async function judged(posting: Answer, person: Answer, claims: readonly string[] = []): Promise<Judged> {
  const client = await careerClient();
  career = client;
  for (const [n, claim] of ['Welding', ...claims].entries())
    await client.call('add_atom', { atom_id: `a${n}`, claim, verified: true });
  await client.call('set_profile', person);
  const opportunity = {
    opportunity_id: 'o',
    company: 'c',
    role_title: 'Welder',
    requirements: ['Welding'],
    ...posting,
  };
  await client.call('add_opportunity', opportunity);
  const { match_report } = (await client.call('explain_match', { opportunity_id: 'o' })) as { match_report: Judged };
  return match_report;
}

const verdicts = ({ gates = [] }: Judged) => gates.map(({ gate, verdict }) => `${gate} ${verdict}`);

describe('what a posting says of place, pay and country is held against the person', () => {
  test.each([
    [
      'a place where one lives',
      { location: 'Leeds (2 days in the office)' },
      { location: 'Leeds, LS1' },
      ['location met'],
    ],
    ['a town one lives in', { location: 'Leeds, West Yorkshire' }, { location: 'Leeds' }, ['location met']],
    ['another town than one lives in', { location: 'Bristol' }, { location: 'Leeds' }, ['location unknown']],
    [
      'none of the places one would work at',
      { location: 'Bristol' },
      { places: ['Leeds', 'York'] },
      ['location failed'],
    ],
    ['one of the places', { location: 'York or Hull' }, { places: ['Leeds', 'York'] }, ['location met']],
    [
      'any place for one who would move',
      { location: 'Bristol' },
      { location: 'Leeds', relocate: true },
      ['location met'],
    ],
    [
      'a town under another name',
      { location: 'Munich, Germany' },
      { places: ['München'], work_rights: ['DE'] },
      ['location met', 'work_right met'],
    ],
    ['a town one lives in, under another name', { location: 'Genève' }, { location: 'Geneva' }, ['location met']],
    ['a town in a region', { location: 'Regensburg' }, { places: ['Bayern'] }, ['location met']],
    ['a town in a country', { location: 'Zaragoza' }, { places: ['España'] }, ['location met']],
    [
      'a village in a country that is named',
      { location: 'Kleinwinkl, Deutschland' },
      { places: ['Germany'], work_rights: ['EU'] },
      ['location met', 'work_right met'],
    ],
    ['a town in another country', { location: 'Zaragoza' }, { places: ['Portugal'] }, ['location failed']],
    ['a near town, of travel nothing is said', { location: 'Bradford' }, { places: ['Leeds'] }, ['location unknown']],
    // Leeds and Bradford lie 0.3 degrees of longitude apart: some 20 km.
    [
      'a near town for one who travels',
      { location: 'Bradford' },
      { places: ['Leeds'], commute_km: 25 },
      ['location met'],
    ],
    ['a near town from home', { location: 'Bradford' }, { location: 'Leeds', commute_km: 25 }, ['location met']],
    ['a town just too far', { location: 'York' }, { places: ['Leeds'], commute_km: 25 }, ['location failed']],
    ['a village nobody knows here', { location: 'Nether Wallop' }, { places: ['Leeds'] }, ['location unknown']],
    ['a wish nobody knows here', { location: 'Bristol' }, { places: ['Nether Wallop'] }, ['location unknown']],
    ['a region that has the town', { location: 'West Yorkshire' }, { places: ['Leeds'] }, ['location unknown']],
    [
      'a town of the same name elsewhere',
      { location: 'Birmingham, Alabama, USA' },
      { places: ['Birmingham'], work_rights: ['GB', 'US'] },
      ['location failed', 'work_right met'],
    ],
    ['a town whose name is in another one', { location: 'New York' }, { places: ['York'] }, ['location failed']],
    ['an office for one who works from afar only', { location: 'Bristol' }, { remote: 'only' }, ['location failed']],
    [
      'work from afar',
      { location: 'Remote within the UK' },
      { remote: 'yes', work_rights: ['GB'] },
      ['location met', 'work_right met'],
    ],
    ['nothing known of the person', { location: 'Bristol', pay: '£30,000' }, {}, ['location unknown', 'pay unknown']],
    ['enough pay', { pay: '£42k–£50k' }, { least_pay: '45000 GBP year' }, ['pay met']],
    ['too little pay', { pay: '3.100 € brutto im Monat' }, { least_pay: '3500 EUR month' }, ['pay failed']],
    ['pay of another kind', { pay: '£310 a day' }, { least_pay: '45000 GBP year' }, ['pay unknown']],
    ['pay in another currency', { pay: '50000 USD year' }, { least_pay: '45000 GBP year' }, ['pay unknown']],
    ['pay that says nothing', { pay: 'Retribución según valía' }, { least_pay: '45000 EUR year' }, ['pay unknown']],
    [
      'a country one may work in',
      { location: 'Berlin, DE' },
      { places: ['Berlin'], work_rights: ['EU'] },
      ['location met', 'work_right met'],
    ],
    [
      'a country one may not',
      { location: 'Zürich, CH' },
      { places: ['Zürich'], work_rights: ['EU'] },
      ['location met', 'work_right failed'],
    ],
  ])('%s', async (_, posting, person, expected) => {
    const report = await judged(posting, person);
    expect(verdicts(report)).toEqual(expected);
    const isShut = expected.some((one) => one.endsWith('failed'));
    expect(report.overall_score).toBe(isShut ? 0 : 1);
    for (const { gate, posting: words, posting_span } of report.gates ?? []) {
      const field = String((posting as Answer)[gate === 'pay' ? 'pay' : 'location']);
      expect(field.slice(...posting_span)).toBe(words);
    }
  });

  test('claims that are confirmed speak where the profile is silent', async () => {
    const claims = ['Based in Leeds', 'Right to work in the UK'];
    const report = await judged({ location: 'Leeds, GB' }, {}, claims);
    expect(verdicts(report)).toEqual(['location met', 'work_right met']);
  });
});

describe('a right to work that a posting asks for in words', () => {
  const asked = 'You must have the right to work in the UK';
  const answered = async (person: Answer, requirement = asked) => {
    const report = await judged({ location: 'Leeds, GB', requirements: ['Welding', requirement] }, person);
    return { report, match: (report as unknown as { requirement_matches: Matched[] }).requirement_matches[1] };
  };
  interface Matched {
    readonly matched: boolean;
    readonly contributing_atom_id: string | null;
    readonly explanation: { readonly verdict: string; readonly evidence: readonly { readonly atom: string }[] };
  }

  test('is answered by the profile, with its words, where no claim speaks of it', async () => {
    const { report, match } = await answered({ places: ['Leeds'], work_rights: ['GB'] });
    expect(verdicts(report)).toEqual(['location met', 'work_right met']);
    expect(match).toMatchObject({ matched: true, explanation: { verdict: 'met' } });
    const said = await career?.call('get_atom', { atom_id: match?.contributing_atom_id ?? '' });
    expect(said).toMatchObject({ claim: 'Right to work in the United Kingdom', verified: true });
    expect(await career?.call('validate_match_report', { match_report: report as unknown as Answer })).toMatchObject({
      status: 'accepted',
    });
    // It is no claim: nothing lists it, and no document shows it.
    expect(JSON.stringify(await career?.call('list_atoms', {}))).not.toContain('Right to work');
  });

  test.each([
    ['for another country', { work_rights: ['EU'] }, asked],
    ['for a country we do not know', { work_rights: ['ZZ'] }, asked],
    ['that nobody has said', {}, asked],
    ['in Canada', { work_rights: ['GB'] }, 'Right to work in Canada'],
  ])('is missing %s', async (_, person, requirement) => {
    const { match } = await answered(person, requirement);
    expect(match).toMatchObject({ matched: false, contributing_atom_id: null, explanation: { verdict: 'missing' } });
  });

  test('is kept with the decision, also where the posting names no place', async () => {
    await judged({ requirements: ['Welding', asked] }, { work_rights: ['GB'] });
    const call = async (name: string, args: Answer) => (await career?.call(name, args)) ?? {};
    const { decision_id, match_report } = await call('match_opportunity', {
      opportunity_id: 'o',
      strategy: 'evidence_v2',
    });
    expect((match_report as unknown as Judged).overall_score).toBe(1);
    await call('set_profile', { take_back: ['work_rights'] });
    expect(await call('replay_decision', { decision_id })).toMatchObject({ same: true, differences: [] });
  });
});

test('a decision keeps what the person had said, and replays the same after it changed', async () => {
  await judged({ location: 'Bristol' }, { places: ['Leeds'] });
  const call = async (name: string, args: Answer) => (await career?.call(name, args)) ?? {};
  const match = { opportunity_id: 'o', strategy: 'evidence_v2' };
  const { decision_id, validation_report } = await call('match_opportunity', match);
  // A score of 0 is looked at again by a person; nothing in the report is wrong.
  expect(validation_report).toMatchObject({ status: 'needs_review' });
  await call('set_profile', { places: ['Bristol'] });
  expect(await call('replay_decision', { decision_id })).toMatchObject({ same: true, differences: [] });
  const { match_report } = (await call('match_opportunity', match)) as unknown as { match_report: Judged };
  expect(verdicts(match_report)).toEqual(['location met']);
});

test.each([
  ['12.6 to 13.2 GBP hour', { most: 13.2, currency: 'GBP', per: 'hour' }],
  ['CHF 110’000', undefined],
  ['R$ 5.200 por mês', { most: 5200, currency: 'BRL', per: 'month' }],
  ['£29,970 to £36,483 a year', { most: 36_483, currency: 'GBP', per: 'year' }],
  ['competitive', undefined],
])('pay is read from "%s"', (text, expected) => {
  expect(payIn(text)).toEqual(expected);
});
