/** Every plain object has a "constructor" and a "toString": where a resume, a posting or a caller says so, it is a word. */
import { strToU8, unzipSync, zipSync } from 'fflate';
import { afterEach, describe, expect, test } from 'vitest';
import { namesOfObjects } from '../../../../test/support/names-of-objects.js';
import { strategyNames } from '../../src/app/strategies.js';
import { type CareerClient, careerClient } from './career-client.js';

let career: CareerClient;
afterEach(() => career.close());

const lines = (word: string) => [
  `${word} y jefe de obra en Madrid`,
  `Anlagen ${word}, Heizungen gewartet`,
  `Trained every ${word} of the team`,
  `Fui ${word} de pontes`,
];

async function atomsOf(word: string): Promise<readonly string[]> {
  const content = `# Ana\n\n## Experiencia\n\n### ${word}, Obras SA, 2015 - 2020\n${lines(word)
    .map((line) => `- ${line}\n`)
    .join('')}\n## ${word}\n- ${word}\n`;
  const { resume_id } = await career.call('ingest_resume', { content, name: `cv.${word}` });
  const { atoms } = (await career.call('propose_atoms', { resume_id })) as { atoms: { atom_id: string }[] };
  return atoms.map(({ atom_id }) => atom_id);
}

describe.each(namesOfObjects)('"%s"', (word) => {
  test('is a word of a resume, a posting, a tag and a name', async () => {
    career = await careerClient();
    await career.call('verify_atoms', { atom_ids: await atomsOf(word) });
    const text = `${word} (m/w/d)\n\n${word}\n\nRequirements:\n- ${word}\n- ${word} de redes\n- Wartung von ${word}\n`;
    const tagged = { claim: word, tags: [word], domain: word, role: { title: word, employer: word }, verified: true };
    await career.call('add_atom', { atom_id: word, ...tagged });
    await career.call('add_opportunity', { opportunity_id: word, company: word, role_title: word, text });
    for (const strategy of strategyNames) {
      const { match_report } = (await career.call('match_opportunity', { opportunity_id: word, strategy })) as {
        match_report: { requirement_matches: unknown[] };
      };
      expect(match_report.requirement_matches).toHaveLength(3);
    }
    const ranked = (await career.call('title_similarity', { title: word, others: [word] })).ranked;
    expect(ranked).toEqual([{ title: word, likeness: 1 }]);
    expect(await career.call('get_atom', { atom_id: word })).toMatchObject({ claim: word });
  });

  test('is a column of a list of postings, in rows that are shorter too', async () => {
    career = await careerClient();
    const content = `company,title,${word}\nObras,Builder,Knows how to build houses\nCasas,Mason\n`;
    expect(await career.call('import_postings', { content, name: 'list.csv' })).toMatchObject({ total: 2 });
  });
});

/** The library that writes archives here cannot write this one. */
const ofParts = namesOfObjects.filter((name) => name !== '__proto__');

test.each(ofParts)('a Word file with a part called "%s" is read and checked', async (word) => {
  career = await careerClient();
  await career.call('add_atom', { claim: 'Built houses', verified: true });
  await career.call('add_opportunity', {
    opportunity_id: 'o',
    company: 'c',
    role_title: 'r',
    requirements: ['Houses'],
  });
  const { files } = (await career.call('tailor_document', {
    opportunity_id: 'o',
    formats: ['docx'],
    parts: ['bytes'],
  })) as {
    files: { base64: string }[];
  };
  const parts = unzipSync(Buffer.from(files[0]?.base64 ?? '', 'base64'));
  const bytes = zipSync(Object.fromEntries([...Object.entries(parts), [word, strToU8('x')]]));
  const content_base64 = Buffer.from(bytes).toString('base64');
  expect(await career.call('verify_document', { content_base64 })).toMatchObject({ valid: true });
});
