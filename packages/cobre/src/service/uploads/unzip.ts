/**
 * Archives that strangers send. Nothing is believed that the archive says of itself: sizes are counted while unpacking and
 * checked before, parts may not overlap (a bomb of kilobytes needs that), links and devices are refused, and what is not
 * plain ZIP (encrypted, split, beyond 4 GB, other methods) is refused in words. The layout is that of APPNOTE.TXT 6.3.
 */
import { crc32, inflateRawSync } from 'node:zlib';
import { Fault } from '@quadrivium/kernel/fault';

export interface UnzipLimits {
  readonly files: number;
  /** Unpacked, all files together. */
  readonly bytes: number;
}

export interface UploadedFile {
  readonly path: string;
  readonly content: Uint8Array;
}

interface Entry {
  readonly path: string;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

const [endMark, entryMark, fileMark] = [0x06054b50, 0x02014b50, 0x04034b50];
const [endBytes, entryBytes, fileBytes, longestComment] = [22, 46, 30, 0xffff];

/** The files of an archive, in its order; folders have no entry of their own. */
export function unzip(bytes: Uint8Array, limits: UnzipLimits): UploadedFile[] {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = entriesOf(archive, limits);
  const packed = entries.reduce((sum, entry) => sum + entry.packed, 0);
  if (packed > archive.length) throw damaged('its files overlap');
  const size = entries.reduce((sum, entry) => sum + entry.size, 0);
  if (size > limits.bytes) throw tooLarge(`${size} bytes when it is unpacked`, `${limits.bytes} bytes`);
  return entries.map((entry) => ({ path: entry.path, content: contentOf(archive, entry) }));
}

function entriesOf(archive: Buffer, limits: UnzipLimits): Entry[] {
  const end = endOf(archive);
  const count = archive.readUInt16LE(end + 10);
  const start = archive.readUInt32LE(end + 16);
  if (count === 0xffff || start === 0xffffffff) throw unfit('is made for more than 4 GB');
  if (count > limits.files) throw tooLarge(`${count} files`, `${limits.files} files`);
  const entries: Entry[] = [];
  let at = start;
  for (let left = count; left > 0; left--) {
    if (at + entryBytes > end || archive.readUInt32LE(at) !== entryMark) throw damaged('its list of files ends early');
    const [name, extra, comment] = [28, 30, 32].map((place) => archive.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const path = nameIn(archive.subarray(at + entryBytes, at + entryBytes + name));
    if (!path.endsWith('/')) entries.push(entryAt(archive, at, path));
    at += entryBytes + name + extra + comment;
  }
  return entries;
}

/** The last record of an archive; a comment may follow, and has to reach to the very end. */
function endOf(archive: Buffer): number {
  const last = archive.length - endBytes;
  for (let at = last; at >= Math.max(0, last - longestComment); at--) {
    const fits =
      archive.readUInt32LE(at) === endMark && at + endBytes + archive.readUInt16LE(at + 20) === archive.length;
    if (fits) return at;
  }
  throw unfit('is no ZIP archive');
}

function nameIn(bytes: Uint8Array): string {
  try {
    // Windows writes backslashes where the format wants slashes.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\\', '/');
  } catch {
    throw unfit('has names of files that are not UTF-8');
  }
}

const [kinds, regular, unknown] = [0xf000, 0x8000, 0];

function entryAt(archive: Buffer, at: number, path: string): Entry {
  const isUnix = archive.readUInt8(at + 5) === 3;
  const kind = isUnix ? archive.readUInt16LE(at + 40) & kinds : unknown;
  if (kind !== regular && kind !== unknown) throw unfit(`holds '${path}', which is a link or a device`);
  if ((archive.readUInt16LE(at + 8) & 1) === 1) throw unfit('is encrypted');
  const [crc, packed, size] = [16, 20, 24].map((place) => archive.readUInt32LE(at + place)) as [number, number, number];
  return { path, method: archive.readUInt16LE(at + 10), crc, packed, size, at: archive.readUInt32LE(at + 42) };
}

function contentOf(archive: Buffer, { path, method, crc, packed, size, at }: Entry): Uint8Array {
  if (at + fileBytes > archive.length || archive.readUInt32LE(at) !== fileMark) throw damaged(`'${path}' is missing`);
  const start = at + fileBytes + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28);
  if (start + packed > archive.length) throw damaged(`'${path}' is cut short`);
  const content = unpacked(archive.subarray(start, start + packed), method, size, path);
  if (content.length !== size || crc32(content) !== crc) throw damaged(`'${path}' is not what was packed`);
  return content;
}

function unpacked(data: Uint8Array, method: number, size: number, path: string): Uint8Array {
  if (method === 0) return data;
  if (method !== 8) throw unfit(`packs '${path}' in a way that is not read here (${method})`);
  try {
    // One byte more than it says: a file that is larger is a lie, and found without being unpacked.
    return inflateRawSync(data, { maxOutputLength: size + 1 });
  } catch {
    throw damaged(`'${path}' is not what was packed`);
  }
}

const damaged = (how: string) => refusal(`The archive is damaged: ${how}`, 'Make it anew and send it again.');

const unfit = (how: string) =>
  refusal(`The archive ${how}`, 'Pack the folder as a plain ZIP, or send the folder itself.');

function refusal(message: string, suggestion: string): Fault<'InvalidArguments'> {
  return new Fault('InvalidArguments', message, { context: { field: 'archive' }, suggestion });
}

export function tooLarge(found: string, most: string): Fault<'LimitExceeded'> {
  return new Fault('LimitExceeded', `The upload has ${found}, and at most ${most} are taken`, {
    context: { limit: most },
    suggestion: 'Leave results and other files out, or put the folder where the studies are.',
  });
}
