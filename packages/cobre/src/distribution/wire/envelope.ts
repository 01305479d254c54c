/** The first bytes of every message: which call it belongs to and which part of it this is. */
export interface Letter {
  readonly type: 'part' | 'fetch';
  readonly id: bigint;
  readonly part: number;
  readonly parts: number;
  readonly body: Uint8Array;
}

const types = ['part', 'fetch'] as const;
/** The protocol and its generation, so that others are recognised. */
const mark = 0x51_43_01;
const headBytes = 24;
/** More parts than any letter within its limit has. */
const mostParts = 1 << 16;

/** The body of a letter that only says that another one came. */
export const acknowledged = new Uint8Array(0);

export function envelope({ type, id, part, parts, body }: Letter): Uint8Array {
  const bytes = new Uint8Array(headBytes + body.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, mark, true);
  view.setUint32(4, types.indexOf(type), true);
  view.setBigUint64(8, id, true);
  view.setUint32(16, part, true);
  view.setUint32(20, parts, true);
  bytes.set(body, headBytes);
  return bytes;
}

export function letterOf(bytes: Uint8Array): Letter {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < headBytes || view.getUint32(0, true) !== mark) throw new RangeError('not a letter of cobre');
  const type = types[view.getUint32(4, true)];
  const [part, parts] = [view.getUint32(16, true), view.getUint32(20, true)];
  if (type === undefined || parts > mostParts || part >= parts) throw new RangeError('not a letter of cobre');
  return { type, id: view.getBigUint64(8, true), part, parts, body: bytes.subarray(headBytes) };
}

export function partsOf(bytes: Uint8Array, most: number): Uint8Array[] {
  const count = Math.max(1, Math.ceil(bytes.length / most));
  return Array.from({ length: count }, (_, k) => bytes.subarray(k * most, (k + 1) * most));
}
