import type { ExperienceAtom } from '../domain/atom.js';
import type { Period } from '../domain/period.js';
import type { Role } from '../domain/role.js';
import { tokensOf } from '../domain/tokens.js';
import { isDoubtWord } from '../match/certainty/doubt-words.js';
import { stretchesOf } from '../match/items/clauses.js';
import { isHollow } from '../match/items/hollow-words.js';
import { opensWithLevel } from '../match/items/levels.js';
import { parseItem, type Reader } from '../match/items/parse-item.js';
import { isUnderWay } from '../match/unfinished.js';
import { sentencesOf } from './posting/sentences.js';
import { isContactDetail } from './resume/contact-details.js';
import { periodIn } from './resume/dates.js';
import { type Passage, passagesOf } from './resume/passages.js';
import { personIn } from './resume/person.js';
import { isList, resumePart } from './resume/sections.js';

export interface ProposedAtom {
  readonly title: string;
  readonly claim: string;
  readonly tags: readonly string[];
  readonly kind: NonNullable<ExperienceAtom['kind']>;
  readonly role?: Role;
  readonly period?: Period;
  /** Lines of the resume the claim was read from, first and last, counted from 1. */
  readonly lines: readonly [number, number];
  /** Characters of its Markdown. */
  readonly span: readonly [number, number];
}

const fewestWords = 2;
const mostTags = 8;

/**
 * Claims out of a resume, word for word: the jobs and studies themselves, sentences of what was done in them, and each item
 * of what lists skills, languages and certificates. They are proposals: nobody has verified them. `asOf` is the month in
 * which it was read, until which a current job is known to have lasted.
 */
export function proposeAtoms(markdown: string, book: Reader['book'], asOf: string): ProposedAtom[] {
  const { name } = personIn(markdown);
  const passages = passagesOf(markdown, asOf).filter(({ line }) => line.text !== name);
  const proposals = passages.flatMap((passage) =>
    claimsIn(passage).map((claim) => ({ ...proposalOf(passage, claim, book), ...toldPeriod(passage, claim, asOf) })),
  );
  return onceEach(proposals);
}

/** A line that says the same item twice claims it once. */
function onceEach(proposals: readonly ProposedAtom[]): ProposedAtom[] {
  return [...new Map(proposals.map((one) => [JSON.stringify([one.span, one.claim]), one])).values()];
}

function proposalOf({ line, part, title, role }: Passage, claim: string, book: Reader['book']): ProposedAtom {
  return {
    title,
    claim,
    tags: conceptsIn(claim, book).slice(0, mostTags),
    kind: part === 'nothing' ? 'summary' : part,
    ...(role === undefined ? {} : { role }),
    lines: line.lines,
    span: line.span,
  };
}

/** "Trabalho desde 2019 no atelier Vão Livre": a sentence outside any job that says itself how long it has been so. */
function toldPeriod({ part, role }: Passage, claim: string, asOf: string): Pick<ProposedAtom, 'period'> {
  const tells = role === undefined && (part === 'work' || part === 'summary');
  const { from = '', to = '' } = (tells ? periodIn(claim, asOf)?.period : undefined) ?? {};
  const areMonths = [from, to].every((moment) => /^\d{4}-\d{2}$/.test(moment));
  return areMonths && from < to ? { period: { from, to } } : {};
}

/** What the claim names and does not deny, in the words of the vocabulary that matching looks things up in. */
function conceptsIn(claim: string, book: Reader['book']): string[] {
  const { stance, all_of } = parseItem(claim, { book, side: 'claim' });
  const things = stance === 'asserted' ? all_of.flatMap(({ any_of }) => any_of) : [];
  return [...new Set(things.flatMap((thing) => (thing.kind === 'concept' ? [thing.concept] : [])))];
}

function claimsIn({ line, part, opensRole }: Passage): string[] {
  const { text } = line;
  // "2019 Truppführer" reads like a postcode and a town.
  if (opensRole && (part === 'education' || part === 'work')) return [text];
  if (isContactDetail(text)) return [];
  if (opensRole) return [text];
  if (isList(part) && text.length < 200)
    return (part === 'skill' ? sentencesIn(text) : [text]).flatMap((one) => itemsOf(one, part));
  const shortest = line.is === 'bullet' ? 1 : fewestWords;
  return sentencesIn(text).filter((claim) => claim.split(/\s+/).length >= shortest && !isContactDetail(claim));
}

const sentencesIn = (text: string) => sentencesOf(text).map(([from, to]) => withoutStop(text.slice(from, to)));

const withoutStop = (text: string) => text.trim().replace(/[.;]+$/, '');

/** "Tools: Excel, SAP" is two items; commas inside brackets and in long entries part nothing. */
function itemsOf(text: string, part: Passage['part']): string[] {
  if (part === 'education') return [withoutStop(text)];
  const [, label, listed] = /^([^:,]{2,40}):\s+(.*)$/.exec(text) ?? [undefined, undefined, text];
  const items = partsOf(listed ?? text);
  const isShort = items.every((item) => item.split(/\s+/).length <= 4);
  // "SAP: none so far", "Deutsch: Muttersprache": what is said of one thing stays with it.
  const isComment =
    label !== undefined &&
    (items.length === 1 ||
      !isShort ||
      namesAPaper.test(label) ||
      items.some(isTold) ||
      isReserved(items[0] ?? '') ||
      isQualified(listed ?? '') ||
      opensWithLevel(listed ?? ''));
  if (isComment || !isShort) return [withoutStop(text)];
  const isPart = label !== undefined && resumePart(label) !== undefined;
  const named = label !== undefined && !isPart ? [label] : [];
  const said = part === 'skill' ? [...named, ...attached(items)] : attached(isPart ? items : partsOf(text));
  return said.filter((item) => /[\p{L}\p{N}]/u.test(item));
}

/** "Führerschein: B, BE": of which paper these are the classes has to stay with them. */
const namesAPaper = /führerschein|licen[cs]e|permiso|carnet|carné|carta|lizenz/iu;

/** "La tiene mi hermano", "mach ich nie": a sentence is no entry of a list. */
const isTold = (item: string) =>
  /^(?:the|it|i|my|nobody|someone|ich|es|mein\p{L}*|la|lo|yo|me|mi|se|eu|meu|minha|quem|que|who)\s+\p{Ll}/iu.test(
    item,
  ) && /^\p{Ll}|^I\s/u.test(item);

/** "Revenue Management: zwei Tage hospitiert, sonst nichts": whoever reads on knows it is no list. */
const isReserved = (item: string) =>
  item.includes(' ') && tokensOf(item).some(({ word }) => isDoubtWord(word, undefined));

const partsOf = (list: string) => list.split(/\s*[;|•·]\s*|,\s*(?![^(]*\))/).map(withoutStop);

const isQualified = (said: string) => stretchesOf(said, 'claim').length > 0 || isUnderWay(said);

/** What names nothing of its own, but says when or how well: "valid to 2029", "C1", "not renewed". */
const saysOfBefore =
  /^(?:(?:in )?(?:valid|gültig|válid[oa]|vigente|since|seit|desde|until|bis|hasta|até|expires?|expired|renewed|issued|certificad[oa] de|abgelaufen|caducad[oa]|vencid[oa]|native|fluent|nativ[oa]|matern[oa]|muttersprache|fließend|fluido|fluente|basic|básico|level|nivel|nível|niveau|[abc][12](?!\p{L}))(?!\p{L})|\(?(?:19|20)\d{2}\)?$)/iu;

/** "Certified Kubernetes Administrator; booked for February 2027": small letters, and when, how far or that it is not so. */
const isRemark = (item: string) =>
  /^[\p{Ll}\d]/u.test(item) && (isQualified(item) || isReserved(item) || isDated.test(item));
const isDated =
  /(?<!\p{L})(?:(?:19|20)\d\d|jan|feb|mär|mar|apr|abr|may|mai|jun|jul|aug|ago|sep|okt|oct|out|nov|dez|dec|dic)\p{L}{0,7}$/iu;

/** Such a one belongs to what stands before it. */
function attached(items: readonly string[]): string[] {
  const whole: string[] = [];
  for (const item of items) {
    const last = whole.at(-1);
    if (last !== undefined && (saysOfBefore.test(item) || isHollow(item) || isRemark(item)))
      whole[whole.length - 1] = `${last}, ${item}`;
    else whole.push(item);
  }
  return whole;
}
