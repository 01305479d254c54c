import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExperienceAtom } from '../../src/domain/atom.js';
import { unsupported } from '../../src/tailor/support.js';

const claim = (text: string, role?: ExperienceAtom['role']) =>
  ExperienceAtom.parse({ atom_id: text, claim: text, verified: true, ...(role ? { role } : {}) });

const nurse = { title: 'Senior Nurse', employer: "St. Mary's Hospital", from: '2019-04', to: '2024' };

describe('a sentence that its claims carry', () => {
  test.each([
    ['the claim itself', 'Ran 40 Kubernetes clusters.', [claim('Ran 40 Kubernetes clusters')]],
    ['a number in other writing', 'Led 12 people', [claim('Led twelve people')]],
    ['thousands with another separator', 'Managed 12.000 orders', [claim('Managed 12,000 orders')]],
    ['articles and the first person', 'I have led the team of five', [claim('Led a team of five')]],
    ['without what was added after an and', 'Led 3 engineers', [claim('Led 3 engineers and mentored 2 juniors')]],
    ['two claims joined', 'Wrote Go, and ran databases', [claim('Wrote Go'), claim('Ran databases')]],
    [
      'where and as what',
      "Cared for patients as Senior Nurse at St. Mary's Hospital",
      [claim('Cared for patients', nurse)],
    ],
    ['when', 'Cared for patients from 2019 to 2024', [claim('Cared for patients', nurse)]],
  ])('%s', (_, sentence, claims) => {
    expect(unsupported(sentence, claims)).toBeUndefined();
  });
});

describe('a sentence that lies is refused', () => {
  const clusters = claim('Ran 40 Kubernetes clusters for three banks');
  test.each([
    ['a changed number', 'Ran 400 Kubernetes clusters for three banks', [clusters], '400'],
    ['a number that was not there', 'Ran 40 Kubernetes clusters for three banks since 2010', [clusters], 'since'],
    ['an added employer', 'Ran 40 Kubernetes clusters for three banks at Google', [clusters], 'at'],
    ['an added skill', 'Ran 40 Kubernetes and Nomad clusters for three banks', [clusters], 'Nomad'],
    ['a superlative', 'Expertly ran 40 Kubernetes clusters for three banks', [clusters], 'Expertly'],
    ['praise', 'Ran 40 excellent Kubernetes clusters for three banks', [clusters], 'excellent'],
    ['a dropped negation', 'Used Python', [claim('Never used Python')], 'Used Python'],
    ['a dropped "helped"', 'Built the billing system', [claim('Helped, built the billing system')], 'Built billing'],
    ['a limit cut off', 'Taught maths', [claim('Taught maths, but only as a trainee')], 'only'],
    ['a title out of its place', 'CEO of Acme', [claim('Reported to the CEO of Acme')], 'CEO of Acme'],
    ['a passive turned round', 'Managed Anna', [claim('Managed by Anna')], 'Managed'],
    ['a compound cut in two', 'Led team', [claim('Led team meetings')], 'Led team'],
    ['a scope cut off', 'Reduced costs', [claim('Reduced costs in one shop')], 'Reduced costs'],
    ['a comparison cut off', 'Grew sales by 40', [claim('Grew sales by 40 %')], 'Grew'],
    [
      'words of two claims mixed',
      'Led 40 managers',
      [claim('Led 3 engineers'), claim('Reported to 40 managers')],
      'Led 40',
    ],
    [
      'a role that is over called current',
      'Cared for patients since 2019',
      [claim('Cared for patients', nurse)],
      'since',
    ],
    ['another employer of the same person', 'Cared for patients at Acme', [claim('Cared for patients', nurse)], 'Acme'],
    ['a medal', 'Ran 40 Kubernetes clusters for three banks 🏆', [clusters], '🏆'],
    ['stars', '★★★★★ Ran 40 Kubernetes clusters for three banks', [clusters], '★'],
    ['a sign before a number', 'Ran −40 Kubernetes clusters for three banks', [clusters], '−'],
    ['a number in another script', 'Ran 40 Kubernetes clusters for three banks, ٤٠٠', [clusters], '٤'],
    ['nothing at all', '...', [clusters], 'nothing'],
    ['no claim', 'Ran clusters', [], 'no claim'],
  ])('%s', (_, sentence, claims, named) => {
    expect(unsupported(sentence, claims)).toContain(named);
  });
});

const words = fc.array(
  fc.constantFrom('led', 'built', 'teams', 'Python', 'banks', 'three', '40', 'of', 'with', 'quickly'),
  {
    minLength: 1,
    maxLength: 8,
  },
);

test('whatever a claim says, quoting it is allowed', () => {
  fc.assert(
    fc.property(words, (said) => unsupported(said.join(' '), [claim(said.join(' '))]) === undefined),
    { seed: 15 },
  );
});

test('whatever a claim says, a word it has not cannot be put anywhere into it', () => {
  const place = fc.nat({ max: 8 });
  const foreign = fc.constantFrom('Rust', '41', 'best', 'Google', 'not', 'expert', '€', 'senior');
  fc.assert(
    fc.property(words, place, foreign, (said, at, word) => {
      const lie = [...said.slice(0, at), word, ...said.slice(at)].join(' ');
      return unsupported(lie, [claim(said.join(' '))]) !== undefined;
    }),
    { seed: 15 },
  );
});
