import { isObject } from '@quadrivium/kernel/essentials';
import type { EntryMark } from '../../equipment/equipment.js';
import { membersBy } from '../../equipment/members.js';
import type { ErrorRecord } from '../../faults.js';
import type { JsonFileSpec } from '../file-spec.js';
import { errorRecord } from '../finding.js';
import { type Generation, generationNames } from './generation.js';

/** A key that only one generation has, and that every case of it is likely to use. */
export interface Mark {
  readonly generation: Generation;
  readonly file: string;
  /** With `[]` where a list is: any of its entries counts. */
  readonly key: string;
}

const dated: EntryMark = { generation: 'current', key: 'operational_start_date' };

const mark = (generation: Generation, file: string, key: string): Mark => ({ generation, file, key });

const marks: readonly Mark[] = [
  mark('cobre-0.5', 'config.json', 'training.forward_passes'),
  mark('cobre-0.5', 'config.json', 'simulation.num_scenarios'),
  mark('cobre-0.5', 'stages.json', 'stages[].num_scenarios'),
  mark('cobre-0.5', 'penalties.json', 'hydro.fpha_turbined_cost'),
  mark('current', 'config.json', 'training.selection'),
  mark('current', 'config.json', 'simulation.selection'),
  mark('current', 'stages.json', 'stages[].num_openings'),
  mark('current', 'penalties.json', 'hydro.turbined_cost'),
  ...membersBy('file').flatMap(({ kind, files, declaredIn, marks: own = [] }) => {
    const file = files[declaredIn] as JsonFileSpec;
    const entry = ({ generation, key }: EntryMark) => mark(generation, file.path, `${kind}[].${key}`);
    return [...own, ...(file.current ? [dated] : [])].map(entry);
  }),
];

export type Told =
  | { readonly generation: Generation }
  /** The case is written in both ways at once. */
  | { readonly generation: null; readonly problem: ErrorRecord };

/** Tells the generation by the documents of a case; one that shows no mark at all is read as it always was. */
export function tellGeneration(documents: ReadonlyMap<string, unknown>): Told {
  const found = marks.filter(({ file, key }) => has(documents.get(file), key.split('.')));
  const [old, current] = [oneOf(found, 'cobre-0.5'), oneOf(found, 'current')];
  if (old && current) return { generation: null, problem: contradiction(old, current) };
  return { generation: current ? 'current' : 'cobre-0.5' };
}

const oneOf = (found: readonly Mark[], wanted: Generation) => found.find(({ generation }) => generation === wanted);

function has(value: unknown, [first = '', ...rest]: readonly string[]): boolean {
  if (!isObject(value)) return false;
  const list = first.endsWith('[]');
  const inner = value[list ? first.slice(0, -2) : first];
  if (list) return Array.isArray(inner) && inner.some((entry) => has(entry, rest));
  return rest.length === 0 ? Object.hasOwn(value, first) : has(inner, rest);
}

function contradiction(old: Mark, current: Mark): ErrorRecord {
  const told = ({ file, key, generation }: Mark) => `${file} has '${key}', a key of ${generationNames[generation]}`;
  const detail = `${told(old)}; ${told(current)}`;
  return errorRecord(
    'IncompatibleSettings',
    `The case mixes two generations of the format: ${detail}.`,
    { file: old.file, settings: [`${old.file}: ${old.key}`, `${current.file}: ${current.key}`], detail },
    `Write the whole case in one form: 'cobre migrate' turns a case of release 0.5.1 into the current form. Otherwise replace '${old.key}' in ${old.file}.`,
  );
}
