/**
 * The one error class of this codebase: what happened, where, and what to try next.
 *
 * A `kind` is a name from the owning package's `faults.ts`; callers branch on it, never on the message. Anything that is
 * not a `Fault` is a bug of ours and rises with its `cause`.
 */
export class Fault<Kind extends string = string> extends Error {
  readonly kind: Kind;
  readonly context: Readonly<Record<string, unknown>>;
  readonly suggestion: string | undefined;

  constructor(kind: Kind, message: string, details: FaultDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'Fault';
    this.kind = kind;
    this.context = details.context ?? {};
    this.suggestion = details.suggestion;
  }

  /** The form that crosses the wire. */
  toRecord(): FaultRecord<Kind> {
    return {
      kind: this.kind,
      message: this.message,
      context: this.context,
      ...(this.suggestion === undefined ? {} : { suggestion: this.suggestion }),
    };
  }
}

export interface FaultDetails {
  readonly context?: Readonly<Record<string, unknown>>;
  readonly suggestion?: string;
  readonly cause?: unknown;
}

export interface FaultRecord<Kind extends string = string> {
  readonly kind: Kind;
  readonly message: string;
  readonly context: Readonly<Record<string, unknown>>;
  readonly suggestion?: string;
}
