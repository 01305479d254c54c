import { Fault, type FaultDetails } from '@quadrivium/kernel/fault';

/** Everything a caller of this package may have to deal with. */
export type CareerFaultKind =
  | 'INVALID_ARGUMENT'
  | 'TOO_LARGE'
  | 'OPPORTUNITY_NOT_FOUND'
  | 'ATOM_NOT_FOUND'
  | 'CONTACT_NOT_FOUND'
  | 'INTERACTION_NOT_FOUND'
  | 'PROFILE_NOT_FOUND'
  | 'REMINDER_NOT_FOUND'
  | 'DECISION_NOT_FOUND'
  | 'RESUME_NOT_FOUND'
  | 'TRACE_NOT_FOUND'
  | 'ALREADY_EXISTS'
  | 'IDEMPOTENCY_CONFLICT'
  | 'OUTREACH_REFUSED'
  | 'OVERRIDE_REFUSED'
  | 'PERSON_REQUIRED'
  | 'SENTENCE_REFUSED'
  | 'NOTHING_CONFIRMED'
  | 'DOCUMENT_NOT_FOUND'
  | 'EXTRACTION_EMPTY'
  | 'ENCRYPTED'
  | 'UNSUPPORTED'
  | 'AUDIT_BROKEN'
  | 'BACKEND_UNAVAILABLE'
  | 'BAD_CONFIGURATION'
  | 'CANCELLED';

export function careerFault(kind: CareerFaultKind, message: string, details?: FaultDetails): Fault<CareerFaultKind> {
  return new Fault(kind, message, details);
}

/** How a failure is named in the evidence; what is not a fault is a bug of ours. */
export function faultKind(error: unknown): string {
  return error instanceof Fault ? error.kind : 'INTERNAL';
}

export { Fault };
