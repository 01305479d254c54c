/**
 * The browser believes nobody: it takes the text of every entry, computes the hashes itself with WebCrypto, follows the
 * links of the chain, and says where they break. The rules are the ledger's own, the same that its offline verifier uses.
 */
import { describeProblem, type Finding, readLine, verifyLines, webCrypto } from '@quadrivium/ledger/verify';

export interface EvidenceEntry {
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  readonly stream: string;
  readonly actor: { readonly kind: string; readonly id: string; readonly onBehalfOf?: string };
  readonly body: unknown;
  readonly hash: string;
  readonly previous: string;
}

export interface Verdict {
  readonly valid: boolean;
  readonly entries: readonly EvidenceEntry[];
  /** Every problem in a sentence, in the order of the chain. */
  readonly problems: readonly { readonly seq?: number; readonly sentence: string }[];
  readonly head: { readonly seq: number; readonly hash: string } | undefined;
}

export async function verifyExport(lines: readonly string[]): Promise<Verdict> {
  const { valid, problems, chains } = await verifyLines(lines, { crypto: webCrypto });
  const entries = lines.map(readLine).flatMap((line) => (line.kind === 'entry' ? [line.entry] : []));
  return { valid, entries, problems: problems.map(told), head: chains[0]?.head };
}

function told(problem: Finding): Verdict['problems'][number] {
  const sentence = describeProblem({ ...problem, chain: '' });
  const seq = 'seq' in problem ? problem.seq : 'from' in problem ? problem.from : undefined;
  return seq === undefined ? { sentence } : { seq, sentence };
}
