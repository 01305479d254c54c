/**
 * The interface of a kind of equipment. Everything the program knows about pumps, contracts or lines stands in the
 * room of that kind, `equipment/<name>/`; reading, validation, the stage problem, the state space, simulation, results
 * and questions go through the list in `index.ts` (by way of `members.ts`) and know no member by name.
 *
 * Rooms import types from anywhere, but values only from what does not read the list itself.
 */
import type { CaseFileSpec } from '../case/file-spec.js';
import type { Generation } from '../case/generation/generation.js';
import type { Entity, EntityId } from '../case/identity.js';
import type { Case } from '../case/model.js';
import type { RawCase } from '../case/registry.js';
import type { RegistryName } from '../case/registry-index.js';
import type { ResolveContext } from '../case/resolve/context.js';
import type { ResultTable } from '../simulation/result-table.js';
import type { SideTable } from '../simulation/side-table.js';
import type { SolvedStage } from '../simulation/solved-stage.js';
import type { StageColumns } from '../stage/columns.js';
import type { StageConstraint } from '../stage/constraint.js';
import type { StageDraft } from '../stage/draft.js';
import type { Range } from '../validation/ranges.js';
import type { FileRule, Rule, RuleInput } from '../validation/rule.js';

/** The types a member brings along; they become keys of `RawCase`, `System`, `Registries` and `StageColumns`. */
export interface Traits {
  readonly kind: string;
  readonly registry: string;
  readonly item: Entity;
  readonly files: Readonly<Record<string, CaseFileSpec>>;
  readonly columns: string;
}

export interface Equipment<T extends Traits = Traits> {
  /** Its name in questions, tools and resources, and the key of the list in the file that declares it. */
  readonly kind: T['kind'];
  /** Its name among the registries and in the system. */
  readonly registry: T['registry'];
  /** Its name in `training/dictionaries/codes.json`, and the code it has there. */
  readonly entityType: string;
  readonly code: number;
  /**
   * Positions in orders that cases, problems, questions and results have had for long: of files, of columns and rows, of
   * names, of result tables. A new member takes the next number in each.
   */
  readonly places: {
    readonly file: number;
    readonly stage: number;
    readonly question: number;
    readonly table: number;
  };

  /** Its files, by the names that `RawCase` has for them. */
  readonly files: T['files'];
  /** The file that declares the entities. */
  readonly declaredIn: string;
  /** Keys of its entries that tell in which form a case is written, beside the date that all of them have today. */
  readonly marks?: readonly EntryMark[];
  /** True when the original knew it in release 0.5.1, but left it out of its problems. */
  readonly idleIn05?: boolean;
  /** One of it for the example that has one of everything: at bus 0, between reservoirs 1 and 0, where those matter. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** Entities in canonical order, whatever may change by stage resolved in `at[stageIndex]`. */
  resolve(context: ResolveContext): T['item'][];

  /** Fields of its entries that name something declared elsewhere. */
  readonly references: readonly EntryReference[];
  /** Its tables, and how they name entities and stages. */
  readonly tables: Readonly<Record<string, EntityTable>>;
  /** Pairs that must be in order, in the registry and after every stage override. */
  ranges?(input: RuleInput): Iterable<Range>;
  /** Checks of one file alone, and of the case as a whole. */
  readonly fileRules?: readonly FileRule[];
  readonly rules?: readonly Rule[];

  /** The columns it finds its quantities under in a stage problem. */
  readonly columns: Readonly<Record<T['columns'], ColumnShape>>;
  /** Rows that other members add to; they come before everything else. */
  readonly balances?: readonly StageConstraint[];
  readonly stage: readonly StageConstraint[];
  /** What its columns are paid for, beyond `none`. */
  readonly costKinds: readonly string[];
  /** Variables of user constraints. */
  readonly terms: Readonly<Record<string, GenericTermMeaning>>;
  /** A number of an entity that parameters of user constraints ask for; null when too little is known, undefined for tags of others. */
  scalar?(tag: string, entities: readonly T['item'][], index: number, stage: number): number | null | undefined;
  /** What it carries from stage to stage. */
  readonly state?: StateDeclaration<T['item']>;

  readonly results: EntityResults;
  /** Columns of the table of costs. */
  readonly costs: readonly CostColumn[];
  /** Index of the bus the entity sits on, null when it sits on none. */
  busIndex(entity: T['item']): number | null;
  /** Limits in force in a stage, by the names of `bound_type`; null where the entity does not exist. */
  limits?(entity: T['item'], stageIndex: number): Readonly<Record<string, number>> | null;
  /** The column by which scenario files name its entities, when they do. */
  readonly scenarioColumn?: string;
}

export interface EntryMark {
  readonly generation: Generation;
  readonly key: string;
}

export interface EntryReference {
  readonly field: string;
  readonly target: RegistryName;
  // biome-ignore lint/suspicious/noExplicitAny: the entry is whatever the schema of the member's file says.
  of(entry: any): EntityId | readonly EntityId[] | null | undefined;
}

export interface EntityTable {
  /** The column that names the entity. */
  readonly column: string;
  /**
   * What a row of an unknown stage is: an unknown reference, an error that rows are lost, or a warning, because statistics
   * may be given for more stages than a study uses. Nothing when rows belong to no stage.
   */
  readonly stages?: 'reference' | 'strict' | 'lenient';
  /** Columns that hold for the whole stage and cannot be given for a block of it. */
  readonly wholeStage?: readonly string[];
}

/** One column per entity and block (−1 where there is none), per entity, or a plain count per entity. */
export type ColumnShape = 'block' | 'entity' | 'count';

export interface TermPlace {
  readonly entity: number;
  /** `entity · blocks + block`. */
  readonly cell: number;
  readonly block: number;
  /** The block that the expression itself names; null when it names none. */
  readonly named: number | null;
  /** The bus that the expression names; null when the entity as a whole is meant. */
  readonly bus: number | null;
}

/** What a variable of a user constraint means in columns of the stage problem. */
export interface GenericTermMeaning {
  /** False when the variable has one value per stage. */
  readonly perBlock: boolean;
  /** True when a block may be named although the variable has one value per stage without it; `perBlock` unless given. */
  readonly takesBlock?: boolean;
  /** True when `bus=` may ask for the part that feeds one bus. */
  readonly byBus?: boolean;
  /** True when two buses may be named in place of an entity. */
  readonly betweenBuses?: boolean;
  /** True when release 0.5.1 did not know it. */
  readonly onlyCurrent?: boolean;
  /** Names other descriptions of the format use. */
  readonly aliases?: readonly string[];
  add(draft: StageDraft, row: number, place: TermPlace, coefficient: number): void;
}

/**
 * Numbers that a stage receives and passes on: one per entity, or several. Each has a slot of its own in the state vector,
 * in every cut, in the policy files and in the state dictionary; the engine asks nothing else about them.
 */
export interface StateDeclaration<Item extends Entity = Entity> {
  readonly kind: string;
  readonly unit: string;
  /** Name of the entity's id in the state dictionary, and of the slot's number where entities may have several. */
  readonly idField: string;
  readonly slotField?: string;
  /** The type of its slots in policy files: a number of the original, or one from 100 on for a state that only we have. */
  readonly policyType: number;
  /** Whether slots that belong to days hold an amount, which adds up over days, or a rate, which is a mean over them. */
  readonly holds?: 'amount' | 'rate';
  /** The days whose amount or rate a slot holds after a stage; null when nothing can be in it. */
  days?(study: Case, slot: StateSlot<Item>, stageIndex: number): DaySpan | null;
  /** The slots of a case in the order of the state vector. */
  slots(study: Case): readonly StateSlot<Item>[];
  /** The column that holds a slot at the end of a stage, −1 where the stage has none. */
  column(columns: StageColumns, slot: StateSlot<Item>, stageIndex: number): number;
  /**
   * Where a stage has no column for a slot: the position whose value the slot takes over from the start of the stage, −1 when
   * the slot ends empty. It keeps its own value unless this says otherwise.
   */
  takesFrom?(slot: StateSlot<Item>, stageIndex: number): number;
}

/** Days since 1970-01-01, the end exclusive; they may begin or end within a day. */
export interface DaySpan {
  readonly startDay: number;
  readonly endDay: number;
}

export interface StateSlot<Item extends Entity = Entity> {
  readonly entity: Item;
  /** Number of the slot among those of the entity, as the dictionary shows it. */
  readonly number: number;
  readonly position: number;
  readonly initial: number;
  /** The largest value it can have, which bounds what boundary cuts promise; the smallest is zero. */
  readonly most: number;
}

export interface EntityResults {
  readonly table: ResultTable;
  /** The same table as current cases have it, where that differs. */
  readonly currentTable?: ResultTable;
  /** Tables that are written, but not asked for by the name of the kind. */
  readonly more?: readonly ResultTable[];
  /** Tables that follow from the case alone. */
  readonly models?: readonly SideTable[];
  readonly idColumn: string;
  /** Names other descriptions of the format use for columns. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** True when only cases that have such entities know the table and its costs; the members of old are always told. */
  readonly onlyWhereUsed?: boolean;
}

export interface CostColumn {
  /** Position in the table. */
  readonly place: number;
  readonly name: string;
  /** Its name in current cases, where that differs. */
  readonly currentName?: string;
  readonly description: string;
  /** True for what it costs to break a limit: money nobody would pay, which a planner wants to see apart. */
  readonly breaksLimit?: true;
  /** False where a case has nothing to be told under this name; it always has when this is not given. */
  isTold?(study: Case): boolean;
  /** In $; `paid` is what the columns of a kind cost. */
  of(paid: (kind: string) => number, solved: SolvedStage): number;
}

/** The raw entries of a member. */
export function entriesOf({ kind, declaredIn }: Equipment, raw: Partial<RawCase>): readonly Entry[] {
  const content = (raw as Readonly<Record<string, unknown>>)[declaredIn] as Readonly<Record<string, Entry[]>> | null;
  return content?.[kind] ?? [];
}

export interface Entry {
  readonly id: EntityId;
  readonly entry_stage_id?: number | null;
  readonly exit_stage_id?: number | null;
}
