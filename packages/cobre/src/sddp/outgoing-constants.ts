import type { MapTerm, ScenarioTerms } from '../lp/model/scenario-map.js';

/** The outgoing states that incoming state and realisation decide alone: inflow memory, storages of absent plants. */
export class OutgoingConstants {
  readonly #target: Int32Array;
  readonly #base: Float64Array;
  readonly #byState: Flat;
  readonly #byNoise: Flat;

  constructor({ constantBase = [], constantByState, constantByNoise }: ScenarioTerms) {
    const targets = new Set([...constantBase, ...constantByState, ...constantByNoise].map(({ target }) => target));
    this.#target = Int32Array.from(targets);
    this.#base = Float64Array.from(this.#target, (target) =>
      constantBase.reduce((sum, term) => (term.target === target ? sum + term.value : sum), 0),
    );
    this.#byState = flat(constantByState);
    this.#byNoise = flat(constantByNoise);
  }

  read(state: Float64Array, realization: Float64Array, into: Float64Array): void {
    for (let k = 0; k < this.#target.length; k++) into[this.#target[k]!] = this.#base[k]!;
    add(this.#byState, state, into);
    add(this.#byNoise, realization, into);
  }
}

interface Flat {
  readonly target: Int32Array;
  readonly source: Int32Array;
  readonly coefficient: Float64Array;
}

function flat(terms: readonly MapTerm[]): Flat {
  return {
    target: Int32Array.from(terms, (term) => term.target),
    source: Int32Array.from(terms, (term) => term.source),
    coefficient: Float64Array.from(terms, (term) => term.coefficient),
  };
}

function add({ target, source, coefficient }: Flat, values: Float64Array, into: Float64Array): void {
  for (let k = 0; k < target.length; k++) into[target[k]!]! += coefficient[k]! * values[source[k]!]!;
}
