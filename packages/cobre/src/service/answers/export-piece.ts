import { Fault } from '@quadrivium/kernel/fault';
import type { Files } from '../files/files.js';

/** A third more in base64, which still leaves room in an answer. */
const pieceBytes = 3 * 1024 * 1024;

export interface ExportPiece {
  readonly base64: string;
  readonly size_bytes: number;
  readonly next_offset?: number;
}

/** Some bytes of a file, which may be far larger than an answer. */
export async function exportPiece(files: Files, path: string, offset: number): Promise<ExportPiece> {
  const handle = await files.open(path).catch((cause) => {
    throw new Fault('OutputNotFound', `'${path}' does not exist`, {
      context: { path, expected_content: 'an exported file' },
      suggestion: 'Export it first with cobre/export-results.',
      cause,
    });
  });
  try {
    const { size } = await handle.stat();
    const wanted = Math.max(0, Math.min(pieceBytes, size - offset));
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(wanted), 0, wanted, offset);
    const next = offset + bytesRead;
    const base64 = buffer.subarray(0, bytesRead).toString('base64');
    return { base64, size_bytes: size, ...(next < size && bytesRead > 0 ? { next_offset: next } : {}) };
  } finally {
    await handle.close();
  }
}
