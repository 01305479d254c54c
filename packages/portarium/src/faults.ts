import { Fault, type FaultDetails } from '@quadrivium/kernel/fault';

/** Every way in which the control plane refuses or fails. Front ends translate these into status codes. */
export type PortariumFaultKind =
  | 'InvalidInput'
  | 'Unauthenticated'
  | 'Forbidden'
  | 'SeparationOfDuties'
  | 'NotFound'
  | 'Conflict'
  | 'IdempotencyConflict'
  | 'StaleLease'
  | 'Frozen'
  | 'RateLimited'
  | 'DependencyFailed'
  | 'Unavailable'
  | 'BadConfiguration'
  | 'BadUsage';

export function portariumFault(
  kind: PortariumFaultKind,
  message: string,
  details?: FaultDetails,
): Fault<PortariumFaultKind> {
  return new Fault(kind, message, details);
}

/** The same words whether or not the other workspace exists, so that asking reveals nothing. */
export function foreignWorkspace(): Fault<PortariumFaultKind> {
  return portariumFault('Forbidden', 'This credential does not give access to that workspace.');
}

export function notFound(what: string, id: string, suggestion?: string): Fault<PortariumFaultKind> {
  return portariumFault('NotFound', `There is no ${what} "${id}" in this workspace.`, {
    context: { what, id },
    ...(suggestion === undefined ? {} : { suggestion }),
  });
}

export function conflict(
  message: string,
  context: Readonly<Record<string, unknown>> = {},
  suggestion?: string,
): Fault<PortariumFaultKind> {
  return portariumFault('Conflict', message, { context, ...(suggestion === undefined ? {} : { suggestion }) });
}

/** `errors` maps a field to what is wrong with it; all of it at once, so that one correction is enough. */
export function invalidInput(
  message: string,
  errors: Readonly<Record<string, readonly string[]>> = {},
  suggestion?: string,
): Fault<PortariumFaultKind> {
  return portariumFault('InvalidInput', message, {
    context: { errors },
    ...(suggestion === undefined ? {} : { suggestion }),
  });
}

/** The database is full, locked or cannot be reached: a state of the world that passes. */
export const isAway = (error: unknown): boolean => error instanceof Fault && error.kind === 'Unavailable';

export { Fault };
