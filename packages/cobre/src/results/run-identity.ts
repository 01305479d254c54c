/** Who wrote a run; the head of every metadata file. */
export interface RunIdentity {
  readonly cobre_version: string;
  readonly hostname: string;
  readonly solver: string;
  readonly solver_version: string;
}
