export function LiveTraining(_: { runId: string; active: boolean }) {
  return null;
}
