import type { JsonObject } from '../../essentials/is-object.js';
import { bounds } from '../bounds.js';
import { type CompileWishes, compile, type Misfit } from './compile.js';
import { type PatternSteps, patternSteps, stepsFor } from './pattern-steps.js';
import { type SchemaCost, schemaCost } from './schema-cost.js';
import { membersOf } from './schema-size.js';

/** Thrown out of a check that has become too dear for the thread of the host. */
class Exhausted extends Error {}

/**
 * Checks values on the thread of the host as long as that is certain to take little time. Undefined is no verdict: the
 * check may take longer than the bounds allow, and belongs where it can be ended.
 */
export class DirectCheck {
  readonly #cost: SchemaCost;
  readonly #validate: ((value: unknown) => readonly Misfit[]) | undefined;
  #stepsLeft = 0;

  /** Throws when the schema cannot be used. */
  constructor(schema: JsonObject, { all }: CompileWishes) {
    this.#cost = schemaCost(schema);
    const isSmall = this.#cost.members <= bounds.check.compiled;
    this.#validate = isSmall ? compile(schema, { all, testOf: (pattern) => this.#metered(pattern) }) : undefined;
  }

  misfits(value: unknown): readonly Misfit[] | undefined {
    if (this.#validate === undefined || !this.#isAffordable(value)) return undefined;
    this.#stepsLeft = bounds.check.steps;
    try {
      return this.#validate(value);
    } catch (error) {
      if (error instanceof Exhausted) return undefined;
      throw error;
    }
  }

  #isAffordable(value: unknown): boolean {
    const { members, compares } = this.#cost;
    const most = compares ? Math.sqrt(bounds.check.steps / members) : bounds.check.steps / members;
    return membersOf(value, most) <= most;
  }

  /** A pattern whose every test is paid for in advance, at the price of the worst text of its length. */
  #metered(pattern: string) {
    const expression = new RegExp(pattern, 'u');
    const steps: PatternSteps = patternSteps(pattern);
    return {
      test: (text: string): boolean => {
        this.#stepsLeft -= stepsFor(steps, text.length);
        if (!(this.#stepsLeft >= 0)) throw new Exhausted();
        return expression.test(text);
      },
    };
  }
}
