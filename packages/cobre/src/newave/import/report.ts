/** The report of an import: every file, what of it was used and what was not, ids by code, totals to check by. */
import type { Deck } from '../deck/deck.js';
import { plantEnergies, sumOf } from '../energies/stored-energy.js';
import type { Origin } from '../readers/line.js';
import type { Study } from './study.js';
import type { Usage } from './usage.js';

export interface IgnoredRecords {
  /** Records of binary files are counted like lines; 0 where a file was not read at all. */
  readonly first_line: number;
  readonly last_line: number;
  readonly records: number;
  readonly reason: string;
}

export interface FileReport {
  readonly path: string;
  readonly sha256: string | null;
  readonly lines: number | null;
  readonly records: number;
  readonly used: number;
  readonly ignored: readonly IgnoredRecords[];
}

export function fileReports({ deck, usage }: Study): FileReport[] {
  const byFile = new Map<string, Origin[]>();
  for (const origin of originsIn(deck)) {
    const known = byFile.get(origin.file);
    if (known) known.push(origin);
    else byFile.set(origin.file, [origin]);
  }
  return deck.files.map((file) => {
    const origins = (byFile.get(file.name) ?? []).sort((a, b) => a.line - b.line);
    const unused = origins.filter((origin) => !usage.isUsed(origin));
    const whole = wholeFile(file, origins.length);
    return {
      path: file.name,
      sha256: file.sha256,
      lines: file.lines,
      records: whole?.records ?? origins.length,
      used: whole?.used ?? origins.length - unused.length,
      ignored: whole?.ignored ?? runs(origins, usage),
    };
  });
}

/** Files that are no list of records of their own. */
function wholeFile(
  { need, lines, name }: Deck['files'][number],
  records: number,
): Pick<FileReport, 'records' | 'used' | 'ignored'> | null {
  if (/^(caso|arquivos)/i.test(name)) return { records: 1, used: 1, ignored: [] };
  if (records > 0) return null;
  const reason = need === null ? 'not a file of the deck that is read' : 'it has no records';
  return {
    records: 0,
    used: 0,
    ignored: [{ first_line: Math.min(1, lines ?? 0), last_line: lines ?? 0, records: 0, reason }],
  };
}

/** Neighbours that are ignored for the same reason are told as one; a record that is used stands between two of them. */
function runs(origins: readonly Origin[], usage: Usage): IgnoredRecords[] {
  const found: { first_line: number; last_line: number; records: number; reason: string }[] = [];
  let isOpen = false;
  for (const origin of origins) {
    const reason = usage.isUsed(origin) ? null : usage.reasonOf(origin);
    const open = isOpen ? found.at(-1) : undefined;
    if (reason === null) isOpen = false;
    else if (open?.reason === reason) Object.assign(open, { last_line: origin.line, records: open.records + 1 });
    else {
      found.push({ first_line: origin.line, last_line: origin.line, records: 1, reason });
      isOpen = true;
    }
  }
  return found;
}

/** Every place that a record was read at, each once. */
function originsIn(deck: Deck): Origin[] {
  const found = new Map<string, Origin>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look);
    else if (value instanceof Map) value.forEach(look);
    else if (typeof value === 'object' && value !== null) {
      if (isOrigin(value)) found.set(`${value.file}:${value.line}`, value);
      else Object.values(value).forEach(look);
    }
  };
  look(deck);
  return [...found.values()];
}

const isOrigin = (value: object): value is Origin =>
  'file' in value && 'line' in value && typeof value.line === 'number';

export function totalsOf({ deck }: Study) {
  const energies = plantEnergies(deck);
  const named = (code: number, name: string, own: typeof energies) => {
    const { largestStored, initialStored, naturalEnergy } = sumOf(own);
    return {
      code,
      name,
      stored_energy_max_mwmonth: largestStored,
      stored_energy_initial_mwmonth: initialStored,
      natural_energy_mean_mw: naturalEnergy,
    };
  };
  return {
    subsystems: deck.system.subsystems.map(({ code, name }) =>
      named(
        code,
        name,
        energies.filter(({ plant }) => plant.subsystem === code),
      ),
    ),
    reservoirs: deck.reservoirs.map(({ code, name }) =>
      named(
        code,
        name,
        energies.filter(({ plant }) => plant.reservoir === code),
      ),
    ),
  };
}
