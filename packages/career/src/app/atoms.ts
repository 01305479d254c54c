/** Claims: brought in, confirmed, edited, taken away. Each change and its evidence commit together. */
import type { Actor } from '@quadrivium/ledger';
import { ExperienceAtom, normalizeAtom } from '../domain/atom.js';
import { visibleLine } from '../domain/visible-text.js';
import { careerFault } from '../faults.js';
import { sha256Of } from '../store/hash.js';
import type { CareerApp } from './career-app.js';

export type NewAtom = { readonly [Part in keyof ExperienceAtom]?: ExperienceAtom[Part] | undefined } & {
  readonly claim: string;
};

export function addAtom(app: CareerApp, given: NewAtom, actor: Actor): ExperienceAtom {
  const atom = normalizeAtom(
    ExperienceAtom.parse({ ...seen(given), atom_id: given.atom_id ?? app.surroundings.newId('atom') }),
  );
  if (app.store.atom(atom.atom_id)) {
    throw careerFault('ALREADY_EXISTS', `There is an atom "${atom.atom_id}" already; adding does not rewrite it.`, {
      suggestion: 'Change it with edit_atom, or add this one under another id.',
    });
  }
  const trace = app.traceFor(app.surroundings.newId('trace'), actor);
  const payload = { atom_id: atom.atom_id, verified: atom.verified };
  trace.recordWith(() => app.store.putAtom(atom), 'AtomAdded', payload, [atom.atom_id]);
  return atom;
}

/** Whoever confirms a claim sees all of it. */
const seen = <Said extends Partial<NewAtom>>(said: Said): Said => ({
  ...said,
  ...(said.claim === undefined ? {} : { claim: visibleLine(said.claim) }),
  ...(said.title === undefined ? {} : { title: visibleLine(said.title) }),
  ...(said.role === undefined ? {} : { role: withVisibleTexts(said.role) }),
});

const withVisibleTexts = <Said extends object>(said: Said): Said =>
  Object.fromEntries(
    Object.entries(said).map(([part, value]) => [part, typeof value === 'string' ? visibleLine(value) : value]),
  ) as Said;

export function verifyAtom(
  app: CareerApp,
  atomId: string,
  verified: boolean,
  evidence: readonly string[],
  actor: Actor,
): ExperienceAtom {
  const known = requireAtom(app, atomId);
  const refs = [...new Set([...known.evidence_refs, ...evidence])];
  const atom = { ...known, verified, evidence_refs: refs };
  const trace = app.traceFor(app.surroundings.newId('trace'), actor);
  const payload = { atom_id: atomId, verified, atom_sha256: sha256Of(atom) };
  const change = () => {
    app.store.putAtom(atom);
    // Documents made from the claim name this very wording; it stays readable by its hash.
    app.store.kept.keepValue(atom);
  };
  trace.recordWith(change, 'AtomVerified', payload, [atomId]);
  return atom;
}

export type AtomChange = {
  readonly [Part in 'claim' | 'title' | 'tags' | 'kind' | 'role' | 'domain']?: ExperienceAtom[Part] | undefined;
} & { readonly verified?: boolean | undefined };

/** Other words are another claim: what was confirmed has to be confirmed again. The old wording stays by its hash. */
export function editAtom(app: CareerApp, atomId: string, change: AtomChange, actor: Actor): ExperienceAtom {
  const known = requireAtom(app, atomId);
  const said = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const atom = normalizeAtom(ExperienceAtom.parse({ ...known, verified: false, ...seen(said) }));
  const trace = app.traceFor(app.surroundings.newId('trace'), actor);
  const payload = {
    atom_id: atomId,
    before_sha256: sha256Of(known),
    after_sha256: sha256Of(atom),
    verified: atom.verified,
  };
  const replace = () => {
    app.store.kept.keepValue(known);
    app.store.kept.keepValue(atom);
    app.store.putAtom(atom);
  };
  trace.recordWith(replace, 'AtomEdited', payload, [atomId]);
  return atom;
}

/** It no longer counts; what rested on it can still be computed again. */
export function deleteAtom(app: CareerApp, atomId: string, actor: Actor): ExperienceAtom {
  const known = requireAtom(app, atomId);
  const trace = app.traceFor(app.surroundings.newId('trace'), actor);
  const remove = () => {
    app.store.kept.keepValue(known);
    app.store.removeAtom(atomId);
  };
  trace.recordWith(remove, 'AtomDeleted', { atom_id: atomId, atom_sha256: sha256Of(known) }, [atomId]);
  return known;
}

export function requireAtom(app: CareerApp, atomId: string): ExperienceAtom {
  const atom = app.store.atom(atomId);
  if (atom) return atom;
  throw careerFault('ATOM_NOT_FOUND', `There is no atom "${atomId}".`, {
    suggestion: 'list_atoms shows what there is.',
  });
}
