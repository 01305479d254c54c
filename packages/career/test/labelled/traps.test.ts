import { expect, test } from 'vitest';
import { scoreAgainst } from './resume-score.js';
import { traps } from './traps.js';

function isCalledMet([claim, text]: (typeof traps)[number]): boolean {
  const atom = { atom_id: 'a', domain: 'd', title: '', claim, tags: [], verified: true, evidence_refs: [] };
  const requirements = [{ text, tags: [], required: true }];
  const opportunity = { opportunity_id: 'o', company: 'c', role_title: 'Job', source: 's', requirements };
  return scoreAgainst([atom], opportunity).requirement_matches[0]?.explanation?.verdict === 'met';
}

const half = (odd: boolean) => traps.filter((_, at) => (at % 2 === 1) === odd);

test.each([
  ['even, on which the matcher is tuned', false],
  ['odd, of which only the share is told', true],
])('of the traps at most 15 of 100 are called met: %s', (name, odd) => {
  const met = half(odd).filter(isCalledMet);
  process.stdout.write(`traps, ${name}: ${met.length} of ${half(odd).length} called met\n`);
  expect(met.length / half(odd).length, odd ? '' : met.join('\n')).toBeLessThanOrEqual(0.15);
});

test('there are at least 40 of them', () => {
  expect(traps.length).toBeGreaterThanOrEqual(40);
});
