import type { SkillDefinition } from '@quadrivium/kernel';

/** Every tool it names is one of this server's; `test/interop/skills.test.ts` holds it to that. */
export const askForApproval: SkillDefinition = {
  name: 'ask-for-approval',
  description:
    'How to have something done that a person must allow: start a run, tell what waits, go on when it is decided. Load it before portarium_run_start.',
  body: `
# Ask for approval

What changes anything is done by a run of a workflow, never by you. A person other than the one who asked decides, on the exact calls.

1. **Start once.** \`portarium_run_start\` with \`workspaceId\`, \`workflowId\`, the \`input\` the workflow wants, and an \`idempotencyKey\` you keep:
   repeated with the same key it gives the first answer again; without one, every call starts another run.
2. **Do not wait inside.** A run that needs approval stands still for minutes or days. If the call was put aside as a task, its id
   is the workspace and the run (\`workspaceId/runId\`). Otherwise the answer has the \`runId\`.
3. **Look.** \`portarium_run_get\` with \`workspaceId\` and \`runId\`: \`status\`, \`waitingFor\` in words, and \`pendingApprovals\` with the calls that
   would be made. Ask again no sooner than \`pollAfterMs\` says.
4. **Tell the user** in one message: what waits, for whom, which calls with which arguments, and the run id. Then end your turn
   or do other work. Do not start the run again, and do not look for another way to the same effect.
5. **Never decide for people.** \`portarium_approval_submit\` refuses whoever asked, and agents that no policy names. Use it only when the
   user is an approver and has told you the decision; pass their words as \`comment\`.
6. **After the decision.** Succeeded: tell \`output\`. Denied: tell the comment, and change the plan before you ask again. Changes
   requested: start a new run with the changed input and a new key. Paused: a call may or may not have happened; a person looks at
   \`portarium_work_items_list\`. Not wanted any more: \`portarium_run_cancel\` with a reason.

Long-lived agents call \`portarium_agent_register\` once and \`portarium_agent_heartbeat\` while they work.
`,
};
