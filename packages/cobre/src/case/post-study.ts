/** Stages after the study, in which anticipated thermals may deliver what the study decides. */
export interface PostStudyStage {
  readonly startDate: string;
  /** Days since 1970-01-01. */
  readonly startDay: number;
  readonly hours: number;
  readonly thermals: readonly PostStudyThermal[];
}

export interface PostStudyThermal {
  readonly thermalIndex: number;
  readonly costPerMwh: number;
  readonly minMw: number;
  readonly maxMw: number;
}
