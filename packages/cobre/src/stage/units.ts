/** Money inside the stage problems is in thousands, like the cuts on disk, so that numbers stay near one. */
export const moneyScale = 1000;

/** One m³/s during one hour, in hm³. */
export const hm3PerFlowHour = 0.0036;
