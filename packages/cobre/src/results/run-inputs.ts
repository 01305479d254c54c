import { createHash } from 'node:crypto';
import type { Case } from '../case/model.js';

/** What a run was about, as its metadata says: two runs that agree in it are runs of one problem. */
export interface RunInputs {
  /** Of all files of the case that were read; null where whoever ran it did not say. */
  readonly sha256: string | null;
  readonly risk_measure: string;
  readonly horizon: { readonly stages: number; readonly start: string | null; readonly end: string | null };
}

export function runInputs({ horizon: { stages } }: Case, sha256: string | null): RunInputs {
  const risks = [...new Set(stages.map(({ riskMeasure }) => riskText(riskMeasure)))];
  const [start = null, end = null] = [stages[0]?.startDate, stages.at(-1)?.endDate];
  return { sha256, risk_measure: risks.join(', '), horizon: { stages: stages.length, start, end } };
}

function riskText(risk: Case['horizon']['stages'][number]['riskMeasure']): string {
  return risk.type === 'cvar' ? `cvar (alpha ${risk.alpha}, lambda ${risk.lambda})` : risk.type;
}

/** The digests of single files by their path. */
export function digestsOf(
  files: readonly { readonly path: string; readonly sha256: string }[],
): Record<string, string> {
  return Object.fromEntries(files.map(({ path, sha256 }) => [path, sha256]));
}

/** One digest for a case, from those of its files. */
export function inputsDigest(files: readonly { readonly path: string; readonly sha256: string }[]): string {
  const lines = files.map(({ path, sha256 }) => `${path} ${sha256}\n`).sort();
  return createHash('sha256').update(lines.join('')).digest('hex');
}
