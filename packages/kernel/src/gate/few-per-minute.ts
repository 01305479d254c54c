/**
 * Who has no key could fill a record with refusals, so of those a few a minute are kept. Gives of how many the entry tells
 * that is kept now, those that were left out before it included; none when this one is left out, too.
 */
export function fewPerMinute(now: () => number, most = 60): () => number {
  let minute = 0;
  let kept = 0;
  let leftOut = 0;
  return () => {
    const current = Math.floor(now() / 60_000);
    if (current !== minute) [minute, kept] = [current, 0];
    if (kept >= most) {
      leftOut += 1;
      return 0;
    }
    kept += 1;
    const told = leftOut + 1;
    leftOut = 0;
    return told;
  };
}
