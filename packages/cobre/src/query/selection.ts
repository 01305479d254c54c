import { Fault } from '@quadrivium/kernel/fault';
import { type BoundValue, quotedName } from './query-engine.js';
import type { ResultKind } from './result-kinds.js';

/** What a caller wants from a table; entity ids are already the integers of the table. */
export interface Selection {
  readonly entityIds?: readonly number[];
  readonly stages?: readonly [number, number];
  readonly scenarios?: readonly [number, number];
  readonly columns?: readonly string[];
}

/** Where a table's rows are. */
export interface Source {
  readonly files: readonly string[];
  /** The scenario is in the name of the folder; otherwise it is a column, if it is there at all. */
  readonly partitioned: boolean;
  /** Columns in the files, and `scenario_id` where folders say it. */
  readonly columns: readonly string[];
}

export interface Statement {
  readonly sql: string;
  readonly values: readonly BoundValue[];
}

/** What is asked, as parts of statements: names are those of the table, everything a caller says is bound. */
export class PlannedQuery {
  /** Columns of the answer, as the caller calls them. */
  readonly names: readonly string[];
  readonly #source: Source;
  readonly #idColumn: string | null;
  readonly #list: string;
  readonly #conditions: readonly string[];
  readonly #values: readonly BoundValue[];
  readonly #order: string;

  constructor(source: Source, kind: ResultKind, selection: Selection) {
    this.#source = source;
    this.#idColumn = kind.idColumn;
    this.names = selection.columns ?? source.columns;
    this.#list = this.names.map((name) => columnAs(name, source, kind)).join(', ');
    const conditions: string[] = [];
    const values: BoundValue[] = [source.files];
    const bound = (value: BoundValue): string => `$${values.push(value)}`;
    const within = (column: string, [first, last]: readonly [number, number]): void => {
      conditions.push(`${quotedName(existing(column, source))} BETWEEN ${bound(first)} AND ${bound(last)}`);
    };
    if (selection.entityIds && kind.idColumn) {
      const list = selection.entityIds.map(bound).join(', ');
      conditions.push(`${quotedName(existing(kind.idColumn, source))} IN (${list})`);
    }
    if (selection.stages) within('stage_id', selection.stages);
    // Folders outside the range were left out when the files were chosen.
    if (selection.scenarios && !source.partitioned) within('scenario_id', selection.scenarios);
    this.#conditions = conditions;
    this.#values = values;
    const keys = ['iteration', 'year', 'stage_id', kind.idColumn ?? '', 'class', 'scenario_id', 'block_id'];
    this.#order = keys
      .filter((key) => source.columns.includes(key))
      .map(quotedName)
      .join(', ');
  }

  count(): Statement {
    return { sql: `SELECT count(*) ${this.#from}`, values: this.#values };
  }

  /** The first rows by stage, entity, scenario and block. */
  rows(limit: number): Statement {
    const order = this.#order === '' ? '' : `ORDER BY ${this.#order}`;
    return {
      sql: `SELECT ${this.#list} ${this.#from} ${order} LIMIT CAST($${this.#values.length + 1} AS BIGINT)`,
      values: [...this.#values, limit],
    };
  }

  /** Every row in the order of the files: scenario by scenario, without keeping them. */
  everything(): Statement {
    return { sql: `SELECT ${this.#list} ${this.#from}`, values: this.#values };
  }

  /** Count, mean, deviation, extremes and quantiles of a column, for each value of a key. */
  statistics(column: string, key: string): Statement {
    const [value, by] = [quotedName(existing(column, this.#source)), quotedName(existing(key, this.#source))];
    return {
      sql: `SELECT ${by}, ${spreadOf(value)} ${this.#from} GROUP BY ${by} ORDER BY ${by}`,
      values: this.#values,
    };
  }

  /** One value for each stage of a scenario, made of its blocks as `merge` says, spread over scenarios. */
  stageSpreads(column: string, merge: BlockMerge): Statement {
    const value = quotedName(existing(column, this.#source));
    const blocks = this.#source.columns.includes('block_id');
    const table = `(SELECT * ${this.#from})`;
    const merged = blocks ? merges[merge](value) : `avg(${value})`;
    const weighted = blocks && merge === 'by hours' ? `LEFT JOIN ${this.#hours} USING ("stage_id", "block_id")` : '';
    const inner = `SELECT "stage_id", ${merged} AS merged FROM ${table} ${weighted} GROUP BY "scenario_id", "stage_id"`;
    const sql = `SELECT "stage_id", ${spreadOf('merged')} FROM (${inner}) GROUP BY "stage_id" ORDER BY "stage_id"`;
    return { sql, values: this.#values };
  }

  /** Results do not state the hours of a block, but any plant or load that was not zero tells them. */
  get #hours(): string {
    const power = ['load_mw', 'generation_mw'].find((name) => this.#source.columns.includes(name));
    const energy = `${power}h`;
    const known = power !== undefined && this.#source.columns.includes(energy);
    const hours = known ? `max("${energy}" / "${power}") FILTER ("${power}" <> 0)` : 'NULL';
    const table = tableOf(this.#source.partitioned);
    return `(SELECT "stage_id", "block_id", ${hours} AS hours FROM ${table} GROUP BY "stage_id", "block_id")`;
  }

  /** How many scenarios fall into each of `bins` equal parts of the range of a discounted sum; and that range. */
  scenarioBins(column: string, weight: string, bins: number): Statement {
    const [value, by] = [quotedName(existing(column, this.#source)), quotedName(existing(weight, this.#source))];
    const totals = `SELECT sum(${value} * ${by}) AS total ${this.#from} GROUP BY "scenario_id"`;
    const ends = 'SELECT min(total) AS low, max(total) AS high FROM totals';
    const bin = `least(coalesce(floor((total - low) / nullif(high - low, 0) * ${bins}), 0), ${bins - 1})`;
    return {
      sql: `WITH totals AS (${totals}), ends AS (${ends})
        SELECT ${bin} AS bin, count(*), any_value(low), any_value(high) FROM totals, ends GROUP BY bin ORDER BY bin`,
      values: this.#values,
    };
  }

  /** The same over scenarios for every entity, stage and block, of which a table may lack some; the first `limit` groups. */
  spreads(column: string, limit: number): Statement {
    const value = quotedName(existing(column, this.#source));
    const { list, by } = this.#groups;
    const sql = `SELECT ${list}, ${spreadOf(value)} ${this.#from} GROUP BY ${by} ORDER BY ${by}`;
    return { sql: `${sql} LIMIT CAST($${this.#values.length + 1} AS BIGINT)`, values: [...this.#values, limit] };
  }

  /** How many groups `spreads` has. */
  spreadCount(): Statement {
    return { sql: `SELECT count(*) FROM (SELECT DISTINCT ${this.#groups.by} ${this.#from})`, values: this.#values };
  }

  /** The sum over all entities in a scenario, spread over scenarios, for every stage and block. */
  totalSpreads(column: string): Statement {
    const value = quotedName(existing(column, this.#source));
    const [by, list] = [this.#keys.slice(1).filter(isKey).map(quotedName), this.#keys.slice(1).map(orNull)];
    const inner = `SELECT ${by.join(', ')}, sum(${value}) AS total ${this.#from} GROUP BY "scenario_id", ${by.join(', ')}`;
    const grouped = `GROUP BY ${by.join(', ')} ORDER BY ${by.join(', ')}`;
    return {
      sql: `SELECT NULL, ${list.join(', ')}, ${spreadOf('total')} FROM (${inner}) ${grouped}`,
      values: this.#values,
    };
  }

  /** Mean, deviation and quantiles over scenarios of the discounted sum of a column. */
  scenarioTotals(column: string, weight: string): Statement {
    const [value, by] = [quotedName(existing(column, this.#source)), quotedName(existing(weight, this.#source))];
    const totals = `SELECT sum(${value} * ${by}) AS total ${this.#from} GROUP BY "scenario_id"`;
    return { sql: `SELECT 0, ${spreadOf('total')} FROM (${totals})`, values: this.#values };
  }

  /** The mean over scenarios of each column, weighted, in the order of the columns, behind the count of scenarios. */
  scenarioMeans(columns: readonly string[], weight: string): Statement {
    const by = quotedName(existing(weight, this.#source));
    const sums = columns.map((column) => `sum(${quotedName(existing(column, this.#source))} * ${by})`);
    const count = 'count(DISTINCT "scenario_id")';
    return {
      sql: `SELECT ${[count, ...sums.map((sum) => `${sum} / ${count}`)].join(', ')} ${this.#from}`,
      values: this.#values,
    };
  }

  /** Entity, stage and block; null for what the table does not tell apart. */
  get #keys(): readonly (string | null)[] {
    return [this.#idColumn, 'stage_id', 'block_id'].map((name) =>
      name !== null && this.#source.columns.includes(name) ? name : null,
    );
  }

  get #groups(): { readonly list: string; readonly by: string } {
    return { list: this.#keys.map(orNull).join(', '), by: this.#keys.filter(isKey).map(quotedName).join(', ') };
  }

  get #from(): string {
    const where = this.#conditions.length === 0 ? '' : `WHERE ${this.#conditions.join(' AND ')}`;
    return `FROM ${tableOf(this.#source.partitioned)} ${where}`;
  }
}

/** How a stage's blocks become one value: what stands at its end, the mean of its hours, or the sum. */
export type BlockMerge = 'at its end' | 'by hours' | 'added';

const merges: Readonly<Record<BlockMerge, (value: string) => string>> = {
  'at its end': (value) => `arg_max(${value}, "block_id")`,
  added: (value) => `sum(${value})`,
  'by hours': (value) => `sum(${value} * coalesce(hours, 1)) / sum(coalesce(hours, 1))`,
};

function isKey(name: string | null): name is string {
  return name !== null;
}

function orNull(name: string | null): string {
  return name === null ? 'NULL' : quotedName(name);
}

/** Count, mean, deviation, least, three quantiles and most of an expression. */
function spreadOf(value: string): string {
  const quantiles = [0.05, 0.5, 0.95].map((share) => `quantile_cont(${value}, ${share})`).join(', ');
  return `count(${value}), avg(${value}), stddev_samp(${value}), min(${value}), ${quantiles}, max(${value})`;
}

/**
 * Only files say what is in them: no `name=value` in the path of a case becomes a column. Where the scenario is the name
 * of a file's folder it is taken from there, and from nowhere above.
 */
export function tableOf(partitioned: boolean): string {
  if (!partitioned) return 'read_parquet($1, hive_partitioning = false)';
  const scenario = `CAST(regexp_extract("${fileColumn}", 'scenario_id=([0-9]+)/data[.]parquet$', 1) AS INTEGER)`;
  const files = `read_parquet($1, hive_partitioning = false, filename = '${fileColumn}')`;
  return `(SELECT ${scenario} AS "scenario_id", * EXCLUDE ("${fileColumn}") FROM ${files})`;
}

/** No column of a result is called like this. */
const fileColumn = 'cobre:file';

function columnAs(name: string, source: Source, { aliases }: ResultKind): string {
  if (source.columns.includes(name)) return quotedName(name);
  const real = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
  if (real !== undefined && source.columns.includes(real)) return `${quotedName(real)} AS ${quotedName(name)}`;
  throw unknownColumn(name, source.columns);
}

function existing(name: string, source: Source): string {
  if (source.columns.includes(name)) return name;
  throw unknownColumn(name, source.columns);
}

export function unknownColumn(name: string, columns: readonly string[]): Fault<'InvalidArguments'> {
  return new Fault('InvalidArguments', `There is no column '${name.slice(0, 100)}' in this table`, {
    context: { field: 'filters.columns', value: name.slice(0, 100), allowed_values: columns },
    suggestion: `Choose from: ${columns.join(', ')}.`,
  });
}
