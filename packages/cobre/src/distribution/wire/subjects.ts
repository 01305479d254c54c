/** Who listens where. Everything stands below one word, and all work of a study below its name. */
export const subjects = {
  /** Workers say here that they live. */
  presence: (prefix: string) => `${prefix}.presence`,
  /** Asks all workers to say so at once. */
  call: (prefix: string) => `${prefix}.call`,
  /** Where a worker is invited. */
  invitation: (prefix: string, worker: string) => `${prefix}.worker.${worker}`,
  /** Where it gets the work of a study. */
  work: (prefix: string, study: string, worker: string) => `${prefix}.study.${study.slice(0, 16)}.${worker}`,
} as const;
