import type { SkillDefinition } from '@quadrivium/kernel';

/** Every tool it names is one of this server's; `test/interop/skills.test.ts` holds it to that. */
export const coordinateOutreach: SkillDefinition = {
  name: 'coordinate-outreach',
  description:
    'How to coordinate outreach in a job search: whom to write to, what may be claimed, and how to record it. Load it before create_interaction.',
  body: `
# Coordinate outreach

This server sends nothing. People write; the record keeps them from writing twice and from claiming what is not so.

1. **What is worth it.** \`shortlist\` ranks opportunities; \`match_opportunity\` and \`explain_match\` say why, requirement by requirement;
   \`gap_summary\` what is missing. Quote verdicts as they are: "not shown" is not "no".
2. **What may be claimed.** Only atoms that a person has verified (\`list_atoms\`; proposals are made with \`propose_atoms\`, verified with
   \`verify_atoms\`). Text comes from \`tailor_document\`, and \`verify_document\` must pass before anybody sends it.
3. **Whom.** \`list_contacts\`; somebody new with \`add_contact\` and their addresses as \`identity_keys\`. Never write to
   \`do_not_contact\`, and never make a second contact for the same person to get around it.
4. **Open.** \`list_interactions\` first: somebody who was written to about this is not written to again. Then \`create_interaction\` with
   \`contact_id\`, \`opportunity_id\` and an \`idempotency_key\`. A refusal (cooldown, do not contact) is final: tell the user its reason.
5. **Record what people did**, one step each, with \`interaction_apply_event\` and a new \`idempotency_key\`: \`Prepare\` when the draft is ready,
   \`Send\` only after the user says that it was sent, \`ReceiveReply\` when an answer came, \`Close\` at the end.
6. **Follow up.** \`add_reminder\` (kind \`follow_up\`, with \`interaction_id\`) instead of a second message; \`list_reminders\` says what is due.
   What came of an application goes into \`record_outcome\`.

When something looks odd, \`get_audit_trace\` with the \`trace_id\` of the answer tells what happened; do not repeat a write with another key.
`,
};
