import type { Requirement } from '../test/requirements/statement.js';

/** One test of a run: the path of its file from the root of the repository, and the titles above it with its own. */
export interface RanTest {
  readonly file: string;
  readonly titles: readonly string[];
  readonly state: 'passed' | 'failed' | 'skipped';
}

export interface Run {
  /** Files that were run, those included in which no test was found. */
  readonly files: ReadonlySet<string>;
  readonly tests: readonly RanTest[];
}

export const verdicts = ['proved', 'in part', 'skipped here', 'failed', 'gap'] as const;
/** `in part`: some of its tests, or cases of one, passed and the others did not run here. */
export type Verdict = (typeof verdicts)[number];

export interface Judged {
  readonly row: Requirement;
  readonly verdict: Verdict;
  /** Why it failed. */
  readonly reasons: readonly string[];
}

type Outcome = RanTest['state'] | 'in part' | 'missing' | 'not run';

/** What a run says about each requirement; those whose files did not run are left out. */
export function judge(rows: readonly Requirement[], run: Run): Judged[] {
  const byFile = new Map<string, RanTest[]>();
  for (const test of run.tests) byFile.set(test.file, [...(byFile.get(test.file) ?? []), test]);
  return rows.flatMap((row): Judged[] => {
    if ('gap' in row) return [{ row, verdict: 'gap', reasons: [] }];
    const outcomes = row.tests.map((name) => [name, outcomeOf(name, run.files, byFile)] as const);
    if (outcomes.every(([, outcome]) => outcome === 'not run')) return [];
    return [{ row, verdict: verdictOf(outcomes.map(([, outcome]) => outcome)), reasons: reasonsOf(outcomes) }];
  });
}

function outcomeOf(name: string, files: ReadonlySet<string>, byFile: ReadonlyMap<string, RanTest[]>): Outcome {
  const [file = '', title = ''] = name.split(' > ');
  if (!files.has(file)) return 'not run';
  const pattern = titlePattern(title);
  const named = (byFile.get(file) ?? []).filter(({ titles }) => titles.some((each) => pattern.test(each)));
  const states = named.map(({ state }) => state);
  if (states.length === 0) return 'missing';
  if (states.includes('failed')) return 'failed';
  if (!states.includes('passed')) return 'skipped';
  return states.includes('skipped') ? 'in part' : 'passed';
}

/** A title as it stands in the source, with the places that `test.each` fills in. */
export function titlePattern(title: string): RegExp {
  const parts = title.split(/%[sdifjoOc#$]|\$[A-Za-z_][\w.]*/);
  const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${parts.map((part) => literal(part.replaceAll('%%', '%'))).join('[^]*')}$`);
}

function verdictOf(outcomes: readonly Outcome[]): Verdict {
  if (outcomes.some((outcome) => outcome === 'failed' || outcome === 'missing')) return 'failed';
  if (outcomes.every((outcome) => outcome === 'passed')) return 'proved';
  return outcomes.some((outcome) => outcome === 'passed' || outcome === 'in part') ? 'in part' : 'skipped here';
}

function reasonsOf(outcomes: readonly (readonly [string, Outcome])[]): string[] {
  return outcomes.flatMap(([name, outcome]) => {
    if (outcome === 'missing') return [`there is no test ${name}`];
    return outcome === 'failed' ? [`failed: ${name}`] : [];
  });
}

/** One line per seed; a statement that two seeds make counts for both, and once in the last line. */
export function requirementTable(judged: readonly Judged[]): string {
  const seeds = [...new Set(judged.flatMap(({ row }) => row.seed))].sort();
  const line = (name: string, cells: readonly (string | number)[]): string =>
    `${name.padEnd(14)}${cells.map((cell, at) => String(cell).padStart((verdicts[at]?.length ?? 0) + 2)).join('')}`;
  const counts = (rows: readonly Judged[]): number[] =>
    verdicts.map((verdict) => rows.filter((each) => each.verdict === verdict).length);
  const ofSeed = (seed: string): Judged[] => judged.filter(({ row }) => row.seed.some((each) => each === seed));
  return [
    line('requirements', verdicts),
    ...seeds.map((seed) => line(`seed ${seed}`, counts(ofSeed(seed)))),
    line('all', counts(judged)),
  ].join('\n');
}
