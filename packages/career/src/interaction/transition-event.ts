import type { AuditDraft } from '../audit/audit-log.js';
import type { CreateRequest, Transition, TransitionRequest } from './coordinator.js';

/** The evidence of a decided transition; the same draft whether it is written at once or drained from an outbox. */
export function transitionEvent(request: TransitionRequest, transition: Transition, recovered = false): AuditDraft {
  const done = transition.outcome === 'applied' || transition.outcome === 'already_applied';
  return {
    event_id: request.eventId,
    trace_id: request.traceId,
    event_type: done ? 'InteractionTransitionCompleted' : 'InteractionTransitionRejected',
    payload: {
      outcome: transition.outcome,
      transition_index: transition.index,
      ...(transition.refusal ? { reason: transition.refusal.rule } : {}),
      ...(recovered ? { recovered: true } : {}),
    },
    created_at: request.at,
    refs: [request.interactionId],
    actor: request.actor,
  };
}

export function createdEvent(request: CreateRequest): AuditDraft {
  const { interactionId, contactId, opportunityId } = request;
  return {
    event_id: request.eventId,
    trace_id: request.traceId,
    event_type: 'InteractionCreated',
    payload: { interaction_id: interactionId, contact_id: contactId, opportunity_id: opportunityId },
    created_at: request.at,
    refs: [interactionId, contactId, opportunityId],
    actor: request.actor,
  };
}
