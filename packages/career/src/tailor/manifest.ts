import { createHash } from 'node:crypto';
import { sha256Of } from '../store/hash.js';
import type { Block, Manifest, TailoredDocument } from './document.js';

/** What goes into every file of a document: enough to find out what was changed, and against which claims it stands. */
export function manifestOf(document: TailoredDocument): Manifest {
  const { document_id, kind, made_at, blocks } = document;
  return {
    manifest: 'quadrivium-career/1',
    document_id,
    document_sha256: sha256Of(document),
    kind,
    made_at,
    blocks: blocks.map((block) => ({ sha256: sha256Of(block.text), claims: claimsOf(block) })),
  };
}

function claimsOf({ link }: Block): string[] {
  return link.to === 'claims' ? link.claims.map((one) => one.atom_sha256) : [];
}

export function bytesSha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
