/** The acceptance scenarios by id, each with the tests that play it; paths are those of the repository. */
const server = 'packages/career/test/server';
const contract = 'packages/career/test/interaction/coordinator-contract.ts';
const processes = 'packages/career/test/interaction/processes.test.ts';
const resume = 'packages/career/test/ingest/resume.test.ts';

export const scenarioTests: Readonly<Record<string, readonly string[]>> = {
  S01: [
    `${server}/matching.test.ts > answers with the keys of the seed, at the top of the result and as structured content`,
    `${server}/matching.test.ts > gives the same bytes twice, and for atoms added in another order`,
    `${server}/matching.test.ts > leaves the four events of the seed, then the decision`,
  ],
  S02: [`${server}/matching.test.ts > refuses an unknown opportunity with a code, and the trace says how it ended`],
  S03: [`${server}/matching.test.ts > says needs_review alike everywhere when nothing is verified`],
  S04: [
    `${server}/matching.test.ts > honours k_lex and k_emb, and takes 25 of each when they are left out`,
    `${server}/matching.test.ts > names the wrong argument %s`,
  ],
  S05: [`${server}/matching.test.ts > names the wrong argument %s`],
  S06: [
    'packages/career/test/ingest/posting.test.ts > are what the sections about the candidate list, and nothing else',
    'packages/career/test/ingest/posting.test.ts > carry the span they were read from',
    `${server}/rules.test.ts > asks for review when a posting asks for nothing, instead of calling it a perfect match`,
  ],
  S07: [`${server}/matching.test.ts > fills an empty vector index by itself, also after a restart without vectors`],
  S08: [`${server}/matching.test.ts > never takes an unverified atom as a candidate, however near it is`],
  V01: [`${server}/matching.test.ts > finds %s (%s)`],
  V02: [`${server}/matching.test.ts > finds %s (%s)`],
  V03: [`${server}/matching.test.ts > finds %s (%s)`],
  V04: [`${server}/matching.test.ts > refuses %s`],
  V05: [`${server}/matching.test.ts > accepts what match_opportunity returned`],
  V06: [
    `${server}/matching.test.ts > lets an override pass only for exactly this report and an overridable rule`,
    `${server}/rules.test.ts > that is blocked passes by an override for exactly this report, and the finding stays`,
  ],
  I01: [
    `${server}/outreach.test.ts > are listed with their states, and an id of their own is kept`,
    `${contract} > creates once for one key, and refuses the key for another contact`,
  ],
  I02: [`${server}/outreach.test.ts > start in Draft with index 0 and move as the seed shows`],
  I03: [`${contract} > answers a repeated key with what it answered first, also after the interaction moved on`],
  I04: [`${contract} > refuses a key that was used for another event`],
  I05: [`${processes} > 300 rounds of Prepare against Close: one legal order explains every outcome`],
  I06: [
    `${processes} > 300 rounds of Prepare against Close: one legal order explains every outcome`,
    `${contract} > lets exactly one of many concurrent callers prepare`,
  ],
  I07: [`${contract} > refuses a caller whose index is stale, and tells the present one`],
  I08: [
    `${processes} > a transition whose process died before the audit is recorded once, marked as recovered`,
    `${processes} > kill -9 at random points: what was acknowledged is there, a retry is already_applied, the chain verifies`,
  ],
  I09: [`${server}/outreach.test.ts > that a dead process only attempted are applied once by the retry`],
  I10: [
    'packages/career/test/interaction/coordinators.test.ts > says backend_error while Redis is gone and goes on when it is back',
  ],
  I11: [`${contract} > does not know an interaction nobody created`],
  I12: [`${contract} > never sends to a contact who must not be contacted`],
  I13: [`${contract} > does not write to the same person twice within the cooldown`],
  I14: [
    `${contract} > leaves one audit event for each decision, with quotes and line breaks unharmed`,
    `${server}/outreach.test.ts > with %s are refused and nothing moves`,
  ],
  A01: [`${server}/audit.test.ts > names %s, refuses to start in fail mode and only warns in warn mode`],
  A02: [`${server}/audit.test.ts > names %s, refuses to start in fail mode and only warns in warn mode`],
  A03: [`${processes} > 300 rounds of Prepare against Close: one legal order explains every outcome`],
  A04: [`${server}/process.test.ts > every call leaves an event with the identity behind the key, and never the key`],
  A05: [`${server}/audit.test.ts > gives the same verdict as an exported bundle, without the database`],
  M01: [
    `${server}/process.test.ts > speaks as MCP clients of today expect: no reply to notifications, numbers stay numbers`,
  ],
  M02: [`${server}/process.test.ts > answers %s with its code and goes on`],
  M03: [`${server}/process.test.ts > answers a line of 20 MB and the next request`],
  M04: [
    `${server}/process.test.ts > reports progress of a long index build`,
    `${server}/rules.test.ts > ends soon after it is cancelled, keeps what is done and says so in its trace`,
  ],
  M05: [`${server}/process.test.ts > takes its settings from a %s file, which variables and flags overrule`],
  M06: [`${server}/process.test.ts > refuses to start with %s, with one clear message and nothing on stdout`],
  M07: [
    `${server}/process.test.ts > over stdio, --auth keys serves nobody without a key, and whoever the key stands for`,
  ],
  G01: [
    `${resume} > gives the text of a PDF line by line`,
    `${resume} > reads two columns one after the other`,
    `${resume} > gives paragraphs and table cells of a DOCX in order`,
    `${resume} > keeps the words of a text box %s for older readers`,
    `${resume} > understands the Windows code page`,
    `${resume} > turns JSON Resume into sections`,
  ],
  G02: [`${resume} > says %s for %s`, `${resume} > says aloud that a scan holds no text`],
  G03: [`${server}/rules.test.ts > is stored once, and says so the second time`],
  G04: [`${resume} > proposed atoms quote their line, stay unverified claims and name what they know`],
  H01: [
    'packages/career/test/match/scale.test.ts > give by words what comparing every pair gives',
    'packages/career/test/match/scale.test.ts > give the same by evidence whatever order the atoms come in',
  ],
};
