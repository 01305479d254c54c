import { genericVariable } from '../../equipment/members.js';
import type { EntityId } from '../identity.js';
import { type Scanner, Unexpected } from './scanner.js';

/** A variable of a stage as an expression names it. */
export interface VariableUse {
  readonly variable: string;
  /** Null where two buses stand in place of an entity. */
  readonly entityId: EntityId | null;
  readonly blockId: number | null;
  /** Only the part of the plant that feeds this bus. */
  readonly busId: EntityId | null;
  /** All lines between two buses, counted from the first to the second. */
  readonly between: readonly [from: EntityId, to: EntityId] | null;
}

/** True when a variable has one value per block rather than one per stage. */
export function dependsOnBlock(variable: string): boolean {
  return genericVariable(variable)?.meaning.perBlock ?? true;
}

const entityPattern = /-?\d+(?![\w.-])|"[^"]+"|'[^']+'|[^\s(),"'+*=]+/;

/**
 * `name(entity [, block])`; in current cases also `name(entity [, block] [, bus=ID])` where a variable can be told by bus, and
 * `line_exchange(from=ID, to=ID [, block])`.
 */
export function takeVariable(scanner: Scanner, current: boolean): VariableUse {
  const start = scanner.position;
  const name = scanner.need(/[A-Za-z_]\w*/, 'a variable');
  const known = genericVariable(name);
  if (known === undefined || (known.meaning.onlyCurrent === true && !current)) {
    throw new Unexpected(start, `unknown variable '${name}' at position ${start}`);
  }
  scanner.need(/\(/, "'('");
  const between = current && known.meaning.betweenBuses === true ? takePair(scanner) : null;
  const entityId = between === null ? takeEntity(scanner) : null;
  const rest = takeRest(scanner, known.name, current);
  scanner.need(/\)/, "')'");
  return { variable: known.name, entityId, between, ...rest };
}

function takePair(scanner: Scanner): [EntityId, EntityId] | null {
  if (scanner.take(/from\s*=/) === null) return null;
  const from = takeEntity(scanner);
  scanner.need(/,\s*to\s*=/, "', to='");
  return [from, takeEntity(scanner)];
}

/** A block, a bus, or both, each at most once. */
function takeRest(scanner: Scanner, variable: string, current: boolean): Pick<VariableUse, 'blockId' | 'busId'> {
  const { perBlock, takesBlock = perBlock, byBus = false } = genericVariable(variable)!.meaning;
  let blockId: number | null = null;
  let busId: EntityId | null = null;
  for (let start = scanner.position; scanner.take(/,/) !== null; start = scanner.position) {
    const asked = current && scanner.take(/bus\s*=/) !== null ? 'bus' : 'block';
    if (asked === 'bus' ? busId !== null : current && (blockId !== null || busId !== null)) {
      throw new Unexpected(start, `a repeated or misplaced ${asked} argument at position ${start}`);
    }
    if (asked === 'bus' && !byBus) throw new Unexpected(start, `'${variable}' is not told by bus (position ${start})`);
    if (asked === 'bus') busId = takeEntity(scanner);
    else blockId = Number(scanner.need(/\d+/, 'a block id'));
    if (asked === 'block' && !(current ? takesBlock : perBlock)) {
      throw new Unexpected(start, `'${variable}' has one value per stage and takes no block (position ${start})`);
    }
    if (!current) break;
  }
  return { blockId, busId };
}

function takeEntity(scanner: Scanner): EntityId {
  const text = scanner.need(entityPattern, 'an entity id');
  if (/^-?\d+$/.test(text)) return Number(text);
  return /^["']/.test(text) ? text.slice(1, -1) : text;
}
