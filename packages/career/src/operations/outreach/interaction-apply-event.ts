import * as z from 'zod';
import { applyEvent } from '../../app/interactions.js';
import { interactionEvents } from '../../domain/interaction.js';
import { outcomes } from '../../interaction/coordinator.js';
import { actorOf } from '../actor.js';
import { callEntry } from '../audit.js';
import { operation } from '../operation.js';
import { seedReply } from '../seed-reply.js';
import { traceId } from '../shared-fields.js';

export const interactionApplyEventOperation = operation({
  name: 'interaction_apply_event',
  title: 'Apply an event to an interaction',
  description:
    'Moves an interaction through Draft, Ready, Sent, Responded, Closed. One atomic step; repeating the idempotency key is safe. Rules about contacts are enforced here.',
  effect: 'write',
  optIn: false,
  idempotent: true,
  input: z.strictObject({
    interaction_id: z.string().min(1).describe('Interaction to transition'),
    event: z.enum(interactionEvents).describe('What happened'),
    idempotency_key: z.string().min(1).max(200).describe('Unique key for idempotent replay'),
    expected_index: z.int().min(0).optional().describe('Refuse when the interaction has moved on since'),
    trace_id: traceId,
  }),
  output: z.object({
    trace_id: z.string(),
    result: z.object({
      outcome: z.enum(outcomes),
      before_state: z.int(),
      after_state: z.int(),
      transition_index: z.int(),
      before_state_name: z.string(),
      after_state_name: z.string(),
      refusal: z
        .object({
          rule: z.string(),
          message: z.string(),
          other_interaction_id: z.string().optional(),
          until: z.string().optional().describe('When the cooldown ends'),
        })
        .optional(),
    }),
  }),
  async run({ interaction_id, event, idempotency_key, expected_index, trace_id }, context) {
    const { app, identity } = context;
    return seedReply(
      await applyEvent(app, {
        interactionId: interaction_id,
        event,
        idempotencyKey: idempotency_key,
        expectedIndex: expected_index,
        traceId: trace_id,
        actor: actorOf(identity),
        call: callEntry(context),
      }),
    );
  },
});
