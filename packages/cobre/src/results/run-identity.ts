/** Who wrote a run; the head of every metadata file. */
export interface RunIdentity {
  readonly cobre_version: string;
  readonly hostname: string;
  readonly solver: string;
  readonly solver_version: string;
}

/** The head of a metadata file under the names of the case's generation. */
export function identityOf({ cobre_version, ...rest }: RunIdentity, isCurrent: boolean): object {
  return isCurrent
    ? { software: 'quadrivium cobre', software_version: cobre_version, ...rest }
    : { cobre_version, ...rest };
}

/** What one worker did for a run. */
export interface HostWork {
  readonly host: string;
  readonly worker: string;
  readonly threads: number;
  readonly tasks: number;
  readonly lp_solves: number;
}

/** Where the work was done: on this machine, which current cases name, or by workers that are named one by one. */
export function distributionOf(
  { hostname }: RunIdentity,
  threads: number,
  isCurrent: boolean,
  hosts: readonly HostWork[] | null,
): object {
  if (hosts !== null) return byWorkers(hosts, threads);
  const local = { backend: 'local', world_size: 1, ranks_participated: 1, num_nodes: 1, threads_per_rank: threads };
  return isCurrent ? { ...local, hosts: [hostname] } : local;
}

function byWorkers(hosts: readonly HostWork[], threads: number): object {
  const ranks = Math.max(1, hosts.length);
  const nodes = new Set(hosts.map(({ host }) => host)).size;
  return {
    backend: 'nats',
    world_size: ranks,
    ranks_participated: ranks,
    num_nodes: Math.max(1, nodes),
    threads_per_rank: Math.max(1, Math.round(threads / ranks)),
    hosts,
  };
}

/** Whether a part came to its end, in the words of the case's generation. */
export function statusOf(isWhole: boolean, isCurrent: boolean): string {
  if (isWhole) return 'complete';
  return isCurrent ? 'partial' : 'interrupted';
}
