/**
 * Resumes written by us, each followed by requirements that a person has judged: `+` met, `~` partly, `-` missing, `!` a trap
 * of negation, homonym or sibling that must not be called met. `own` names the posting of its field.
 *
 * The half is drawn by the name of the file. Whoever improves the matcher looks at single errors of the tuning half only; of
 * the test half nothing but the score is ever printed.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CareerApp } from '../../src/app/career-app.js';
import { ingestResume, proposeFromResume } from '../../src/app/resumes.js';
import { strategyNamed } from '../../src/app/strategies.js';
import type { ExperienceAtom } from '../../src/domain/atom.js';
import type { Opportunity } from '../../src/domain/opportunity.js';

export type ResumeHalf = 'tuning' | 'test';
const folder = join(import.meta.dirname, 'resumes');

export function halfOf(name: string): ResumeHalf {
  const first = createHash('sha256').update(name).digest()[0] ?? 0;
  return first % 2 === 0 ? 'tuning' : 'test';
}

export function labelledResumes(half: ResumeHalf): string[] {
  return readdirSync(folder)
    .filter((name) => halfOf(name) === half)
    .sort();
}

const verdicts = { '+': 'met', '~': 'partly', '-': 'missing', '!': 'trap' } as const;
export type Label = (typeof verdicts)[keyof typeof verdicts];

export interface Judgement {
  readonly resume: string;
  readonly requirement: string;
  readonly label: Label;
  readonly verdict: string;
}

interface LabelledResume {
  readonly text: string;
  readonly own: string;
  readonly labels: readonly { readonly requirement: string; readonly label: Label }[];
}

export function readLabelled(name: string): LabelledResume {
  const [text = '', after = ''] = readFileSync(join(folder, name), 'utf8').split('\n===\n');
  const lines = after.split('\n').filter(Boolean);
  const own = lines[0]?.replace(/^own: /, '') ?? '';
  const labels = lines.slice(1).map((line) => ({
    label: verdicts[line[0] as keyof typeof verdicts],
    requirement: line.slice(2),
  }));
  return { text, own, labels };
}

const actor = { kind: 'user', id: 'labels' } as const;

/** The claims of a resume as a person would have them who confirms all that is proposed. */
export async function claimsOf(name: string): Promise<ExperienceAtom[]> {
  const app = new CareerApp();
  const bytes = new TextEncoder().encode(readLabelled(name).text);
  const { resume } = await ingestResume(app, { name, bytes, actor });
  const atoms = proposeFromResume(app, resume.resume_id, actor).map((atom) => ({ ...atom, verified: true }));
  await app.close();
  return atoms;
}

export function scoreAgainst(atoms: readonly ExperienceAtom[], opportunity: Opportunity) {
  const strategy = strategyNamed('evidence_v2');
  if (strategy === undefined) throw new Error('evidence_v2 is gone');
  return strategy.match({ opportunity, atoms, kLex: 25, kEmb: 25 }, () => []);
}

export async function judgementsOf(name: string): Promise<Judgement[]> {
  const { labels } = readLabelled(name);
  const requirements = labels.map(({ requirement }) => ({ text: requirement, tags: [], required: true }));
  const opportunity = { opportunity_id: name, company: 'c', role_title: 'Job', source: 's', requirements };
  const { requirement_matches } = scoreAgainst(await claimsOf(name), opportunity);
  return labels.map(({ requirement, label }, at) => ({
    resume: name,
    requirement,
    label,
    verdict: requirement_matches[at]?.explanation?.verdict ?? 'none',
  }));
}

export interface VerdictScore {
  readonly accuracy: number;
  readonly recallOfMet: number;
  readonly precisionOfMet: number;
  readonly falseMetOnTraps: number;
}

const share = (some: readonly unknown[], of: readonly unknown[]) => (of.length === 0 ? 1 : some.length / of.length);

/** A trap is right when it is not called met. */
export function verdictScore(all: readonly Judgement[]): VerdictScore {
  const right = all.filter(({ label, verdict }) => (label === 'trap' ? verdict !== 'met' : label === verdict));
  const met = all.filter(({ label }) => label === 'met');
  const called = all.filter(({ verdict }) => verdict === 'met');
  const traps = all.filter(({ label }) => label === 'trap');
  return {
    accuracy: share(right, all),
    recallOfMet: share(met.filter(({ verdict }) => verdict === 'met'), met),
    precisionOfMet: share(called.filter(({ label }) => label === 'met'), called),
    falseMetOnTraps: share(traps.filter(({ verdict }) => verdict === 'met'), traps),
  };
}
