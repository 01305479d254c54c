/** HIDR and VAZOES of a small deck, written byte by byte as the format is described. */
export interface RegisterEntry {
  readonly code: number;
  readonly name: string;
  readonly gauge: number;
  readonly volumes: readonly [min: number, max: number, reference: number];
  /** Level by volume: a0 + a1·v. */
  readonly level: readonly [number, number];
  readonly area: number;
  readonly evaporation: number;
  readonly machines: readonly [count: number, power: number, flow: number, head: number];
  readonly specific: number;
  readonly loss: readonly [type: number, value: number];
  readonly tailrace: number;
  readonly outages: readonly [forced: number, planned: number];
  readonly minFlow: number;
  readonly regulation: string;
}

export function registerFile(entries: readonly RegisterEntry[], size: 792 | 832 = 792, records = 320): Uint8Array {
  const bytes = new Uint8Array(size * records).fill(0);
  const view = new DataView(bytes.buffer);
  for (let k = 0; k < records; k++) bytes.fill(0x20, k * size, k * size + 12);
  for (const entry of entries) writeEntry(bytes, view, (entry.code - 1) * size, size, entry);
  return bytes;
}

function writeEntry(bytes: Uint8Array, view: DataView, base: number, size: number, entry: RegisterEntry): void {
  const moved = (at: number) => base + (size === 832 && at >= 104 ? at + 40 : at);
  const text = (at: number, value: string, length: number) =>
    bytes.set(Buffer.from(value.padEnd(length), 'latin1'), moved(at));
  const int = (at: number, value: number) => view.setInt32(moved(at), value, true);
  const float = (at: number, value: number) => view.setFloat32(moved(at), value, true);
  const coefficient = (at: number, value: number) =>
    size === 832 ? view.setFloat64(base + 64 + (at - 64) * 2, value, true) : float(at, value);
  text(0, entry.name, 12);
  int(12, entry.gauge);
  const [min, max, reference] = entry.volumes;
  float(40, min);
  float(44, max);
  float(56, entry.level[0] + entry.level[1] * min);
  float(60, entry.level[0] + entry.level[1] * max);
  coefficient(64, entry.level[0]);
  coefficient(68, entry.level[1]);
  coefficient(84, entry.area);
  for (let m = 0; m < 12; m++) int(104 + 4 * m, entry.evaporation);
  const [count, power, flow, head] = entry.machines;
  int(152, count > 0 ? 1 : 0);
  int(156, count);
  float(176, power);
  float(496, head);
  int(516, flow);
  float(536, entry.specific);
  float(540, entry.loss[1]);
  int(544, 1);
  float(548, entry.tailrace);
  float(668, entry.tailrace);
  float(692, entry.tailrace);
  int(708, entry.minFlow);
  int(716, 1);
  float(724, entry.outages[0]);
  float(728, entry.outages[1]);
  int(732, entry.loss[0]);
  float(787, reference);
  text(791, entry.regulation, 1);
}

/** `flow(month, gauge)` in m³/s; month 0 is the first of the history. */
export function flowsFile(months: number, flow: (month: number, gauge: number) => number, gauges = 320): Uint8Array {
  const view = new DataView(new ArrayBuffer(months * gauges * 4));
  for (let m = 0; m < months; m++) {
    for (let gauge = 1; gauge <= gauges; gauge++) view.setInt32((m * gauges + gauge - 1) * 4, flow(m, gauge), true);
  }
  return new Uint8Array(view.buffer);
}
