/** Which records of a deck had an effect, which had none and why, and what a planner should know about the rest. */
import type { Origin } from '../readers/line.js';

export interface Warning {
  readonly code: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly entity: string | null;
  readonly message: string;
}

interface HasOrigin {
  readonly origin: Origin;
}

const keyOf = ({ file, line }: Origin) => `${file}:${line}`;

export class Usage {
  readonly #used = new Set<string>();
  readonly #reasons = new Map<string, string>();
  readonly warnings: Warning[] = [];

  use(...records: readonly (HasOrigin | null | undefined)[]): void {
    for (const record of records) if (record) this.#used.add(keyOf(record.origin));
  }

  /** Why a record has no effect; it has one all the same if somebody else uses it. */
  ignore(record: HasOrigin, reason: string): void {
    if (!this.#reasons.has(keyOf(record.origin))) this.#reasons.set(keyOf(record.origin), reason);
  }

  warn(code: string, message: string, at?: { readonly origin?: Origin; readonly entity?: string }): void {
    const { origin, entity = null } = at ?? {};
    this.warnings.push({ code, file: origin?.file ?? null, line: origin?.line ?? null, entity, message });
  }

  isUsed(origin: Origin): boolean {
    return this.#used.has(keyOf(origin));
  }

  reasonOf(origin: Origin): string {
    return (
      this.#reasons.get(keyOf(origin)) ??
      'nothing in the case follows from it: outside the study, or of something it does not have'
    );
  }
}
