import type { SkillDefinition } from '@quadrivium/kernel';

/** Every tool it names is one of this server's; `test/interop/skills.test.ts` holds it to that. */
export const fromDeckToAnswer: SkillDefinition = {
  name: 'from-deck-to-answer',
  description:
    'How to bring an official NEWAVE deck to results that can be explained. Load it before cobre/import-newave or cobre/diff-decks.',
  body: `
# From a deck to an answer

1. **Look before you convert.** \`cobre/show-deck\` tells plants, thermals and subsystems with their energies; name what you want to see. Two
   months apart: \`cobre/diff-decks\`, with \`min_change\` so that only what matters is told.
2. **Convert.** \`cobre/import-newave\` into a new directory. Begin with \`scale\` "small" and one or two \`years\`; \`model\` decides between plants one by one,
   equivalent reservoirs and subsystems. Read the report: every record that was not used is in it. Tell the user those that matter to them.
3. **Validate.** \`cobre/validate\`; warnings about the import are part of the answer you give later.
4. **Run.** \`cobre/run\` with \`background\` true, then \`cobre/get-task-status\`. A whole national study takes hours; say so before, and offer the
   small one first.
5. **Answer.** \`cobre/query-results\` and \`cobre/statistics\` for stored energy, marginal costs, deficits and thermal classes; ask for few columns.
   Give the unit and how many scenarios a number rests on.
6. **Say what differs from the official program**: months have their real hours, plants are solved one by one unless you chose otherwise,
   and a gap that is statistical is not a bound.
`,
};
