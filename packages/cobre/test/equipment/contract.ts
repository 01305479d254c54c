/**
 * What every kind of equipment must satisfy, whatever it models. A new member is held to it as soon as it stands in the list;
 * it only brings an example of itself to `examples` below.
 */
import { expect, test } from 'vitest';
import { parseExpression } from '../../src/case/expression/parse.js';
import { caseFiles } from '../../src/case/registry.js';
import type { Equipment } from '../../src/equipment/equipment.js';
import { members } from '../../src/equipment/members.js';
import { type ScenarioResult, simulate, train } from '../../src/index.js';
import { resultKinds } from '../../src/query/result-kinds.js';
import { codes, entitiesCsv, stateDictionary, variablesCsv } from '../../src/results/training/dictionaries.js';
import { entityKinds, entityLists } from '../../src/service/cases/entity-lists.js';
import { rowsOf } from '../balances.js';
import type { CaseContents } from '../case/write-case.js';
import { caseOf } from '../random-case.js';

export interface Example {
  /** A case with at least two entities of the kind. */
  readonly contents: CaseContents;
  /** The same without any; null where no case can do without. */
  readonly without: CaseContents | null;
  /** Columns of its table whose sum is a column of the costs; null where the table tells no costs of its own. */
  readonly cost: readonly [columns: readonly string[], costColumn: string] | null;
}

export function equipmentContract(member: Equipment, { contents, without, cost }: Example): void {
  const { kind, results, files, declaredIn, tables, terms, registry } = member;

  test('its names resolve', () => {
    expect(entityKinds).toContain(kind);
    expect(entityLists[kind as keyof typeof entityLists]).toEqual({ file: files[declaredIn]!.path, key: kind });
    const columns = results.table.columns.map(({ name }) => name);
    expect(resultKinds[kind as keyof typeof resultKinds]).toMatchObject({
      folder: `simulation/${results.table.folder}`,
      idColumn: results.idColumn,
    });
    expect(columns).toEqual(expect.arrayContaining([results.idColumn, ...Object.values(results.aliases ?? {})]));
    for (const key of Object.keys(tables)) expect(files, key).toHaveProperty(key);
    for (const key of Object.keys(files)) expect(caseFiles).toHaveProperty(key);
    for (const { target } of member.references) expect(members.map((other) => other.registry)).toContain(target);
    for (const word of Object.keys(terms)) {
      const read = parseExpression(`2 * ${word}(7)`, 'current');
      expect(read).toMatchObject({ ok: true, left: [{ coefficient: 2, variable: { variable: word, entityId: 7 } }] });
    }
  });

  test('the order of its entries changes no bit of any result', async () => {
    const list = (contents[files[declaredIn]!.path] as Record<string, unknown[]>)[kind]!;
    expect(list.length).toBeGreaterThan(1);
    const turned = { ...contents, [files[declaredIn]!.path]: { [kind]: [...list].reverse() } };
    expect(await outcomeOf(turned)).toEqual(await outcomeOf(contents));
  });

  test.skipIf(without === null)('absent, it leaves no trace', async () => {
    const study = await caseOf(without!);
    const { policy } = await train(study);
    expect(entitiesCsv(study)).not.toMatch(new RegExp(`^${member.code},`, 'm'));
    const { states } = stateDictionary(study, policy.stateCount) as { states: readonly { kind: string }[] };
    expect(states.filter((state) => state.kind === member.state?.kind)).toEqual([]);
    const before = await outcomeOf(without!);
    expect(before.tables[results.table.folder] ?? []).toEqual([]);
    if (results.onlyWhereUsed) {
      expect(variablesCsv(study)).not.toContain(results.table.folder);
      expect(JSON.stringify(codes(study))).not.toContain(member.entityType);
      for (const column of member.costs) expect(before.tables.costs![0]).not.toHaveProperty(column.name);
    }
    // A list that is empty and a file that is not there are the same.
    const file = files[declaredIn]!;
    if (!file.required) expect(await outcomeOf({ ...without!, [file.path]: { [kind]: [] } })).toEqual(before);
    expect((await caseOf(without!)).system[registry as keyof typeof study.system]).toEqual([]);
  });

  test.skipIf(cost === null)('its table sums to its cost', async () => {
    const [columns, costColumn] = cost!;
    const { tables } = await outcomeOf(contents);
    const own = tables[results.table.folder]!;
    let paid = 0;
    for (const stage of tables.costs!) {
      const rows = own.filter((row) => row.stage_id === stage.stage_id && row.scenario === stage.scenario);
      const told = rows.reduce((sum, row) => sum + columns.reduce((part, name) => part + row[name]!, 0), 0);
      expect(told).toBeCloseTo(stage[costColumn]!, 6);
      paid += Math.abs(told);
    }
    if (member.costKinds.length > 0) expect(paid, 'the example costs something').toBeGreaterThan(0);
  });
}

interface Outcome {
  readonly lowerBound: number;
  readonly tables: Readonly<Record<string, readonly Record<string, number>[]>>;
}

const known = new Map<string, Promise<Outcome>>();

/** What a case comes to: its bound, and all rows of two scenarios by table. */
function outcomeOf(contents: CaseContents): Promise<Outcome> {
  const key = JSON.stringify(contents);
  const outcome = known.get(key) ?? compute(contents);
  known.set(key, outcome);
  return outcome;
}

async function compute(contents: CaseContents): Promise<Outcome> {
  const study = await caseOf(contents);
  const { policy } = await train(study);
  const scenarios: ScenarioResult[] = [];
  for await (const scenario of simulate(study, policy, { scenarios: 2 })) scenarios.push(scenario);
  const folders = scenarios[0]!.tables.map(({ table }) => table.folder);
  const rows = (folder: string) =>
    scenarios.flatMap((scenario) => rowsOf(scenario, folder).map((row) => ({ ...row, scenario: scenario.scenario })));
  return {
    lowerBound: policy.lowerBound,
    tables: Object.fromEntries(folders.map((folder) => [folder, rows(folder)])),
  };
}
