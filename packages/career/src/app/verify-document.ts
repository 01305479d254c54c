/** Whether a file is what was tailored here: its bytes, its words, and the claims behind them. Nothing but the ledger is asked. */
import * as z from 'zod';
import { ownProfile } from '../domain/atom.js';
import { sha256Of } from '../store/hash.js';
import { type Block, Manifest, TailoredDocument } from '../tailor/document.js';
import { bytesSha256 } from '../tailor/manifest.js';
import { rendererFor } from '../tailor/render/index.js';
import type { Renderer } from '../tailor/render/renderer.js';
import type { CareerApp } from './career-app.js';
import { verifyAudit } from './verify-audit.js';

export const DocumentVerdict = z.object({
  status: z
    .enum(['untouched', 'same_text', 'altered', 'unknown'])
    .describe('same_text: saved again by another program, with the same words'),
  valid: z.boolean(),
  document_id: z.string().optional(),
  kind: z.string().optional(),
  opportunity_id: z.string().optional(),
  made_at: z.string().optional(),
  problems: z.array(z.string()),
  changed_since: z.array(z.string()).describe('Claims that were changed or taken back after it was made'),
});
export type DocumentVerdict = z.output<typeof DocumentVerdict>;

interface Recorded {
  readonly document_id: string;
  readonly document_sha256: string;
  readonly manifest_sha256: string;
  readonly files: readonly { format: string; sha256: string; text_sha256: string }[];
}

export async function verifyDocument(app: CareerApp, bytes: Uint8Array): Promise<DocumentVerdict> {
  const renderer = rendererFor(bytes);
  const found = await renderer.read(bytes).catch(() => undefined);
  if (found === undefined) return unknown('The file is damaged: it cannot be read.');
  const manifest = Manifest.safeParse(found.manifest);
  if (!manifest.success) return unknown('The file carries no manifest of Quadrivium.');
  const recorded = recordOf(app, manifest.data.document_id);
  if (recorded === undefined) return unknown(`The ledger knows no document "${manifest.data.document_id}".`);
  const document = TailoredDocument.safeParse(app.store.kept.value(recorded.document_sha256));
  if (!document.success || sha256Of(document.data) !== recorded.document_sha256) {
    return unknown('What the ledger says was made is no longer kept here.');
  }
  const { valid, problems } = await verifyAudit(app);
  if (!valid) return { ...unknown('The ledger itself is broken.'), problems };
  const { text, beside = [] } = found;
  return judged(app, { renderer, bytes, text, beside, manifest: manifest.data, recorded, document: document.data });
}

interface Case {
  readonly renderer: Renderer;
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly beside: readonly string[];
  readonly manifest: Manifest;
  readonly recorded: Recorded;
  readonly document: TailoredDocument;
}

function judged(app: CareerApp, subject: Case): DocumentVerdict {
  const { renderer, bytes, text, beside, manifest, recorded, document } = subject;
  const file = recorded.files.find(({ format }) => format === renderer.format);
  const untouched = file?.sha256 === bytesSha256(bytes);
  const sameWords = renderer.survivesSaving && file?.text_sha256 === sha256Of(text);
  const problems = [
    ...(sha256Of(manifest) === recorded.manifest_sha256 ? [] : ['The manifest is not the one that was written.']),
    ...(untouched ? [] : beside),
    ...(untouched || sameWords
      ? []
      : wordsChanged(
          document.blocks.filter(({ style }) => !renderer.inFields.includes(style)),
          text,
        )),
  ];
  const valid = problems.length === 0;
  const { document_id, kind, opportunity_id, made_at } = document;
  return {
    status: !valid ? 'altered' : untouched ? 'untouched' : 'same_text',
    valid,
    document_id,
    kind,
    opportunity_id,
    made_at,
    problems,
    changed_since: changedClaims(app, document),
  };
}

/** The sentences that no longer stand there as they were written. */
function wordsChanged(blocks: readonly Block[], text: string): string[] {
  const said = bare(text);
  const gone = blocks.filter((block) => !said.includes(bare(block.text))).map((block) => `Changed: "${block.text}".`);
  return gone.length > 0 ? gone : ['The bytes of the file are not those that were written.'];
}

const bare = (text: string) => text.normalize('NFKC').replace(/[\s\\]+/g, '');

function changedClaims(app: CareerApp, { blocks, profile_id }: TailoredDocument): string[] {
  const claims = new Map(
    blocks.flatMap(({ link }) => (link.to === 'claims' ? link.claims : [])).map((one) => [one.atom_id, one]),
  );
  return [...claims.values()].flatMap(({ atom_id, atom_sha256 }) => {
    const atom = app.store.atom(atom_id);
    if (atom === undefined) return [`The claim ${atom_id} was deleted.`];
    if (!atom.verified) return [`The claim ${atom_id} is no longer confirmed.`];
    if ((atom.profile_id ?? ownProfile) !== profile_id) return [`The claim ${atom_id} belongs to somebody else.`];
    return sha256Of(atom) === atom_sha256 ? [] : [`The claim ${atom_id} has other words.`];
  });
}

function recordOf(app: CareerApp, documentId: string): Recorded | undefined {
  const [event] = app.audit.about('DocumentTailored', documentId);
  return event && (JSON.parse(event.payload) as Recorded);
}

function unknown(problem: string): DocumentVerdict {
  return { status: 'unknown', valid: false, problems: [problem], changed_since: [] };
}
