import { unzipSync } from 'fflate';

const linkedInTables = /(?:^|\/)(?:Positions|Profile|Skills|Education|Connections)\.csv$/i;

/** An archive lists at its end what it holds; nothing is unpacked to look. */
export function isLinkedInExport(bytes: Uint8Array): boolean {
  let isOne = false;
  const look = ({ name }: { name: string }) => {
    isOne ||= linkedInTables.test(name);
    return false;
  };
  try {
    unzipSync(bytes, { filter: look });
  } catch {
    // Whoever reads it says that it is damaged.
  }
  return isOne;
}
