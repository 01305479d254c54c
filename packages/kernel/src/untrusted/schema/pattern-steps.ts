/**
 * How many steps a backtracking engine may take at most for a pattern, as `factor · length^degree`. The bound is crude
 * and never too low: what it cannot tell, such as `(a+)+` or a reference back, counts as exponential.
 */
export interface PatternSteps {
  readonly factor: number;
  /** Infinite when the steps double with every character. */
  readonly degree: number;
}

const EXPONENTIAL: PatternSteps = { factor: 1, degree: Number.POSITIVE_INFINITY };
const ONE: PatternSteps = { factor: 1, degree: 0 };
const LONGEST = 2_000;
const DEEPEST = 30;

/** The steps for one text of this length. The engine may begin anew at every character, hence one degree more. */
export function stepsFor({ factor, degree }: PatternSteps, length: number): number {
  return degree === Number.POSITIVE_INFINITY ? 2 ** length : factor * Math.max(1, length) ** (degree + 1);
}

export function patternSteps(pattern: string): PatternSteps {
  if (pattern.length > LONGEST) return EXPONENTIAL;
  const reader = new Reader(pattern);
  const steps = reader.alternatives(0);
  return reader.isAtEnd ? steps : EXPONENTIAL;
}

function both(a: PatternSteps, b: PatternSteps): PatternSteps {
  return { factor: a.factor * b.factor, degree: a.degree + b.degree };
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  alternatives(depth: number): PatternSteps {
    if (depth > DEEPEST) return EXPONENTIAL;
    let all = this.#sequence(depth);
    while (this.#take('|')) {
      const other = this.#sequence(depth);
      all = { factor: all.factor + other.factor, degree: Math.max(all.degree, other.degree) };
    }
    return all;
  }

  #sequence(depth: number): PatternSteps {
    let steps = ONE;
    while (!this.isAtEnd && !'|)'.includes(this.#text.charAt(this.#at))) steps = both(steps, this.#repeated(depth));
    return steps;
  }

  #repeated(depth: number): PatternSteps {
    const body = this.#atom(depth);
    const [least, most] = this.#quantifier();
    if (most <= 1 && least === most) return most === 0 ? ONE : body;
    // Repeating what has no choice in it leaves one choice: how often.
    if (body.degree === 0 && body.factor === 1) {
      const choices = most - least;
      return choices === Number.POSITIVE_INFINITY ? { factor: 1, degree: 1 } : { factor: choices + 1, degree: 0 };
    }
    if (most === Number.POSITIVE_INFINITY) return EXPONENTIAL;
    return { factor: (body.factor + 1) ** most, degree: body.degree === 0 ? 0 : body.degree * most };
  }

  #atom(depth: number): PatternSteps {
    const letter = this.#text.charAt(this.#at);
    if (letter === '(') return this.#group(depth);
    if (letter === '[') return this.#class();
    if (letter === '\\') return this.#escape();
    this.#at += 1;
    return ONE;
  }

  #group(depth: number): PatternSteps {
    const opening = /^\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/.exec(this.#text.slice(this.#at, this.#at + 64));
    this.#at += opening?.[0].length ?? 1;
    const body = this.alternatives(depth + 1);
    return this.#take(')') ? body : EXPONENTIAL;
  }

  #class(): PatternSteps {
    for (this.#at += 1; !this.isAtEnd; this.#at += 1) {
      const letter = this.#text.charAt(this.#at);
      if (letter === '\\') this.#at += 1;
      else if (letter === ']') break;
    }
    return this.#take(']') ? ONE : EXPONENTIAL;
  }

  /** Members of `\u{…}` and `\p{…}` look like a quantifier and are read over; a reference back can take any time. */
  #escape(): PatternSteps {
    const [whole = '', name = ''] =
      /^\\(?:[pPu]\{[^}]*\}|k<[^>]*>|(.?))/su.exec(this.#text.slice(this.#at, this.#at + 64)) ?? [];
    this.#at += Math.max(1, whole.length);
    return /[1-9]/.test(name) || whole.startsWith('\\k<') ? EXPONENTIAL : ONE;
  }

  #quantifier(): readonly [least: number, most: number] {
    const match = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(this.#text.slice(this.#at, this.#at + 32));
    if (match === null) return [1, 1];
    const [whole, sign, least, comma, most] = match;
    this.#at += whole.length;
    if (sign !== undefined) return [sign === '+' ? 1 : 0, sign === '?' ? 1 : Number.POSITIVE_INFINITY];
    if (comma === '') return [Number(least), Number(least)];
    return [Number(least), most === '' ? Number.POSITIVE_INFINITY : Number(most)];
  }

  #take(letter: string): boolean {
    if (this.#text.charAt(this.#at) !== letter) return false;
    this.#at += 1;
    return true;
  }
}
