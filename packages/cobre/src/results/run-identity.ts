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

/** Where the work was done: always one machine here, which current cases name. */
export function distributionOf({ hostname }: RunIdentity, threads: number, isCurrent: boolean): object {
  const local = { backend: 'local', world_size: 1, ranks_participated: 1, num_nodes: 1, threads_per_rank: threads };
  return isCurrent ? { ...local, hosts: [hostname] } : local;
}

/** Whether a part came to its end, in the words of the case's generation. */
export function statusOf(isWhole: boolean, isCurrent: boolean): string {
  if (isWhole) return 'complete';
  return isCurrent ? 'partial' : 'interrupted';
}
