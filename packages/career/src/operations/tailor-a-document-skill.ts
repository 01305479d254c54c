import type { SkillDefinition } from '@quadrivium/kernel';

/** Every tool it names is one of this server's; `test/interop/skills.test.ts` holds it to that. */
export const tailorADocument: SkillDefinition = {
  name: 'tailor-a-document',
  description:
    'How to write a CV or a letter for one posting in which every sentence is vouched for. Load it before tailor_document.',
  body: `
# Tailor a document

A document consists of what a person has confirmed. What you would like to add has to become a confirmed claim first.

1. **Read both sides.** \`get_opportunity\` for what is asked, \`explain_match\` for what speaks to each requirement. "not shown" means that
   nobody has said so yet, not that it is untrue: ask the user.
2. **Claims first.** New facts the user tells you go in with \`add_atom\`, in their words, with dates and numbers as they said them. Only a
   person confirms them; tell the user which wait, and go on when \`list_atoms\` shows them verified.
3. **Make it.** \`tailor_document\` with \`opportunity_id\` and \`kind\`. Leave \`wording\` out at first: the document then uses the claims' own words.
4. **Wording of yours** goes into \`wording\`, sentence by sentence, each with the claim it rests on. A refusal names the sentence: say less, never
   the same in other words.
5. **Hand it over.** \`get_document\` gives the form the user wants, and \`verify_document\`, given that file (\`input_path\` or
   \`content_base64\`), must say that it holds, also after somebody edited it. Say what the posting asks for and the document does not show.
`,
};
