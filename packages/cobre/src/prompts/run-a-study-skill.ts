import type { SkillDefinition } from '@quadrivium/kernel';

/** Every tool it names is one of this server's; `test/interop/skills.test.ts` holds it to that. */
export const runAStudy: SkillDefinition = {
  name: 'run-a-study',
  description:
    'How to run a hydrothermal planning study with cobre: look, validate, train, judge, answer. Load it before cobre/run.',
  body: `
# Run a study

A case is a directory. Training finds a policy (what water is worth), simulation plays it. Paths are absolute.

1. **Look.** \`cobre/inspect-case\` tells what is in the case. No case yet: \`cobre/create-case\` writes one to start from. A NEWAVE
   deck: \`cobre/import-newave\`. A case of release 0.5.1: \`cobre/preview-migration\`, then \`cobre/migrate-case\`.
2. **Validate.** \`cobre/validate\` says everything that is wrong at once. Do not run a case with errors; tell the user each one with
   its file and advice.
3. **Run.** \`cobre/run\` with \`case_dir\`. It takes minutes to hours and one run goes at a time. A call that is put aside as a task
   goes on; or pass \`background: true\` and ask \`cobre/get-task-status\`. \`cobre/cancel-task\` stops at once, drops the iteration at hand and keeps
   a checkpoint. Never start a second run because the first is slow.
4. **Judge before you answer.** \`cobre/query-convergence\`: the lower bound must have flattened, and the gap must be one the user can
   live with. If not, say so and raise the iteration limit; do not tell results of an unfinished training as if they were final.
   Who needs certainty runs with \`prove: true\`; \`cobre/verify-proof\` checks the interval again.
5. **Answer.** \`cobre/statistics\` for means, percentiles and ranges; \`cobre/query-results\` with few columns and \`compact: true\` for rows;
   \`cobre/water-values\` and \`cobre/inspect-policy\` for the policy. Units are in the column names; costs are in dollars, storage in hm³.
6. **Compare.** Two studies: run both cases to the same stopping rule, then \`cobre/compare-policies\`. A difference smaller than either gap
   is no finding.

\`cobre/export-results\` writes tables for others. Tools that write need a server started with \`--allow-write\`; if one refuses for that,
tell the user how to start it and stop.
`,
};
