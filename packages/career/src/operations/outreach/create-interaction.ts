import * as z from 'zod';
import { createInteraction } from '../../app/interactions.js';
import { actorOf } from '../actor.js';
import { callEntry } from '../audit.js';
import { operation } from '../operation.js';
import { seedReply } from '../seed-reply.js';
import { InteractionView, newId, traceId } from '../shared-fields.js';

export const createInteractionOperation = operation({
  name: 'create_interaction',
  title: 'Create an interaction',
  description:
    'Opens an outreach to a contact about an opportunity, in Draft. Refused inside the cooldown or for do-not-contact.',
  effect: 'write',
  idempotent: true,
  input: z.strictObject({
    contact_id: z.string().min(1).describe('Whom to write to'),
    opportunity_id: z.string().min(1).describe('What about'),
    interaction_id: newId.max(200).optional().describe('Generated when left out'),
    idempotency_key: z.string().min(1).max(200).optional().describe('Repeating it returns the same interaction'),
    trace_id: traceId,
  }),
  output: z.object({
    trace_id: z.string(),
    outcome: z.enum(['created', 'already_created']),
    interaction: InteractionView,
  }),
  async run({ contact_id, opportunity_id, interaction_id, idempotency_key, trace_id }, context) {
    const { app, identity } = context;
    return seedReply(
      await createInteraction(app, {
        contactId: contact_id,
        opportunityId: opportunity_id,
        interactionId: interaction_id,
        idempotencyKey: idempotency_key,
        traceId: trace_id,
        actor: actorOf(identity),
        call: callEntry(context),
      }),
    );
  },
});
