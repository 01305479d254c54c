import type { SkillDefinition } from '@quadrivium/kernel';

/** Every tool it names is one of this server's; `test/interop/skills.test.ts` holds it to that. */
export const answerForARun: SkillDefinition = {
  name: 'answer-for-a-run',
  description:
    'How to say what a run did, what it did not do, and how anybody can check it. Load it when somebody asks what happened, before portarium_run_get.',
  body: `
# Answer for a run

Say what the record says, and where it ends. Never reconstruct what happened from what was intended.

1. **State.** \`portarium_run_get\` with \`workspaceId\` and \`runId\`: \`status\`, each step with its outcome, \`output\`, and how much evidence there is.
   Succeeded steps happened; failed ones did not; of a step whose outcome is unknown nobody can tell yet, so say exactly that.
2. **Who decided.** An approval is of one plan, by its digest. If the plan changed, the approval was not used; do not report it as if it were.
3. **What people still have to do.** \`portarium_work_items_list\` with the \`runId\`.
4. **Proof.** Evidence is read and checked outside of you: in the console under the run, or with the command line (portarium evidence export,
   then quadrivium-ledger verify) by somebody who trusts neither of us. Offer that; do not call something proven that nobody verified.
5. **Undoing.** There is no undo. \`portarium_run_cancel\` stops what has not begun; what was done is undone by another run that somebody approves.
`,
};
