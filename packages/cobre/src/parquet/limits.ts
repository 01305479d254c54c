/** How much a table may claim to hold. A few bytes can claim billions of rows, so claims are held against this first. */
export interface TableLimits {
  readonly rows: number;
  readonly columns: number;
}

/** A person at a terminal reads whatever fits; a process that reads for others is told its limits when it starts. */
let limits: TableLimits = { rows: Number.POSITIVE_INFINITY, columns: Number.POSITIVE_INFINITY };

export function limitTables(given: TableLimits): void {
  limits = given;
}

/** Throws when a footer claims more than this process reads; the words name the flag that would allow it. */
export function checkClaims(rows: number, columns: number): void {
  if (rows > limits.rows) throw new Error(beyond(rows, 'rows', limits.rows, '--max-table-rows'));
  if (columns > limits.columns) throw new Error(beyond(columns, 'columns', limits.columns, '--max-table-columns'));
}

function beyond(claimed: number, what: string, allowed: number, flag: string): string {
  return `it claims ${claimed} ${what}, and this server reads ${allowed} (${flag} of the server allows more)`;
}
