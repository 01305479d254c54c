/** The text of a policy, read once: what each of its statements is called and asks for, and Cedar's own form of it. */
import type { ApprovalTerms } from '../../domain/policy.js';
import { askCedar, timesBroken } from './cedar.js';

export interface Statement {
  readonly name: string;
  readonly effect: 'permit' | 'forbid';
  readonly reason?: string;
  /** What it permits is asked of people first. */
  readonly approval?: Pick<ApprovalTerms, 'required' | 'roles'>;
}

export interface Compiled {
  /** Under which Cedar keeps it. */
  readonly slot: string;
  readonly statements: ReadonlyMap<string, Statement>;
  readonly seesArguments: boolean;
}

export type Compilation = { readonly compiled: Compiled } | { readonly problems: readonly string[] };

/** Candidates of a simulation come and go, and Cedar forgets nothing by itself: they share a number of places. */
const most = 64;
const kept = new Map<string, Compilation>();
let free = allPlaces();
let generation = 0;

export function compiledPolicy(text: string): Compilation {
  if (generation !== timesBroken()) forgetAll();
  const known = kept.get(text);
  if (known !== undefined) return known;
  if (kept.size >= most) forgetOldest();
  const made = compile(text);
  if (generation !== timesBroken()) forgetAll();
  kept.set(text, made);
  return made;
}

function allPlaces(): string[] {
  return Array.from({ length: most }, (_, i) => `place ${i}`);
}

/** What a broken machine knew; that a text cannot be read stays true. */
function forgetAll(): void {
  for (const [text, made] of kept) if ('compiled' in made) kept.delete(text);
  free = allPlaces();
  generation = timesBroken();
}

function forgetOldest(): void {
  for (const [text, made] of kept) {
    kept.delete(text);
    if ('compiled' in made) free.push(made.compiled.slot);
    return;
  }
}

function compile(text: string): Compilation {
  try {
    return compileWith(text);
  } catch (error) {
    return { problems: [(error as Error).message] };
  }
}

function compileWith(text: string): Compilation {
  const parts = askCedar((cedar) => cedar.policySetTextToParts(text));
  if (parts.type === 'failure') return { problems: parts.errors.map(placed) };
  if (parts.policy_templates.length > 0) return { problems: ['templates are not linked to anything here'] };
  const read = parts.policies.map((policy, i) => statementOf(policy, i));
  const problems = read.flatMap((it) => ('problem' in it ? [it.problem] : []));
  if (problems.length > 0) return { problems };
  const statements = new Map(read.map((it, i) => [String(i), it as Statement]));
  const staticPolicies = Object.fromEntries(parts.policies.map((policy, i) => [String(i), policy]));
  const slot = free.pop() ?? 'place';
  const prepared = askCedar((cedar) => cedar.preparsePolicySet(slot, { staticPolicies }));
  if (prepared.type === 'failure') {
    free.push(slot);
    return { problems: prepared.errors.map(({ message }) => message) };
  }
  return { compiled: { slot, statements, seesArguments: speaksOfArguments.test(text) } };
}

/** A name may be written with escapes. */
const speaksOfArguments = /arguments|\\/;

/** People look for the place, not for the message. */
function placed({
  message,
  sourceLocations,
}: {
  message: string;
  sourceLocations?: readonly { start: number }[];
}): string {
  const [place] = sourceLocations ?? [];
  return place === undefined ? message : `${message}, at character ${place.start + 1}`;
}

function statementOf(policy: string, index: number): Statement | { readonly problem: string } {
  const read = askCedar((cedar) => cedar.policyToJson(policy));
  if (read.type === 'failure') return { problem: read.errors.map(({ message }) => message).join('; ') };
  const { effect, annotations = {} } = read.json;
  const { id: name = `statement ${index + 1}`, reason, approval } = annotations as Record<string, string | undefined>;
  const own = { name, effect, ...(reason === undefined ? {} : { reason }) } as const;
  if (approval === undefined) return own;
  const terms = /^\s*(?<required>10|[1-9])?\s*(?!\d)(?<roles>[\w.,-]*)\s*$/.exec(approval)?.groups;
  if (terms === undefined)
    return { problem: `${name}: @approval("${approval}") is not like @approval("2 approver,admin")` };
  if (effect === 'forbid') return { problem: `${name}: only a permit can ask for an approval; a forbid refuses` };
  const { required = '1', roles = '' } = terms;
  return { ...own, approval: { required: Number(required), roles: roles.split(',').filter((role) => role !== '') } };
}
