/** Water that flows for an hour at 1 m³/s, in hm³. */
export const hm3PerFlowHour = 0.0036;
