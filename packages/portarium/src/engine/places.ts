import type { DueRun } from '../domain/store-port.js';

/**
 * How many runs this process has open, and for whom. A workspace may have as many as there are places free, and the runs of
 * one workflow half as many: so whoever comes next finds a place, however long the others stay, and nobody has to be
 * told how many there are.
 */
export class Places {
  readonly #most: number;
  readonly #limits: ReadonlyMap<string, number>;
  readonly #held = new Map<string, number>();
  #open = 0;

  /** `limits` are by workflow, in whatever workspace. */
  constructor(most: number, limits: Readonly<Record<string, number>> = {}) {
    this.#most = most;
    this.#limits = new Map(Object.entries(limits));
  }

  get free(): number {
    return this.#most - this.#open;
  }

  enter(run: DueRun): void {
    this.#count(run, 1);
  }

  leave(run: DueRun): void {
    this.#count(run, -1);
  }

  hasRoomFor(run: DueRun): boolean {
    return !this.#isFull(run.workspaceId) && !this.#isFull(laneOf(run));
  }

  /** Workspaces, and kinds of run, of which no more are taken up for now. */
  full(): readonly string[] {
    return [...this.#held.keys()].filter((lane) => this.#isFull(lane));
  }

  /** Something is always let in, so that a small number of places is a limit and not an end. */
  #isFull(lane: string): boolean {
    const at = lane.indexOf('/');
    const share = at < 0 ? this.free : Math.min(this.free / 2, this.#limits.get(lane.slice(at + 1)) ?? Infinity);
    return (this.#held.get(lane) ?? 0) >= Math.max(1, Math.floor(share));
  }

  /** One of each workspace in turn, first of those that have the fewest open. */
  inTurn(runs: readonly DueRun[]): readonly DueRun[] {
    const seats = new Map<string, number>();
    const placed = runs.map((run) => {
      const seat = seats.get(run.workspaceId) ?? this.#held.get(run.workspaceId) ?? 0;
      seats.set(run.workspaceId, seat + 1);
      return { run, seat };
    });
    return placed.sort((a, b) => a.seat - b.seat).map(({ run }) => run);
  }

  #count(run: DueRun, by: number): void {
    this.#open += by;
    for (const lane of [run.workspaceId, laneOf(run)]) {
      const held = (this.#held.get(lane) ?? 0) + by;
      if (held === 0) this.#held.delete(lane);
      else this.#held.set(lane, held);
    }
  }
}

const laneOf = ({ workspaceId, workflowId }: DueRun): string => `${workspaceId}/${workflowId}`;
