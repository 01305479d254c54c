import { dirname, join } from 'node:path';
import { Fault } from '@quadrivium/kernel/fault';
import type { EntityId } from '../../case/identity.js';
import { registryIndex } from '../../case/registry-index.js';
import { members } from '../../equipment/members.js';
import type { Files } from '../files/files.js';
import { listAt, readCaseJson } from './case-json.js';
import { type EntityKind, entityLists } from './entity-lists.js';

/** An entity under every name somebody may use for it. */
export interface NamedEntity {
  /** The integer of the result tables. */
  readonly number: number;
  /** As the case writes it. */
  readonly id: EntityId;
  readonly name: string;
}

/** The entities a case declares. */
export async function caseEntities(files: Files, caseDirectory: string, kind: EntityKind): Promise<NamedEntity[]> {
  const { file, key } = entityLists[kind];
  const declared = listAt(await readCaseJson(files, caseDirectory, file), key, file).flatMap(
    ({ id, name, operational_start_date }) =>
      typeof id === 'number' || typeof id === 'string'
        ? [{ id, name: String(name ?? id), operational_start_date }]
        : [],
  );
  const index = registryIndex(declared);
  return declared.map(({ id, name }) => ({
    number: typeof id === 'number' ? id : (index.indexOf(id) ?? -1),
    id,
    name,
  }));
}

/**
 * The entities behind the ids of an output directory: its own dictionary, and the case it lies in, which also knows ids
 * that are words.
 */
export async function outputEntities(files: Files, outputDirectory: string, kind: EntityKind): Promise<NamedEntity[]> {
  const fromCase = await caseEntities(files, dirname(outputDirectory), kind).catch(() => []);
  const fromOutput = await dictionary(files, outputDirectory, members.find((member) => member.kind === kind)!.code);
  const known = new Set(fromCase.map(({ number }) => number));
  return [...fromCase, ...fromOutput.filter(({ number }) => !known.has(number))];
}

async function dictionary(files: Files, outputDirectory: string, code: number): Promise<NamedEntity[]> {
  const path = join(outputDirectory, 'training', 'dictionaries', 'entities.csv');
  if (!(await files.exists(path))) return [];
  const [, ...lines] = (await files.readFile(path)).toString('utf8').split('\n');
  return lines.flatMap((line) => {
    const [type, id, name = '', , , key = id] = csvFields(line);
    if (Number(type) !== code || id === undefined) return [];
    return [{ number: Number(id), id: key === id ? Number(id) : (key ?? ''), name }];
  });
}

function csvFields(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  );
}

/** The integers of entities given by integer, numeric text, id or name. */
export function entityNumbers(
  entities: readonly NamedEntity[],
  wanted: readonly EntityId[],
  kind: EntityKind,
): number[] {
  return wanted.map((given) => entityNumber(entities, given, kind));
}

function entityNumber(entities: readonly NamedEntity[], given: EntityId, kind: EntityKind): number {
  const text = String(given);
  const byId = entities.find(({ id }) => String(id) === text);
  if (byId) return byId.number;
  const byName = matching(entities, ({ name }) => name === text) ?? matching(entities, sameLetters(text));
  if (byName?.length === 1) return byName[0]!.number;
  if (byName) throw ambiguous(text, byName, kind);
  // Results of other programs may come without a dictionary; their ids are integers.
  if (/^-?\d{1,9}$/.test(text) && (entities.length === 0 || typeof given === 'number')) return Number(text);
  throw unknown(text, entities, kind);
}

function matching(entities: readonly NamedEntity[], fits: (entity: NamedEntity) => boolean): NamedEntity[] | null {
  const found = entities.filter(fits);
  return found.length === 0 ? null : found;
}

function sameLetters(text: string): (entity: NamedEntity) => boolean {
  const lower = text.toLowerCase();
  return ({ name }) => name.toLowerCase() === lower;
}

function ambiguous(text: string, found: readonly NamedEntity[], kind: EntityKind): Fault<'InvalidArguments'> {
  const ids = found.map(({ id }) => id);
  return new Fault('InvalidArguments', `'${text}' is the name of ${found.length} ${kind}: ids ${ids.join(', ')}`, {
    context: { field: 'filters.entity_id', value: text, matching_ids: ids },
    suggestion: 'Ask for one of them by its id.',
  });
}

function unknown(text: string, entities: readonly NamedEntity[], kind: EntityKind): Fault<'InvalidArguments'> {
  const shown = text.slice(0, 100);
  const some = entities.slice(0, 20).map(({ id, name }) => `${id} (${name})`);
  return new Fault('InvalidArguments', `There is no entity '${shown}' among the ${kind}`, {
    context: { field: 'filters.entity_id', value: shown },
    suggestion: some.length === 0 ? 'Ask for an integer id.' : `Choose from: ${some.join(', ')}.`,
  });
}

/** Names by the integers of the result tables. */
export async function entityNames(
  files: Files,
  outputDirectory: string,
  kind: EntityKind,
): Promise<ReadonlyMap<number, string>> {
  return new Map((await outputEntities(files, outputDirectory, kind)).map(({ number, name }) => [number, name]));
}
