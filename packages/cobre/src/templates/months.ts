export interface MonthlyStage {
  readonly id: number;
  readonly start_date: string;
  readonly end_date: string;
  readonly blocks: readonly { readonly id: number; readonly name: string; readonly hours: number }[];
  readonly num_openings: number;
}

const firstYear = 2030;

/** Calendar months from January on, each one block as long as the month really is. */
export function monthlyStages(count: number, openings: number): MonthlyStage[] {
  return Array.from({ length: count }, (_, id) => {
    const [start, end] = [Date.UTC(firstYear, id, 1), Date.UTC(firstYear, id + 1, 1)];
    return {
      id,
      start_date: new Date(start).toISOString().slice(0, 10),
      end_date: new Date(end).toISOString().slice(0, 10),
      blocks: [{ id: 0, name: 'MONTH', hours: (end - start) / 3_600_000 }],
      num_openings: openings,
    };
  });
}
