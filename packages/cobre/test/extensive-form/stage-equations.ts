/**
 * The equations of one node, straight from the specification. Flows in m³/s, storage in hm³, power in MW, money in
 * thousands of $. Every variable that exists is found by what it is, entity and block.
 */
import { type GridPoint, hullPlanes, productionHull } from './production-hull.js';
import { type Program, type Term, times } from './program.js';
import { decider, decisionsOf, offer, promiseKey } from './promises.js';
import type { Id, RawHydro, RawStage, RawStudy, RawTerm } from './raw-study.js';
import { cellOf, rowOf, type TreeNode } from './scenario-tree.js';
import { balances, density, share, startOf, transitKey } from './travel.js';
import { cellsOf, limitIn } from './units.js';

/** Storages a node begins or ends with: a variable, or a number for the initial state. */
export type Storages = ReadonlyMap<Id, string | number>;

export interface NodeEquations {
  /** Terms of the node's own cost, and the part of it that no decision changes. */
  readonly cost: readonly Term[];
  readonly constant: number;
  readonly end: Storages;
}

export function nodeEquations(program: Program, study: RawStudy, node: TreeNode, start: Storages): NodeEquations {
  const equations = new Equations(program, study, node, start);
  return equations.write();
}

type Names = Map<string, string>;

class Equations {
  readonly #program: Program;
  readonly #study: RawStudy;
  readonly #node: TreeNode;
  readonly #stage: RawStage;
  readonly #start: Storages;
  readonly #hours: number;
  readonly #cost: Term[] = [];
  #constant = 0;
  readonly #names: Names = new Map();
  readonly #water = new Map<string, Term[]>();
  readonly #waterRight = new Map<string, number>();
  readonly #power = new Map<string, Term[]>();
  /** What leaves now and arrives in later stages. */
  readonly #sent = new Map<string, Term[]>();
  /** What is neither stored nor delivered yet. */
  readonly #waiting = new Map<string, string | number>();

  constructor(program: Program, study: RawStudy, node: TreeNode, start: Storages) {
    this.#program = program;
    this.#study = study;
    this.#node = node;
    this.#stage = study.stages[node.stage]!;
    this.#start = start;
    this.#hours = this.#stage.blocks.reduce((sum, block) => sum + block.hours, 0);
    const waiting = [...start].filter(([key]) => /^(promise|transit) /.test(String(key)));
    for (const [key, value] of waiting) this.#waiting.set(String(key), value);
  }

  write(): NodeEquations {
    for (const hydro of this.#study.hydros) this.#storage(hydro);
    for (const hydro of this.#study.hydros) this.#hydro(hydro);
    this.#pumps();
    this.#thermals();
    this.#contracts();
    this.#sources();
    this.#lines();
    this.#buses();
    this.#arrivals();
    this.#closeWater();
    this.#userConstraints();
    const end = new Map<Id, string | number>(this.#study.hydros.map(({ id }) => [id, this.#name('v', id)] as const));
    for (const [key, value] of this.#waiting) end.set(key, value);
    return { cost: this.#cost, constant: this.#constant, end };
  }

  get #blocks(): readonly number[] {
    return this.#stage.blocks.map((block) => block.hours);
  }

  get #chronological(): boolean {
    return this.#stage.block_mode === 'chronological';
  }

  #alive(entry: { readonly entry_stage_id?: number; readonly exit_stage_id?: number }): boolean {
    const { id } = this.#stage;
    return id >= (entry.entry_stage_id ?? id) && id < (entry.exit_stage_id ?? id + 1);
  }

  #fills(hydro: RawHydro): boolean {
    const { id } = this.#stage;
    return hydro.filling !== undefined && id >= hydro.filling.start_stage_id && id < hydro.entry_stage_id!;
  }

  #exists(hydro: RawHydro): boolean {
    return this.#alive(hydro) || this.#fills(hydro);
  }

  /** Where water sent towards a plant arrives: the first that exists, going downstream. */
  #receiver(id: Id | null): Id | null {
    let at = id;
    while (at !== null) {
      const hydro = this.#study.hydros.find((entry) => entry.id === at)!;
      if (this.#exists(hydro)) return at;
      at = hydro.downstream_id;
    }
    return null;
  }

  /** A new variable with a cost in $ per unit. */
  #add(kind: string, id: Id, block: number | string, upper: number, dollars = 0, lower = 0): string {
    const variable = this.#program.variable(lower, upper);
    this.#names.set(`${kind} ${id} ${block}`, variable);
    if (dollars !== 0) this.#cost.push(times(dollars / 1000, variable));
    return variable;
  }

  #name(kind: string, id: Id, block: number | string = ''): string {
    return this.#names.get(`${kind} ${id} ${block}`)!;
  }

  #known(kind: string, id: Id, block: number | string = ''): string | undefined {
    return this.#names.get(`${kind} ${id} ${block}`);
  }

  /** Adds water to a plant's balance: positive terms leave it. */
  #flow(id: Id | null, block: number, volume: number, variable: string): void {
    if (id !== null) this.#push(this.#water, this.#balance(id, block), times(volume, variable));
  }

  #balance(id: Id, block: number): string {
    return `${id} ${this.#chronological ? block : 0}`;
  }

  #push(into: Map<string, Term[]>, key: string, term: Term): void {
    into.set(key, [...(into.get(key) ?? []), term]);
  }

  #gain(id: Id | null, block: number, volume: number): void {
    if (id === null) return;
    const key = this.#balance(id, block);
    this.#waterRight.set(key, (this.#waterRight.get(key) ?? 0) + volume);
  }

  #inject(bus: Id, block: number, factor: number, variable: string): void {
    this.#push(this.#power, `${bus} ${block}`, times(factor, variable));
  }

  /** Of the stage as a whole where no block is given. */
  #bound(hydro: RawHydro, column: string, own: number | null, block = -1): number | null {
    return cellOf(this.#study, 'hydroBounds', hydro.id, this.#stage.id, block, column) ?? own;
  }

  #hydroCost(hydro: RawHydro, ...names: string[]): number {
    const row = rowOf(this.#study, 'hydroCosts', hydro.id, this.#stage.id);
    for (const level of [row, hydro.penalties, this.#study.penalties.hydro]) {
      for (const name of names) if (level?.[name] !== undefined && level[name] !== null) return Number(level[name]);
    }
    return 1000;
  }

  #storage(hydro: RawHydro): void {
    if (!this.#exists(hydro)) {
      const end = this.#add('v', hydro.id, '', Number.POSITIVE_INFINITY);
      this.#equalStart(hydro.id, [times(1, end)]);
      return;
    }
    const most = this.#bound(hydro, 'max_storage_hm3', hydro.reservoir.max_storage_hm3)!;
    const end = this.#add('v', hydro.id, '', most);
    this.#blocks.forEach((_, k) => {
      const last = !this.#chronological || k === this.#blocks.length - 1;
      if (last) this.#names.set(`v ${hydro.id} ${k}`, end);
      else this.#add('v', hydro.id, k, most);
    });
  }

  /** terms = storage at the start. */
  #equalStart(id: Id, terms: readonly Term[], extra = 0): void {
    const start = this.#start.get(id)!;
    if (typeof start === 'number') this.#program.row(terms, '=', start + extra);
    else this.#program.row([...terms, times(-1, start)], '=', extra);
  }

  #hydro(hydro: RawHydro): void {
    const inflow = this.#node.inflow.get(hydro.id)!;
    this.#blocks.forEach((hours, k) => {
      this.#gain(this.#receiver(hydro.id), k, 0.0036 * hours * inflow);
    });
    if (!this.#exists(hydro)) return;
    this.#blocks.forEach((hours, k) => {
      this.#operate(hydro, k, hours);
    });
    if (this.#study.nonNegativity.includes('penalty'))
      this.#stageSlack(hydro, 'inflow slack', -1, ['inflow_nonnegativity_cost']);
    this.#minimumStorage(hydro);
    this.#withdrawal(hydro);
    this.#evaporation(hydro);
  }

  #operate(hydro: RawHydro, k: number, hours: number): void {
    const { id } = hydro;
    const tau = 0.0036 * hours;
    const spilled = this.#add(
      's',
      id,
      k,
      this.#bound(hydro, 'max_spillage_m3s', null, k) ?? Number.POSITIVE_INFINITY,
      this.#hydroCost(hydro, 'spillage_cost') * hours,
      this.#bound(hydro, 'min_spillage_m3s', 0, k)!,
    );
    this.#flow(id, k, tau, spilled);
    this.#send(hydro, k, tau, spilled);
    const outflow = [times(1, spilled)];
    const most = this.#bound(hydro, 'max_diversion_m3s', hydro.diversion?.max_flow_m3s ?? 0, k)!;
    if (hydro.diversion !== undefined && most > 0) {
      const least = this.#bound(hydro, 'min_diversion_m3s', 0, k)!;
      const diverted = this.#add('d', id, k, most, this.#hydroCost(hydro, 'diversion_cost') * hours, least);
      this.#flow(id, k, tau, diverted);
      this.#flow(this.#receiver(hydro.diversion.downstream_id), k, -tau, diverted);
      if (!this.#study.current) outflow.push(times(1, diverted));
    }
    if (this.#alive(hydro)) {
      const turbined = this.#turbine(hydro, k, hours, tau);
      outflow.push(times(1, turbined));
      const least = this.#least(hydro, 'min_turbined_m3s', k);
      if (cellsOf(hydro).length === 0)
        this.#soft(hydro, [times(1, turbined)], '>=', least, hours, 'turbined_violation_below_cost');
    }
    const lower = this.#bound(hydro, 'min_outflow_m3s', hydro.outflow.min_outflow_m3s, k)!;
    const upper = this.#bound(hydro, 'max_outflow_m3s', hydro.outflow.max_outflow_m3s, k);
    this.#soft(hydro, outflow, '>=', lower, hours, 'outflow_violation_below_cost');
    if (upper !== null) this.#soft(hydro, outflow, '<=', upper, hours, 'outflow_violation_above_cost');
  }

  #turbine(hydro: RawHydro, k: number, hours: number, tau: number): string {
    const { id, generation } = hydro;
    const rho = this.#productivity(hydro);
    // In current cases units keep their own limits, whatever a table says about the plant.
    const units =
      this.#study.current && hydro.units === undefined
        ? generation
        : { max_generation_mw: Infinity, max_turbined_m3s: Infinity };
    const mostPower = Math.min(
      units.max_generation_mw,
      this.#bound(hydro, 'max_generation_mw', generation.max_generation_mw, k)!,
    );
    const mostFlow = Math.min(
      units.max_turbined_m3s,
      this.#bound(hydro, 'max_turbined_m3s', generation.max_turbined_m3s, k)!,
    );
    const leastPower = this.#least(hydro, 'min_generation_mw', k);
    const planes = generation.model === 'fpha';
    const dollars = planes || this.#study.current ? this.#hydroCost(hydro, 'fpha_turbined_cost') * hours : 0;
    const turbined = this.#add('q', id, k, planes ? mostFlow : Math.min(mostFlow, mostPower / rho), dollars);
    this.#flow(id, k, tau, turbined);
    this.#send(hydro, k, tau, turbined);
    const cells = cellsOf(hydro);
    if (cells.length > 0) {
      const caps = { flow: mostFlow, power: mostPower };
      this.#cells(
        hydro,
        k,
        hours,
        { turbined, generated: planes ? this.#add('g', id, k, mostPower) : null, rho },
        caps,
      );
      return turbined;
    }
    let power = times(rho, turbined);
    if (planes) {
      const generated = this.#add('g', id, k, mostPower);
      power = times(1, generated);
      this.#planes(hydro, k, generated, turbined);
    }
    this.#inject(hydro.bus_id, k, power.coefficient, power.variable);
    this.#soft(hydro, [power], '>=', leastPower, hours, 'generation_violation_below_cost');
    return turbined;
  }

  /** A minimum of the plant; in current cases the units at its one bus keep theirs, whatever a table says about the plant. */
  #least(hydro: RawHydro, column: 'min_turbined_m3s' | 'min_generation_mw', k: number): number {
    const own = hydro.generation[column];
    const asked = this.#bound(hydro, column, own, k)!;
    return this.#study.current && hydro.units === undefined ? Math.max(asked, own) : asked;
  }

  /** The plant is the sum of its cells, each with its own limits, minima and planes. */
  #cells(
    hydro: RawHydro,
    k: number,
    hours: number,
    { turbined, generated, rho }: { turbined: string; generated: string | null; rho: number },
    caps: { flow: number; power: number },
  ): void {
    const flows: Term[] = [times(-1, turbined)];
    const powers: Term[] = generated === null ? [] : [times(-1, generated)];
    const missing: { flow: Term[]; power: Term[] } = { flow: [], power: [] };
    const given: Term[] = [];
    const cells = cellsOf(hydro, limitIn(this.#study, hydro, this.#stage.id, k));
    for (const { bus, share: part, least, most } of cells) {
      const power = Math.min(most.power, caps.power);
      const flow = Math.min(most.flow, caps.flow);
      const q = this.#program.variable(0, generated === null ? Math.min(flow, power / rho) : flow);
      const g = generated === null ? null : this.#program.variable(0, power);
      this.#names.set(`q@${bus} ${hydro.id} ${k}`, q);
      flows.push(times(1, q));
      if (g !== null) {
        powers.push(times(1, g));
        this.#planes(hydro, k, g, q, part);
      }
      const produced = g === null ? times(rho, q) : times(1, g);
      given.push(produced);
      this.#inject(bus, k, produced.coefficient, produced.variable);
      missing.flow.push(...this.#soft(hydro, [times(1, q)], '>=', least.flow, hours, 'turbined_violation_below_cost'));
      missing.power.push(...this.#soft(hydro, [produced], '>=', least.power, hours, 'generation_violation_below_cost'));
    }
    // The plant may be asked for more than its cells are; what they miss is paid once, by them.
    const all = (key: 'flow' | 'power') => cells.reduce((sum, { least }) => sum + least[key], 0);
    const ask = (
      column: 'min_turbined_m3s' | 'min_generation_mw',
      key: 'flow' | 'power',
      terms: Term[],
      cost: string,
    ) => {
      const least = this.#least(hydro, column, k);
      if (least > all(key)) this.#soft(hydro, [...terms, ...missing[key]], '>=', least, hours, cost);
    };
    ask('min_turbined_m3s', 'flow', [times(1, turbined)], 'turbined_violation_below_cost');
    ask('min_generation_mw', 'power', given, 'generation_violation_below_cost');
    this.#program.row(flows, '=', 0);
    if (generated !== null) this.#program.row(powers, '=', 0);
  }

  #productivity(hydro: RawHydro): number {
    const { id } = this.#stage;
    const chosen = this.#study.productivity.find((r) => r.hydro_id === hydro.id && r.from <= id && id <= r.to);
    return chosen?.value ?? hydro.generation.productivity_mw_per_m3s;
  }

  #planes(hydro: RawHydro, k: number, generated: string, turbined: string, part = 1): void {
    if (hydro.head?.rise !== undefined) this.#fitted(hydro, k, generated, turbined);
    else if (hydro.head !== undefined) this.#envelope(hydro, k, generated, turbined);
    const own = this.#study.planes.filter(
      (plane) => plane.hydro_id === hydro.id && (plane.stage_id === null || plane.stage_id === this.#stage.id),
    );
    for (const plane of own) {
      const ofBlock = this.#study.current === true && this.#chronological;
      const start = ofBlock && k > 0 ? this.#name('v', hydro.id, k - 1) : this.#start.get(hydro.id)!;
      const terms = [
        times(1, generated),
        times((-part * plane.gamma_v) / 2, this.#name('v', hydro.id, ofBlock ? k : '')),
        times(-plane.gamma_q, turbined),
        times(-part * plane.gamma_s, this.#name('s', hydro.id, k)),
      ];
      const right = part * plane.gamma_0 * plane.kappa;
      const slope = (part * plane.gamma_v) / 2;
      if (typeof start === 'number') this.#program.row(terms, '<=', right + slope * start);
      else this.#program.row([...terms, times(-slope, start)], '<=', right);
    }
  }

  /** g ≤ α·(plane of the hull) + what spilling takes. */
  #fitted(hydro: RawHydro, k: number, generated: string, turbined: string): void {
    const { factor } = productionHull(this.#study, hydro);
    const start = this.#chronological && k > 0 ? this.#name('v', hydro.id, k - 1) : this.#start.get(hydro.id)!;
    for (const { constant, byVolume, byFlow, bySpill } of hullPlanes(this.#study, hydro)) {
      const half = (factor * byVolume) / 2;
      const terms = [
        times(1, generated),
        times(-half, this.#name('v', hydro.id, this.#chronological ? k : '')),
        times(-factor * byFlow, turbined),
        times(-bySpill, this.#name('s', hydro.id, k)),
      ];
      if (typeof start === 'number') this.#program.row(terms, '<=', factor * constant + half * start);
      else this.#program.row([...terms, times(-half, start)], '<=', factor * constant);
    }
  }

  /** g ≤ α·Σ λP with Σ λv = the mean storage, Σ λq = q, Σ λ = 1: the concave hull of what the plant produces on the grid. */
  #envelope(hydro: RawHydro, k: number, generated: string, turbined: string): void {
    const { points, factor } = productionHull(this.#study, hydro);
    const weights = points.map(() => this.#program.variable());
    const sum = (of: (point: GridPoint) => number) => points.map((point, i) => times(of(point), weights[i]!));
    this.#program.row([times(-1, generated), ...sum(({ power }) => factor * power)], '>=', 0);
    this.#program.row([times(-1, turbined), ...sum(({ flow }) => flow)], '=', 0);
    this.#program.row(
      sum(() => 1),
      '=',
      1,
    );
    const start = this.#chronological && k > 0 ? this.#name('v', hydro.id, k - 1) : this.#start.get(hydro.id)!;
    const end = this.#name('v', hydro.id, this.#chronological ? k : '');
    const volume = [...sum((point) => 2 * point.volume), times(-1, end)];
    if (typeof start === 'number') this.#program.row(volume, '=', start);
    else this.#program.row([...volume, times(-1, start)], '=', 0);
  }

  /** A limit that may be missed at a price per hour; gives what is missing. */
  #soft(
    hydro: RawHydro,
    terms: readonly Term[],
    sense: '>=' | '<=',
    right: number,
    hours: number,
    cost: string,
  ): readonly Term[] {
    if (sense === '>=' && right <= 0) return [];
    const slack = this.#add(
      cost,
      hydro.id,
      `${hours} ${this.#names.size}`,
      Number.POSITIVE_INFINITY,
      this.#hydroCost(hydro, cost) * hours,
    );
    this.#program.row([...terms, times(sense === '>=' ? 1 : -1, slack)], sense, right);
    return [times(1, slack)];
  }

  /** A flow over the whole stage; `sign` +1 takes water out. */
  #stageSlack(hydro: RawHydro, kind: string, sign: number, costs: readonly string[], most = Infinity): string {
    const dollars = this.#hydroCost(hydro, ...costs) * this.#hours;
    const slack = this.#add(kind, hydro.id, '', most, dollars);
    this.#drain(hydro.id, slack, sign);
    return slack;
  }

  #drain(id: Id, variable: string, sign: number): void {
    this.#blocks.forEach((hours, k) => {
      this.#flow(id, k, sign * 0.0036 * hours, variable);
    });
  }

  #minimumStorage(hydro: RawHydro): void {
    const least =
      this.#study.current && !this.#alive(hydro) ? this.#target(hydro) : this.#minimum(hydro, this.#stage.id);
    const due = this.#study.current || this.#alive(hydro) || hydro.entry_stage_id === this.#stage.id + 1;
    if (!due || least <= 0) return;
    const cost = this.#alive(hydro) ? 'storage_violation_below_cost' : 'filling_target_violation_cost';
    const slack = this.#add('storage slack', hydro.id, '', Number.POSITIVE_INFINITY, this.#hydroCost(hydro, cost));
    this.#program.row([times(1, this.#name('v', hydro.id)), times(1, slack)], '>=', least);
    if (this.#study.current && this.#chronological && this.#alive(hydro) && !hydro.filling) this.#withinBlocks(hydro);
  }

  /** Interior storages have the bounds of the stage (section 2.3); the lower one is soft here as the last is. */
  #withinBlocks(hydro: RawHydro): void {
    const [least, price] = [
      this.#minimum(hydro, this.#stage.id),
      this.#hydroCost(hydro, 'storage_violation_below_cost'),
    ];
    for (let k = 0; k < this.#blocks.length - 1; k++) {
      const slack = this.#add('storage slack', hydro.id, k, Number.POSITIVE_INFINITY, price);
      this.#program.row([times(1, this.#name('v', hydro.id, k)), times(1, slack)], '>=', least);
    }
  }

  #minimum({ id, reservoir }: RawHydro, stageId: number): number {
    return Number(rowOf(this.#study, 'hydroBounds', id, stageId)?.min_storage_hm3 ?? reservoir.min_storage_hm3);
  }

  /** The dead volume in the last filling stage; before, as much less as the minimum rate brings in the stages between. */
  #target(hydro: RawHydro): number {
    const entry = hydro.entry_stage_id!;
    const later = this.#study.stages.filter(({ id }) => id > this.#stage.id && id < entry);
    const hours = later.flatMap(({ blocks }) => blocks.map((block) => block.hours)).reduce((sum, h) => sum + h, 0);
    const rate = hydro.filling!.filling_min_rate_m3s ?? 0;
    return Math.max(0, this.#minimum(hydro, entry - 1) - 0.0036 * hours * rate);
  }

  #withdrawal(hydro: RawHydro): void {
    const flow = this.#bound(hydro, 'water_withdrawal_m3s', 0)!;
    if (flow <= 0) return;
    this.#blocks.forEach((hours, k) => {
      this.#gain(hydro.id, k, -0.0036 * hours * flow);
    });
    const costs = (side: string) => [`water_withdrawal_violation_${side}_cost`, 'water_withdrawal_violation_cost'];
    this.#stageSlack(hydro, 'withdrawal under', -1, costs('neg'), this.#study.current ? flow : Infinity);
    this.#stageSlack(hydro, 'withdrawal over', 1, costs('pos'));
  }

  /** Q − (kv/2)(v_out + v_in) + f⁺ − f⁻ = k0, f⁺ at the "neg" price and f⁻ at the "pos" price. */
  #evaporation(hydro: RawHydro): void {
    if (hydro.evaporation === undefined) return;
    const month = Number(this.#stage.start_date.slice(5, 7)) - 1;
    const millimetres = hydro.evaporation.coefficients_mm[month]!;
    const { min_storage_hm3: low, max_storage_hm3: high } = hydro.reservoir;
    const reference = hydro.evaporation.reference_volumes_hm3?.[month] ?? (low + high) / 2;
    const points = this.#study.geometry.filter((row) => row.hydro_id === hydro.id);
    const at = points.findIndex((point) => point.volume_hm3 >= reference);
    const [below, above] = [points[at - 1]!, points[at]!];
    const steepness = (above.area_km2 - below.area_km2) / (above.volume_hm3 - below.volume_hm3);
    const area = below.area_km2 + steepness * (reference - below.volume_hm3);
    // Release 0.5.1 spreads it over the stage, today it is that of the calendar month.
    const [year, number] = this.#stage.start_date.split('-').map(Number);
    const spread = this.#study.current ? 24 * new Date(Date.UTC(year!, number!, 0)).getUTCDate() : this.#hours;
    const kv = (millimetres * steepness) / (3.6 * spread);
    const k0 = (millimetres * area) / (3.6 * spread) - kv * reference;
    const extreme = 2 * (k0 + kv * this.#bound(hydro, 'max_storage_hm3', high)!);
    const byBlock = this.#study.current === true && this.#chronological && this.#blocks.length > 1;
    if (!byBlock) this.#evaporates(hydro, { kv, k0, extreme, hours: this.#hours, block: null });
    else
      for (const [block, hours] of this.#blocks.entries()) this.#evaporates(hydro, { kv, k0, extreme, hours, block });
  }

  #evaporates(
    hydro: RawHydro,
    { kv, k0, extreme, hours, block }: { kv: number; k0: number; extreme: number; hours: number; block: number | null },
  ): void {
    const [low, high] = this.#study.current ? [-Math.abs(extreme), Math.abs(extreme)] : [0, Math.max(0, extreme)];
    const evaporated = this.#add('e', hydro.id, block ?? '', high, 0, low);
    if (block === null) this.#drain(hydro.id, evaporated, 1);
    else this.#flow(hydro.id, block, 0.0036 * hours, evaporated);
    const slack = (side: string) => {
      const dollars = this.#hydroCost(hydro, `evaporation_violation_${side}_cost`, 'evaporation_violation_cost');
      return this.#add(`evaporation ${side}`, hydro.id, block ?? '', Number.POSITIVE_INFINITY, dollars * hours);
    };
    const terms = [
      times(1, evaporated),
      times(-kv / 2, this.#name('v', hydro.id, block ?? '')),
      times(1, slack('neg')),
      times(-1, slack('pos')),
    ];
    const start = block === null || block === 0 ? this.#start.get(hydro.id)! : this.#name('v', hydro.id, block - 1);
    if (typeof start === 'number') this.#program.row(terms, '=', k0 + (kv / 2) * start);
    else this.#program.row([...terms, times(-kv / 2, start)], '=', k0);
  }

  /** Released water reaches the plant downstream at once, or later in this stage and in others. */
  #send(hydro: RawHydro, k: number, volume: number, variable: string): void {
    const target = hydro.downstream_id;
    if (hydro.travel_time_hours === undefined || target === null) {
      this.#flow(this.#receiver(target), k, -volume, variable);
      return;
    }
    const { stage } = this.#node;
    const of = (interval: readonly [number, number]) =>
      share(this.#study, hydro.travel_time_hours!, stage, k, interval);
    balances(this.#study, stage).forEach((interval, b) => {
      this.#flow(this.#receiver(target), b, -volume * of(interval), variable);
    });
    for (let m = stage + 1; m < this.#study.stages.length; m++) {
      const part = of([startOf(this.#study, m), startOf(this.#study, m + 1)]);
      if (part > 0) this.#push(this.#sent, transitKey(target, m), times(volume * part, variable));
    }
  }

  /** What was sent before enters the balances; what is sent now joins what waits for later stages. */
  #arrivals(): void {
    for (const { id } of this.#study.hydros) {
      const v = this.#study.hydros.find(
        (other) => other.downstream_id === id && other.travel_time_hours,
      )?.travel_time_hours;
      const waiting = this.#waiting.get(transitKey(id, this.#node.stage));
      density(this.#study, v ?? 0, this.#node.stage).forEach((part, b) => {
        if (typeof waiting === 'number') this.#gain(this.#receiver(id), b, part * waiting);
        else if (waiting !== undefined) this.#flow(this.#receiver(id), b, -part, waiting);
      });
    }
    for (const [key, terms] of this.#sent) {
      const total = this.#program.variable();
      const before = this.#waiting.get(key) ?? 0;
      const sent = terms.map(({ coefficient, variable }) => times(-coefficient, variable));
      if (typeof before === 'number') this.#program.row([times(1, total), ...sent], '=', before);
      else this.#program.row([times(1, total), times(-1, before), ...sent], '=', 0);
      this.#waiting.set(key, total);
    }
  }

  #closeWater(): void {
    for (const hydro of this.#study.hydros.filter((entry) => this.#exists(entry))) {
      const balances = this.#chronological ? this.#blocks.map((_, k) => k) : [0];
      balances.forEach((k) => {
        const key = this.#balance(hydro.id, k);
        const right = this.#waterRight.get(key) ?? 0;
        const terms = [times(1, this.#name('v', hydro.id, k)), ...(this.#water.get(key) ?? [])];
        if (k === 0) this.#equalStart(hydro.id, terms, right);
        else this.#program.row([...terms, times(-1, this.#name('v', hydro.id, k - 1))], '=', right);
      });
    }
  }

  #pumps(): void {
    for (const pump of this.#study.pumps.filter((entry) => this.#alive(entry))) {
      const source = this.#study.hydros.find(({ id }) => id === pump.source_hydro_id)!;
      if (!this.#exists(source)) continue;
      this.#blocks.forEach((hours, k) => {
        const of = (column: string) => cellOf(this.#study, 'pumpBounds', pump.id, this.#stage.id, k, column);
        const [low, high] = [of('min_m3s') ?? pump.flow.min_m3s, of('max_m3s') ?? pump.flow.max_m3s];
        const pumped = this.#add('p', pump.id, k, Number(high), 0, Number(low));
        this.#flow(source.id, k, 0.0036 * hours, pumped);
        this.#flow(this.#receiver(pump.destination_hydro_id), k, -0.0036 * hours, pumped);
        this.#inject(pump.bus_id, k, -pump.consumption_mw_per_m3s, pumped);
      });
    }
  }

  #thermals(): void {
    const { stage } = this.#node;
    for (const thermal of this.#study.thermals) {
      for (const { delivery, low, high, dollars } of decisionsOf(this.#study, thermal, stage)) {
        const key = promiseKey(thermal, delivery);
        this.#waiting.set(key, this.#add('decision', thermal.id, '', high, dollars, low));
      }
      const terms = offer(this.#study, thermal, stage);
      if (terms === null) continue;
      const { low, high, price } = terms;
      const promised = decider(this.#study, thermal, stage) !== stage;
      const generated = this.#blocks.map((hours, k) => {
        const most = cellOf(this.#study, 'thermalBounds', thermal.id, this.#stage.id, k, 'max_generation_mw') ?? high;
        const power = this.#add('thermal', thermal.id, k, most, promised ? 0 : price * hours, low);
        this.#inject(thermal.bus_id, k, 1, power);
        return times(hours / this.#hours, power);
      });
      if (promised) this.#equalStart(promiseKey(thermal, stage), generated);
    }
  }

  #contracts(): void {
    for (const contract of this.#study.contracts.filter((entry) => this.#alive(entry))) {
      this.#blocks.forEach((hours, k) => {
        const of = (column: string) => cellOf(this.#study, 'contractBounds', contract.id, this.#stage.id, k, column);
        const [low, high] = [of('min_mw') ?? contract.limits.min_mw, of('max_mw') ?? contract.limits.max_mw];
        const price = of('price_per_mwh') ?? contract.price_per_mwh;
        const power = this.#add('contract', contract.id, k, high, price * hours, low);
        this.#inject(contract.bus_id, k, contract.type === 'import' ? 1 : -1, power);
      });
    }
  }

  /** Power of a source that would be available in a block. */
  #available(id: Id, k: number): number {
    const source = this.#study.sources.find((entry) => entry.id === id)!;
    const base = rowOf(this.#study, 'sourceBounds', id, this.#stage.id)?.available_generation_mw;
    const own = this.#study.sourceFactors.find((row) => row.id === id && row.stage_id === this.#stage.id);
    const factor = own?.block_factors.find((entry) => entry.block_id === k)?.factor ?? 1;
    return Number(base ?? source.max_generation_mw) * this.#node.share.get(id)! * factor;
  }

  #sources(): void {
    for (const source of this.#study.sources.filter((entry) => this.#alive(entry))) {
      const row = rowOf(this.#study, 'sourceCosts', source.id, this.#stage.id);
      const price = Number(
        row?.curtailment_cost ??
          source.curtailment_cost ??
          this.#study.penalties.non_controllable_source.curtailment_cost,
      );
      this.#blocks.forEach((hours, k) => {
        const available = this.#available(source.id, k);
        const least = source.allow_curtailment === false ? available : 0;
        this.#inject(source.bus_id, k, 1, this.#add('source', source.id, k, available, -price * hours, least));
        if (this.#study.compatibility === 'none') this.#constant += (price * hours * available) / 1000;
      });
    }
  }

  #lines(): void {
    for (const line of this.#study.lines.filter((entry) => this.#alive(entry))) {
      const price = Number(
        rowOf(this.#study, 'lineCosts', line.id, this.#stage.id)?.exchange_cost ??
          line.exchange_cost ??
          this.#study.penalties.line.exchange_cost,
      );
      const factors = this.#study.exchangeFactors.find((f) => f.id === line.id && f.stage_id === this.#stage.id);
      this.#blocks.forEach((hours, k) => {
        const factor = factors?.block_factors.find((entry) => entry.block_id === k);
        const of = (column: string) => cellOf(this.#study, 'lineBounds', line.id, this.#stage.id, k, column);
        const direct = (of('direct_mw') ?? line.capacity.direct_mw) * (factor?.direct_factor ?? 1);
        const reverse = (of('reverse_mw') ?? line.capacity.reverse_mw) * (factor?.reverse_factor ?? 1);
        const kept = (column: string) => 1 - (of(column) ?? line.losses_percent) / 100;
        const there = this.#add('direct', line.id, k, direct, price * hours);
        const back = this.#add('reverse', line.id, k, reverse, price * hours);
        this.#inject(line.source_bus_id, k, -1, there);
        this.#inject(line.target_bus_id, k, kept('direct_losses_percent'), there);
        this.#inject(line.target_bus_id, k, -1, back);
        this.#inject(line.source_bus_id, k, kept('reverse_losses_percent'), back);
      });
    }
  }

  #buses(): void {
    const { bus } = this.#study.penalties;
    for (const entry of this.#study.buses) {
      const segments = entry.deficit_segments ?? bus.deficit_segments;
      const excessPrice = Number(
        rowOf(this.#study, 'busCosts', entry.id, this.#stage.id)?.excess_cost ?? bus.excess_cost,
      );
      const own = this.#study.loadFactors.find((row) => row.id === entry.id && row.stage_id === this.#stage.id);
      this.#blocks.forEach((hours, k) => {
        const factor = own?.block_factors.find((f) => f.block_id === k)?.factor ?? 1;
        const load = this.#node.load.get(entry.id)! * factor;
        segments.forEach(({ depth_mw, depth_share, cost }, s) => {
          const depth = depth_share === undefined ? (depth_mw ?? Number.POSITIVE_INFINITY) : depth_share * load;
          this.#inject(entry.id, k, 1, this.#add('deficit', entry.id, `${k} ${s}`, depth, cost * hours));
        });
        this.#inject(entry.id, k, -1, this.#add('excess', entry.id, k, Number.POSITIVE_INFINITY, excessPrice * hours));
        this.#program.row(this.#power.get(`${entry.id} ${k}`)!, '=', load);
      });
    }
  }

  #userConstraints(): void {
    for (const constraint of this.#study.constraints) {
      const stageOnly = constraint.terms.every((term) => term.block !== null || isOfStage(term.variable));
      const bounds = this.#study.tables.constraintBounds.filter(
        (row) => row.id === constraint.id && row.stage_id === this.#stage.id,
      );
      for (const { block_id, bound, upper } of bounds) {
        const every = stageOnly ? [null] : this.#blocks.map((_, k) => k);
        for (const block of block_id === null ? every : [Number(block_id)]) {
          const hours = block === null ? this.#hours : this.#blocks[block]!;
          const expanded = constraint.terms.map((term) => this.#expand(term, block));
          const terms = expanded.flatMap((part) => part.terms);
          const known = expanded.reduce((sum, part) => sum + part.constant, 0);
          const right = Number(bound) - known;
          const slack = () =>
            this.#add(
              'user',
              constraint.id,
              this.#names.size,
              Number.POSITIVE_INFINITY,
              constraint.slack.penalty * hours,
            );
          if (constraint.sense === 'between') {
            this.#program.row([...terms, times(1, slack())], '>=', right);
            this.#program.row([...terms, times(-1, slack())], '<=', Number(upper) - known);
            continue;
          }
          if (constraint.slack.enabled && constraint.sense !== '<=') terms.push(times(1, slack()));
          if (constraint.slack.enabled && constraint.sense !== '>=') terms.push(times(-1, slack()));
          if (terms.length > 0) this.#program.row(terms, constraint.sense === '==' ? '=' : constraint.sense, right);
        }
      }
    }
  }

  #expand(
    { coefficient, variable, id, block, bus, factors, blockFactors }: RawTerm,
    rowBlock: number | null,
  ): { terms: Term[]; constant: number } {
    const k = block ?? rowBlock ?? 0;
    const c = coefficient * (factors?.[this.#node.stage] ?? 1) * (blockFactors?.[this.#node.stage]?.[k] ?? 1);
    const of = (kind: string, factor = c, place: number | string = k): Term[] => {
      const name = this.#known(kind, id, place);
      return name === undefined ? [] : [times(factor, name)];
    };
    const only = (terms: Term[], constant = 0) => ({ terms, constant });
    const hydro = this.#study.hydros.find((entry) => entry.id === id);
    switch (variable) {
      case 'hydro_storage':
        return only(of('v', c, ''));
      case 'hydro_storage_final':
        return only(of('v', c, block ?? ''));
      case 'hydro_useful_volume_final':
        return only(of('v', c, ''), -c * hydro!.reservoir.min_storage_hm3);
      case 'hydro_storage_initial': {
        const start = this.#start.get(id)!;
        return typeof start === 'number' ? only([], c * start) : only([times(c, start)]);
      }
      case 'hydro_inflow':
        return only([], c * this.#node.inflow.get(id)!);
      case 'hydro_evaporation':
        return only(this.#known('e', id, k) === undefined ? of('e', c, '') : of('e'));
      case 'hydro_withdrawal': {
        const owed = this.#exists(hydro!) ? this.#bound(hydro!, 'water_withdrawal_m3s', 0)! : 0;
        return only([...of('withdrawal under', -c, ''), ...of('withdrawal over', c, '')], c * owed);
      }
      case 'hydro_turbined':
        return only(of(bus === undefined ? 'q' : `q@${bus}`));
      case 'hydro_spillage':
        return only(of('s'));
      case 'hydro_diversion':
        return only(of('d'));
      case 'hydro_outflow':
        return only([...of('q'), ...of('s')]);
      case 'hydro_generation':
        return only(hydro!.generation.model === 'fpha' ? of('g') : of('q', c * this.#productivity(hydro!)));
      case 'thermal_generation':
        return only(of('thermal'));
      case 'anticipated_decision':
        return only(of('decision', c, ''));
      case 'line_direct':
        return only(of('direct'));
      case 'line_reverse':
        return only(of('reverse'));
      case 'line_exchange':
        return only([...of('direct'), ...of('reverse', -c)]);
      case 'bus_deficit':
        return only([0, 1, 2].flatMap((s) => of('deficit', c, `${k} ${s}`)));
      case 'bus_excess':
        return only(of('excess'));
      case 'pumping_flow':
        return only(of('p'));
      case 'pumping_power':
        return only(of('p', c * this.#study.pumps.find((pump) => pump.id === id)!.consumption_mw_per_m3s));
      case 'contract_import':
      case 'contract_export':
        return only(of('contract'));
      case 'non_controllable_generation':
        return only(of('source'));
      default: {
        const there = this.#known('source', id, k) !== undefined;
        return only(of('source', -c), there ? c * this.#available(id, k) : 0);
      }
    }
  }
}

const ofStage = [
  'hydro_storage',
  'hydro_storage_initial',
  'hydro_storage_final',
  'hydro_useful_volume_final',
  'hydro_inflow',
  'hydro_evaporation',
  'hydro_withdrawal',
];

export function isOfStage(variable: string): boolean {
  return ofStage.includes(variable);
}
