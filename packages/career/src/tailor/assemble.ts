/** A document out of confirmed claims: which, in which order, under which heading. Nothing is worded here. */
import { type ClaimKind, claimKinds, type ExperienceAtom } from '../domain/atom.js';
import type { Role } from '../domain/role.js';
import { sha256Of } from '../store/hash.js';
import type { Block, DocumentLanguage, Link } from './document.js';
import { type DocumentFacts, headOf, subjectOf } from './facts.js';
import { onlyNames, roleKey, roleLine } from './role-line.js';
import { quoted, wordings } from './wording.js';

/** What is said with which claims; an agent may word it, everybody else quotes. */
export interface Sentence {
  readonly text: string;
  readonly atoms: readonly [ExperienceAtom, ...ExperienceAtom[]];
}

/** Which claims answer which requirement of the posting, best first. */
export type Answers = readonly { readonly requirement: string; readonly atomIds: readonly string[] }[];

export interface Material {
  readonly facts: DocumentFacts;
  readonly language: DocumentLanguage;
  readonly sentences: readonly Sentence[];
  readonly answers: Answers;
}

const mostPerRole = 8;
const mostAnswers = 8;

export function curriculum(material: Material): Block[] {
  const kinds = claimKinds.flatMap((kind) => {
    const said = material.sentences.filter(({ atoms: [first] }) => kindOf(first) === kind);
    return said.length === 0 ? [] : [heading(kind, material.language), ...section(kind, said, material)];
  });
  return [...head(material.facts), ...kinds];
}

export function letter({ facts, language, sentences, answers }: Material): Block[] {
  const { subject, greeting, bring, closing, regards } = wordings[language];
  const said = new Set<Sentence>();
  const body = answers.flatMap(({ requirement, atomIds }) => {
    const own = sentences.filter((one) => !said.has(one) && one.atoms.some(({ atom_id }) => atomIds.includes(atom_id)));
    for (const one of own) said.add(one);
    return own.length === 0 ? [] : [{ requirement, own }];
  });
  const [name] = head(facts);
  return [
    ...head(facts),
    form('heading', subject),
    { style: 'paragraph', text: subjectOf(facts.opportunity), link: { to: 'posting' } },
    form('paragraph', greeting),
    form('paragraph', bring),
    ...body
      .slice(0, mostAnswers)
      .flatMap(({ requirement, own }): Block[] => [
        { style: 'paragraph', text: quoted(requirement, language), link: { to: 'posting' } },
        ...own.map((one) => block('bullet', one)),
      ]),
    form('paragraph', closing),
    form('paragraph', regards),
    ...(name?.style === 'name' ? [{ ...name, style: 'paragraph' as const }] : []),
  ];
}

const kindOf = ({ kind = 'work' }: ExperienceAtom): ClaimKind => kind;

const form = (style: Block['style'], text: string): Block => ({ style, text, link: { to: 'form' } });

const heading = (kind: ClaimKind, language: DocumentLanguage) => form('heading', wordings[language].headings[kind]);

function head({ profile }: DocumentFacts): Block[] {
  const { name, contact } = headOf(profile);
  const lines: Block[] = contact.map((text) => ({ style: 'contact', text, link: { to: 'profile' } }));
  return name === '' ? lines : [{ style: 'name', text: name, link: { to: 'profile' } }, ...lines];
}

const inOneLine: ReadonlySet<ClaimKind> = new Set(['skill', 'language', 'certificate']);

function section(kind: ClaimKind, sentences: readonly Sentence[], material: Material): Block[] {
  const sorted = [...sentences].sort((a, b) => rank(a, material.answers) - rank(b, material.answers));
  if (inOneLine.has(kind)) return sorted.map((one) => block('item', one));
  if (kind === 'summary') return sorted.map((one) => block('paragraph', one));
  return [...byRole(sorted).values()].sort(newestFirst).flatMap((group) => roleBlocks(group, material.language));
}

/** What answers the posting comes first. */
function rank({ atoms }: Sentence, answers: Answers): number {
  const at = answers.findIndex(({ atomIds }) => atoms.some(({ atom_id }) => atomIds.includes(atom_id)));
  return at < 0 ? answers.length : at;
}

interface RoleGroup {
  readonly role: Role | undefined;
  readonly sentences: Sentence[];
}

function byRole(sentences: readonly Sentence[]): Map<string, RoleGroup> {
  const groups = new Map<string, RoleGroup>();
  for (const sentence of sentences) {
    const { role } = sentence.atoms[0];
    const key = role === undefined ? '' : roleKey(role);
    const group = groups.get(key) ?? { role, sentences: [] };
    group.sentences.push(sentence);
    groups.set(key, group);
  }
  return groups;
}

function newestFirst(a: RoleGroup, b: RoleGroup): number {
  const [left, right] = [a, b].map(({ role }) => `${role?.to ?? '0'} ${role?.from ?? '0'}`) as [string, string];
  return left < right ? 1 : left > right ? -1 : 0;
}

function roleBlocks({ role, sentences }: RoleGroup, language: DocumentLanguage): Block[] {
  if (role === undefined) return sentences.map((one) => block('bullet', one));
  const text = roleLine(role, language);
  // A claim that only names the role is said by the line above.
  const more = sentences.filter((one) => !onlyNames(one.text, role));
  const atoms = sentences
    .flatMap((one) => one.atoms)
    .filter((atom) => atom.role && roleKey(atom.role) === roleKey(role));
  return [
    { style: 'role', text, role, link: linkTo(atoms) },
    ...more.slice(0, mostPerRole).map((one) => block('bullet', one)),
  ];
}

function block(style: Block['style'], { text, atoms }: Sentence): Block {
  return { style, text, link: linkTo(atoms) };
}

function linkTo(atoms: readonly ExperienceAtom[]): Link {
  return {
    to: 'claims',
    claims: atoms.map((atom) => ({ atom_id: atom.atom_id, atom_sha256: sha256Of(atom), ...atom.source })),
  };
}
