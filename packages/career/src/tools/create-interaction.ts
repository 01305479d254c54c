import { operation } from '@quadrivium/kernel';
import * as z from 'zod';
import type { CareerApp } from '../app/career-app.js';
import { createInteraction } from '../app/interactions.js';
import { actorOf } from './actor.js';
import { seedReply } from './seed-reply.js';
import { InteractionView, traceId } from './shared-fields.js';

export const createInteractionTool = (app: CareerApp) =>
  operation({
    name: 'create_interaction',
    title: 'Create an interaction',
    description:
      'Opens an outreach to a contact about an opportunity, in Draft. Refused inside the cooldown or for do-not-contact.',
    effect: 'write',
    idempotent: true,
    input: z.strictObject({
      contact_id: z.string().min(1).describe('Whom to write to'),
      opportunity_id: z.string().min(1).describe('What about'),
      interaction_id: z.string().min(1).max(200).optional().describe('Generated when left out'),
      idempotency_key: z.string().min(1).max(200).optional().describe('Repeating it returns the same interaction'),
      trace_id: traceId,
    }),
    output: z.object({
      trace_id: z.string(),
      outcome: z.enum(['created', 'already_created']),
      interaction: InteractionView,
    }),
    async run({ contact_id, opportunity_id, interaction_id, idempotency_key, trace_id }, { identity }) {
      return seedReply(
        await createInteraction(app, {
          contactId: contact_id,
          opportunityId: opportunity_id,
          ...(interaction_id === undefined ? {} : { interactionId: interaction_id }),
          ...(idempotency_key === undefined ? {} : { idempotencyKey: idempotency_key }),
          ...(trace_id === undefined ? {} : { traceId: trace_id }),
          actor: actorOf(identity),
        }),
      );
    },
  });
