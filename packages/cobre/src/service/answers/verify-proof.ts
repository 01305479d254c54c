/** Checks a proof from files alone: the case is read again, its problem built again, and everything solved by the other solver. */

import { join, resolve } from 'node:path';
import { own } from '@quadrivium/kernel/essentials';
import { Fault } from '@quadrivium/kernel/fault';
import type { Case } from '../../case/model.js';
import { parseChange, withSettings } from '../../case/read/changed-settings.js';
import { parseJsonBytes } from '../../case/read/json-text.js';
import {
  digestOfProof,
  digestsOf,
  modelWithBoundary,
  policyDigests,
  proofFile,
  readBoundary,
  runInputs,
} from '../../results/index.js';
import {
  checkProof,
  loadSolver,
  NotProven,
  type Proof,
  placesOf,
  proofSchema,
  provenProblem,
} from '../../sddp/index.js';
import { loadCase } from '../../validation/load-case.js';
import { caseAccess } from '../cases/case-access.js';
import type { Files } from '../files/files.js';
import { outputCorrupted, outputNotFound, outputPlace } from '../files/place.js';
import type { VerifiedProof } from './verified-proof.js';

export interface VerifyOptions {
  /** Where the case is now, when it is not where it was. */
  readonly caseDirectory?: string | undefined;
  readonly now: () => number;
  readonly step: (done: number, of: number) => Promise<void>;
}

export async function verifyProof(files: Files, asked: string, options: VerifyOptions): Promise<VerifiedProof> {
  const started = options.now();
  const { path } = await outputPlace(files, asked, proofFile);
  const proof = await readProof(files, asked, path);
  try {
    const { study, caseDirectory } = await sameCase(files, path, proof, options.caseDirectory);
    await samePolicy(files, resolve(path, proof.policy.path), 'policy', proof.policy.files);
    await sameBoundary(files, study, caseDirectory, proof);
    const solver = proof.solver === 'simplex' ? 'highs' : 'simplex';
    const allowed = (place: string) => files.resolveNew(place);
    const stochastic = await modelWithBoundary(study, caseDirectory, allowed);
    const boundary = await readBoundary(study, stochastic, caseDirectory, allowed);
    const built = provenProblem(study, stochastic, boundary?.cuts);
    const work = { ...built, places: placesOf(study), makeSolver: await loadSolver(solver), step: options.step };
    const { checked } = await checkProof(proof, work);
    if (proof.risk_measure !== runInputs(study, null).risk_measure) {
      throw new NotProven('risk_measure', 'the case has another one');
    }
    unchanged(proof);
    const { lower, upper, gap } = proof.interval;
    return {
      holds: true,
      statement: proof.statement,
      lower_bound: lower,
      upper_bound: upper,
      gap,
      solver,
      checked,
      wall_time_ms: Math.round(options.now() - started),
    };
  } catch (cause) {
    throw cause instanceof NotProven ? refuted(asked, cause) : cause;
  }
}

/** What a run says it has proven, unchecked; null where it proved nothing. */
export async function statedProof(files: Files, asked: string): Promise<Pick<Proof, 'statement' | 'interval'> | null> {
  const { path } = await outputPlace(files, asked, proofFile);
  if (!(await files.exists(join(path, proofFile)))) return null;
  const { statement, interval } = await readProof(files, asked, path);
  return { statement, interval };
}

async function readProof(files: Files, asked: string, path: string): Promise<Proof> {
  const place = join(path, proofFile);
  if (!(await files.exists(place))) throw outputNotFound(asked, `${proofFile} (make it with cobre run --prove)`);
  const parsed = parseJsonBytes(await files.readFile(place));
  if (!parsed.ok) throw outputCorrupted(proofFile, new Error('it is no JSON'));
  const proof = proofSchema.safeParse(parsed.value);
  if (proof.success) return proof.data;
  const issue = proof.error.issues[0]!;
  throw outputCorrupted(proofFile, new Error(`${issue.path.join('.')}: ${issue.message}`));
}

/** The case the proof is about, byte for byte. */
async function sameCase(files: Files, output: string, proof: Proof, given: string | undefined) {
  const caseDirectory = given ?? resolve(output, proof.case.path);
  await files.resolveNew(caseDirectory);
  const access = withSettings(caseAccess(files), caseDirectory, proof.case.set.map(parseChange));
  const { case: study, filesRead } = await loadCase(caseDirectory, access);
  sameFiles('case', proof.case.files, digestsOf(filesRead));
  return { study, caseDirectory };
}

type Digests = Readonly<Record<string, string>>;

function sameFiles(owner: string, claimed: Digests, found: Digests): void {
  for (const name of [...new Set([...Object.keys(claimed), ...Object.keys(found)])].sort()) {
    if (own(found, name) === own(claimed, name)) continue;
    const what = own(found, name) === undefined ? 'it is missing' : 'it is not the file the proof is about';
    throw new NotProven(`${owner} file ${name}`, what);
  }
}

/** Cuts and what says where they belong, all of them and no others. */
async function samePolicy(files: Files, directory: string, owner: string, claimed: Digests): Promise<void> {
  sameFiles(owner, claimed, await policyDigests(await files.resolveNew(directory)));
}

async function sameBoundary(files: Files, study: Case, caseDirectory: string, { boundary }: Proof): Promise<void> {
  const wanted = study.settings.policy.boundary;
  if (wanted === null) return;
  const directory = resolve(caseDirectory, wanted.path);
  await samePolicy(files, directory, 'boundary policy', boundary?.files ?? {});
}

/** What nothing else would notice: a word, or a number that stays within what two solvers may differ by. */
function unchanged(proof: Proof): void {
  if (digestOfProof(proof) !== proof.digest) {
    throw new NotProven('digest', 'every bound holds, but the file was changed after it was written');
  }
}

function refuted(asked: string, { message, where, claimed, found }: NotProven): Fault<'ProofRefuted'> {
  return new Fault('ProofRefuted', `The proof in ${asked} does not hold. ${message}`, {
    context: { path: asked, file: proofFile, where, claimed, found },
    suggestion: 'Run the case again with --prove; something was changed since, or the proof is wrong.',
  });
}
