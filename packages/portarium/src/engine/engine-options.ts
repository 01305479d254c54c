import type { Store } from '../domain/store-port.js';
import type { Surroundings } from '../domain/surroundings.js';
import type { Downstream, HttpCaller } from '../steps/ports.js';
import type { Carrier, LocalCarrierOptions } from './local-carrier.js';

export interface JournalEngineOptions {
  readonly store: Store;
  readonly surroundings: Surroundings;
  readonly downstream: Downstream;
  readonly http: HttpCaller;
  /** Names this process in leases. */
  readonly owner: string;
  /** Whether the engine of this name is certainly dead; nobody waits for its leases then. */
  readonly isGone?: (owner: string) => boolean;
  readonly leaseMs?: number;
  /** How long another process's work may go unnoticed. */
  readonly pollMs?: number;
  /** How many runs are taken further at once. Those that wait for somebody outside do not count. */
  readonly concurrency?: number;
  /** How many runs may be open here, including those that wait for somebody outside. */
  readonly mostOpen?: number;
  /** How many runs of a workflow may be open here, where it is limited. */
  readonly concurrentRuns?: Readonly<Record<string, number>> | undefined;
  /** How many calls of a server may be under way at once, where that is not the usual number. */
  readonly concurrentCalls?: Readonly<Record<string, number>> | undefined;
  readonly catalogMaxAgeMs?: number;
  /** How long a call that must not be repeated may go on after a cancel before it is given up. */
  readonly cancelGraceMs?: number;
  readonly onProblem?: OnProblem;
  /** How long leases and heartbeats are left alone after the clock has jumped ahead. */
  readonly graceMs?: number;
  /** How often in a row the engine may fail at a run before it stops that run and asks a person. */
  readonly patience?: number;
  /** This process itself when omitted. */
  readonly carrier?: (options: LocalCarrierOptions) => Carrier;
}

/** Told what goes wrong where no caller waits for an answer, and what it was about. */
export type OnProblem = (error: unknown, about?: Readonly<Record<string, unknown>>) => void;

export interface EngineProblems {
  /** Failures to carry a run, to fire a timer or to look for work. */
  readonly failures: number;
  /** Runs and timers that are left alone for the moment because they failed. */
  readonly pausing: number;
  /** Runs that were stopped because the engine could not carry them. */
  readonly blocked: number;
}
