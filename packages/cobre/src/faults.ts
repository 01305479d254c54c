/**
 * Every kind of failure this package reports. Validation kinds appear in validation reports and, when a case that is not
 * valid is loaded all the same, in the `Fault` that refuses it; runtime kinds come from training, simulation and results.
 */
export const validationKinds = [
  'MissingFile',
  'ParseError',
  'SchemaViolation',
  'TypeMismatch',
  'OutOfRange',
  'InvalidEnum',
  'DuplicateId',
  'MissingReference',
  'CoverageMismatch',
  'StageMismatch',
  'IncompatibleSettings',
  'PhysicalConstraint',
  'CapacityViolation',
  'PenaltyConsistency',
] as const;

export type ValidationKind = (typeof validationKinds)[number];

export const runtimeKinds = [
  'SolverFailure',
  'MpiError',
  'CheckpointFailed',
  'OutputCorrupted',
  'OutputNotFound',
  'IncompatibleRuns',
] as const;

export type RuntimeKind = (typeof runtimeKinds)[number];

/**
 * What only those who serve others have to say: a wrong question, a person who said no, a run in the way, a run that lost its server, files that
 * took more than an operator allows or ended who read them, a disk that is full, a proof that does not hold.
 */
export const serviceKinds = [
  'InvalidArguments',
  'Declined',
  'RunInProgress',
  'RunInterrupted',
  'ServerStopping',
  'LimitExceeded',
  'ReaderFailed',
  'DiskFull',
  'ProofRefuted',
  'InternalError',
] as const;

export type ServiceKind = (typeof serviceKinds)[number];

export type CobreFaultKind = ValidationKind | RuntimeKind | ServiceKind;

/** One finding about a case: what is wrong, where, and what to try next. */
export interface ErrorRecord {
  readonly kind: ValidationKind;
  readonly message: string;
  /** The keys depend on the kind; `file` is always the path relative to the case directory. */
  readonly context: Readonly<Record<string, unknown>>;
  readonly suggestion: string | null;
}
