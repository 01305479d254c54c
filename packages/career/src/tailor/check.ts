/** The one check every document passes, whoever worded it: no text without something that vouches for it. */
import type { ExperienceAtom } from '../domain/atom.js';
import { sha256Of } from '../store/hash.js';
import type { Block, DocumentLanguage, Link, TailoredDocument } from './document.js';
import { type DocumentFacts, headOf, subjectOf } from './facts.js';
import { roleKey, roleLine } from './role-line.js';
import { unsupported } from './support.js';
import { isForm, quoted } from './wording.js';

export interface Refused {
  readonly sentence: string;
  readonly reason: string;
}

export function refusedSentences(document: TailoredDocument, facts: DocumentFacts): Refused[] {
  return document.blocks.flatMap((block) => {
    const reason = reasonAgainst(block, document, facts);
    return reason === undefined ? [] : [{ sentence: block.text, reason }];
  });
}

function reasonAgainst(block: Block, document: TailoredDocument, facts: DocumentFacts): string | undefined {
  const { text, style, link } = block;
  switch (link.to) {
    case 'form':
      return isForm(text) ? undefined : 'it is linked to no claim';
    case 'profile':
      return isOfProfile(text, facts) ? undefined : 'the profile does not say it';
    case 'posting':
      return isOfPosting(text, facts, document.language) ? undefined : 'the posting does not say it';
    case 'claims': {
      const atoms = claimsBehind(link, facts);
      if (typeof atoms === 'string') return atoms;
      return style === 'role' ? notThatRole(block, atoms, document) : unsupported(text, atoms);
    }
  }
}

/** The claims themselves, if each is confirmed, of this person, and still what it was. */
function claimsBehind({ claims }: Extract<Link, { to: 'claims' }>, facts: DocumentFacts): ExperienceAtom[] | string {
  const atoms: ExperienceAtom[] = [];
  for (const { atom_id, atom_sha256 } of claims) {
    const atom = facts.claims.get(atom_id);
    if (atom === undefined) return `"${atom_id}" is no confirmed claim of this person`;
    if (sha256Of(atom) !== atom_sha256) return `the claim "${atom_id}" has been changed`;
    atoms.push(atom);
  }
  return atoms;
}

/** The line over what was done somewhere: exactly what each of the claims says of its role. */
function notThatRole({ text, role: shown }: Block, atoms: readonly ExperienceAtom[], { language }: TailoredDocument) {
  const says = ({ role }: ExperienceAtom) =>
    role !== undefined && shown !== undefined && roleKey(role) === roleKey(shown) && roleLine(role, language) === text;
  return atoms.every(says) ? undefined : 'no confirmed claim has this role';
}

function isOfProfile(text: string, { profile }: DocumentFacts): boolean {
  const { name, contact } = headOf(profile);
  return [name, ...contact].includes(text);
}

function isOfPosting(text: string, { opportunity }: DocumentFacts, language: DocumentLanguage): boolean {
  return text === subjectOf(opportunity) || opportunity.requirements.some((one) => quoted(one.text, language) === text);
}
