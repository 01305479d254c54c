/**
 * Where everything lies in the two vectors that reach a stage problem from outside.
 *
 * State: storage of every hydro (hm³), then the inflow memory slot by slot (m³/s), then what equipment declares, kind
 * by kind. Realisation: the part of every inflow
 * that does not depend on the memory (m³/s), the load of every bus (MW, before block factors) and the available power of
 * every non-controllable source (MW, before block factors).
 */
export interface StateSpace {
  readonly hydroCount: number;
  readonly lagCount: number;
  readonly busCount: number;
  readonly sourceCount: number;
  readonly stateCount: number;
  /** The first place of the states that a registry declares. */
  readonly firstState: Readonly<Record<string, number>>;
  readonly realizationSize: number;
}

export function lagState(space: StateSpace, slot: number, hydro: number): number {
  return space.hydroCount * (1 + slot) + hydro;
}

export function loadPosition(space: StateSpace, bus: number): number {
  return space.hydroCount + bus;
}

export function sourcePosition(space: StateSpace, source: number): number {
  return space.hydroCount + space.busCount + source;
}

/** Numbers of the inflow memory, which lies behind the storages. */
export function lagSize({ hydroCount, lagCount }: StateSpace): number {
  return hydroCount * lagCount;
}

/** The place of a state that equipment declares, by its position among the states of the registry. */
export function stateOf(space: StateSpace, registry: string, position: number): number {
  return space.firstState[registry]! + position;
}
