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
    ['a number in words', 'Led twelve people', [claim('Led 12 people')]],
    ['a number in words at the beginning', 'Twelve people led', [claim('12 people led')]],
    ['a number as the claim draws it', 'Built ⑫ bridges', [claim('Built ⑫ bridges and tunnels')]],
    ['a fixed space in a number', 'Built 12\u00A0bridges', [claim('Built 12 bridges')]],
    ['thousands with another separator', 'Managed 12.000 orders', [claim('Managed 12,000 orders')]],
    ['articles and the first person', 'I have led the team of five', [claim('Led a team of five')]],
    ['without what was added after an and', 'Led 3 engineers', [claim('Led 3 engineers and mentored 2 juniors')]],
    ['two claims joined', 'Wrote Go, and ran databases', [claim('Wrote Go'), claim('Ran databases')]],
    [
      'where and as what',
      "Cared for patients as Senior Nurse at St. Mary's Hospital",
      [claim('Cared for patients', nurse)],
    ],
    ['what it says in brackets', 'Ran the night shift acting', [claim('Ran the night shift (acting)')]],
    ['the rest of a list left away', 'Wrote Go', [claim('Wrote Go, Rust and Zig')]],
    ['one of several', 'Led hospital', [claim('Led hospitals')]],
    ['another ending', 'Managing payroll, organized fairs', [claim('Managed payroll'), claim('Organised fairs')]],
    ['where, said first', "At St. Mary's Hospital, cared for patients", [claim('Cared for patients', nurse)]],
    ['a claim with signs nobody sees', 'نوشتن می\u200cخواهم', [claim('نوشتن می\u200cخواهم')]],
    ['when', 'Cared for patients from 2019 to 2024', [claim('Cared for patients', nurse)]],
  ])('%s', (_, sentence, claims) => {
    expect(unsupported(sentence, claims)).toBeUndefined();
  });
});

describe('a sentence that lies is refused', () => {
  const soup = claim('Cooked soup', { title: 'Cook', employer: 'Canteen', from: '2020' });
  const code = claim('Wrote code', { title: 'Engineer', employer: 'Google', from: '2001', to: '2003' });
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
    ['more than one', 'Managed hospitals', [claim('Managed a hospital')], 'Managed hospitals'],
    ['what was as what is', 'Manage a hospital', [claim('Managed a hospital')], 'Manage hospital'],
    ['a profession out of an activity', 'Engineer of bridges', [claim('Engineering of bridges')], 'Engineer'],
    ['alone what many did', 'I built Chrome', [claim('We built Chrome')], 'built Chrome'],
    ['a name out of a small word', 'Built a shop and managed IT', [claim('Built a shop and managed it')], 'managed IT'],
    ['a nation out of a verb', 'Taught children to Polish', [claim('Taught children to polish')], 'Taught'],
    ['two claims run together', 'French chef', [claim('French'), claim('Chef')], 'chef'],
    ['a comma put in', 'Assistant, director of Acme', [claim('Assistant director of Acme')], 'Assistant director'],
    ['a stroke put in', 'Assistant | director of Acme', [claim('Assistant director of Acme')], 'Assistant director'],
    ['a comma left out', 'Speaks French chef', [claim('Speaks French, chef')], 'chef'],
    ['the employer of another claim', 'Cooked soup at Google', [soup, code], 'at Google'],
    ['the title of another claim', 'Cooked soup as Engineer', [soup, code], 'as Engineer'],
    ['the years of another claim', 'Cooked soup from 2001', [soup, code], 'from 2001'],
    ['one employer for two jobs', 'Cooked soup and wrote code at Google', [soup, code], 'at Google'],
    ['one employer for two jobs, said first', 'At Google, cooked soup and wrote code', [soup, code], 'cooked soup'],
    ['digits turned round', 'Led \u202E12\u202C people', [claim('Led 12 people')], 'U+202E'],
    ['a space without width', 'Led\u200B 12 people', [claim('Led 12 people')], 'U+200B'],
    ['a struck number', 'Led 12\u0336 people', [claim('Led 12 people')], 'U+0336'],
    ['a second line', 'Led 12\npeople', [claim('Led 12 people')], 'U+000A'],
    ['a wide gap', 'Assistant      director', [claim('Assistant director')], 'U+0020'],
    ['more than, as a sign', 'Ran >40 clusters', [claim('Ran 40 clusters')], '>'],
    ['about, as a sign', 'Ran ~ 40 clusters', [claim('Ran 40 clusters')], '~'],
    ['less, as a stroke', 'Changed costs by -40 %', [claim('Changed costs by 40 %')], '-'],
    ['a thousandth', 'Kept faults at 4‰', [claim('Kept faults at 4')], '‰'],
    ['a point left out of a number', 'Reduced faults to 1500', [claim('Reduced faults to 1.500')], '1500'],
    ['a number out of an adverb', 'Spoke 11', [claim('Spoke once')], '11'],
    ['a look-alike', 'Worked at G\u043E\u043Egle', [claim('Worked at Google')], 'gle'],
    ['wide digits', 'Led １２０ people', [claim('Led 12 people')], '120'],
    // The same value in another drawing: nobody writes a CV so, no search finds it, and "1²" is seen as another number.
    ['one wide digit', 'Led １2 people', [claim('Led 12 people')], 'U+FF11'],
    ['a bold digit', 'Led 𝟏2 people', [claim('Led 12 people')], 'U+1D7CF'],
    ['a number in a ring', 'Led ⑫ people', [claim('Led 12 people')], 'U+246B'],
    ['a raised digit', 'Led 1² people', [claim('Led 12 people')], 'U+00B2'],
    ['a Roman number in one sign', 'Ran Plan \u2164', [claim('Ran Plan V')], 'U+2164'],
    // Words that are a number in one language and something else in another, or a name.
    ['a system out of two', 'Ran DOS servers', [claim('Ran 2 servers')], 'DOS'],
    ['a system out of two, small', 'Ran dos servers', [claim('Ran 2 servers')], 'dos'],
    ['an exchange out of six', 'Advised SIX banks', [claim('Advised 6 banks')], 'SIX'],
    ['a name out of one', 'Worked for Capital One', [claim('Worked for Capital 1')], 'One'],
    ['a number out of a name', 'Worked for 1 Bank', [claim('Worked for One Bank')], '1'],
    ['another language', 'Leitete 12 Menschen', [claim('Led 12 people')], 'Leitete'],
    ['nothing at all', '...', [clusters], 'nothing'],
    ['no claim', 'Ran clusters', [], 'no claim'],
  ])('%s', (_, sentence, claims, named) => {
    expect(unsupported(sentence, claims)).toContain(named);
  });
});

test.each([
  'Certified welder, expired 2019',
  'MBA, in progress',
  'PhD in physics, expected',
  'Member of the board, resigned',
  'Applied to Harvard, rejected',
  'Speaks French, badly',
  'Engineer, student',
  'Welder, ticket lapsed and not renewed',
  'Staplerschein, abgelaufen',
  'Manuelle Therapie, Weiterbildung läuft',
  'Studium der Medizin, abgebrochen',
  'Máster en Derecho, sin terminar',
  'Carné de carretillero, caducado',
  'Graduação em Química, trancada',
  'Pós-graduação em Gestão, em andamento',
])('what ends or leaves open a claim cannot be cut off: %s', (said) => {
  const [before = ''] = said.split(',');
  expect(unsupported(before, [claim(said)])).toBeDefined();
  expect(unsupported(said, [claim(said)])).toBeUndefined();
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
