/** A linear program as text in the CPLEX LP format, for the front door of the `highs` package. */
import highsLoader from 'highs';

/** The package's types wrap the loader in a module object that Node unwraps. */
const loadHighs = highsLoader as unknown as () => Promise<{
  solve(text: string, options: object): { readonly Status: string; readonly ObjectiveValue: number };
}>;

export interface Term {
  readonly coefficient: number;
  readonly variable: string;
}

export const times = (coefficient: number, variable: string): Term => ({ coefficient, variable });

export class Program {
  readonly #rows: string[] = [];
  readonly #bounds: string[] = [];
  #count = 0;

  variable(lower = 0, upper = Number.POSITIVE_INFINITY): string {
    const name = `x${this.#count++}`;
    this.#bounds.push(` ${boundText(lower)} <= ${name} <= ${boundText(upper)}`);
    return name;
  }

  row(terms: readonly Term[], sense: '>=' | '<=' | '=', right: number): void {
    this.#rows.push(` r${this.#rows.length}: ${sumText(terms)} ${sense} ${right}`);
  }

  async minimum(objective: string): Promise<number> {
    const text = [
      'Minimize',
      ` obj: ${objective}`,
      'Subject To',
      ...this.#rows,
      'Bounds',
      ...this.#bounds,
      'End',
      '',
    ].join('\n');
    const highs = await loadHighs();
    const answer = highs.solve(text, { primal_feasibility_tolerance: 1e-9, dual_feasibility_tolerance: 1e-9 });
    if (answer.Status !== 'Optimal') throw new Error(`The extensive form is ${answer.Status}.`);
    return answer.ObjectiveValue;
  }
}

function boundText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+inf';
  return value === Number.NEGATIVE_INFINITY ? '-inf' : String(value);
}

/** Terms of one variable are added up, because the format allows a variable once per row. */
function sumText(terms: readonly Term[]): string {
  const sums = new Map<string, number>();
  for (const { coefficient, variable } of terms) sums.set(variable, (sums.get(variable) ?? 0) + coefficient);
  const parts = [...sums].map(([variable, value]) => `${value < 0 ? '-' : '+'} ${Math.abs(value)} ${variable}`);
  return parts.join(' ');
}
