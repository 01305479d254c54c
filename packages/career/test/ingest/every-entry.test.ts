/** A JSON Resume is read by way of Markdown, where a line may be taken for a heading or join its neighbour: nothing gets lost on the way. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proposeAtoms } from '../../src/ingest/propose-atoms.js';
import { markdownOfResume } from '../../src/ingest/resume/resume-markdown.js';
import { VocabularyBook } from '../../src/taxonomy/vocabulary-book.js';

const book = new VocabularyBook();

/** Names of places and things that no list of ours holds, each once in a resume. */
const drawn = fc.uniqueArray(
  fc.stringMatching(/^[BDFGKLMNPRST][aeiou][bdfgklmnprst][aeiou][bdfgklmnprst][aeiou][lnrst]$/),
  { minLength: 12, maxLength: 12 },
);
const month = fc.tuple(fc.integer({ min: 2001, max: 2023 }), fc.integer({ min: 1, max: 12 }));
const written = ([year, at]: readonly [number, number]) => `${year}-${`${at}`.padStart(2, '0')}`;

const resumes = fc.record({ names: drawn, from: month, dated: fc.boolean(), told: fc.boolean() });

test('every job, study, volunteering, certificate, skill and language of a JSON Resume leaves its claim', () => {
  fc.assert(
    fc.property(resumes, ({ names, from, dated, told }) => {
      const [employer, position, done, school, subject, course, club, office, card, skill, keyword, person] = names;
      const dates = dated ? { startDate: written(from), endDate: '2024-02' } : {};
      const markdown = markdownOfResume({
        basics: { name: `Ada ${person}`, ...(told ? { summary: 'Careful and quick.' } : {}) },
        work: [
          {
            name: `${employer} GmbH`,
            position: `${position} engineer`,
            ...dates,
            highlights: [`Built the ${done} line`],
          },
        ],
        volunteer: [{ organization: `${club} club`, position: `${office} coach`, ...dates }],
        education: [
          {
            institution: `University of ${school}`,
            area: subject as string,
            studyType: 'Bachelor',
            ...dates,
            courses: [course as string],
          },
        ],
        certificates: [{ name: `${card} certificate`, ...(dated ? { date: written(from) } : {}) }],
        skills: [{ name: skill as string, keywords: [keyword as string, 'Excel'] }],
        languages: [{ language: 'Danish', fluency: 'B2' }],
      });
      const said = proposeAtoms(markdown, book, '2026-01').map(
        ({ claim, role }) => `${claim} ${role?.employer ?? ''} ${role?.title ?? ''}`,
      );
      const lost = [
        employer,
        position,
        done,
        school,
        subject,
        course,
        club,
        office,
        card,
        skill,
        keyword,
        'Danish',
      ].filter((one) => !said.some((claim) => claim.includes(one as string)));
      expect(lost).toEqual([]);
    }),
  );
});
