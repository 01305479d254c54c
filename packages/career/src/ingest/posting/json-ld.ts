/** `JobPosting` of schema.org, as job boards put it into their pages and as feeds give it alone. */
import { isObject } from '@quadrivium/kernel/essentials';
import * as cheerio from 'cheerio/slim';
import { textOfHtml } from './html-text.js';
import { listedItems } from './listed-items.js';
import type { PostingFacts } from './posting-facts.js';
import { sentencesOf } from './sentences.js';

type Json = Readonly<Record<string, unknown>>;

export interface LinkedPosting {
  readonly facts: PostingFacts;
  /** Its parts as one text with headings, so that spans point at something. */
  readonly text: string;
}

/** What a page carries as JSON, also between the marks of old browsers and with line breaks inside its texts. */
export function jsonOfPage(source: string): unknown {
  const bare = source
    .replace(/^\s*(?:\/[/*]\s*)?(?:<!--|<!\[CDATA\[)(?:\s*\*\/)?/, '')
    .replace(/(?:\/[/*]\s*)?(?:-->|\]\]>)(?:\s*\*\/)?\s*$/, '')
    .replace(/;\s*$/, '');
  const inOneLine = bare.replace(/\p{Cc}+/gu, ' ');
  for (const one of [bare, inOneLine, inOneLine.replace(/,\s*(?=[}\]])/g, '')]) {
    try {
      return JSON.parse(one);
    } catch {
      // The next form may be read.
    }
  }
  return undefined;
}

/** Every JobPosting in a JSON-LD value: alone, in a list, or in an `@graph`. */
export function jobPostingsIn(value: unknown, depth = 0): Json[] {
  if (depth > 6) return [];
  if (Array.isArray(value)) return value.flatMap((one) => jobPostingsIn(one, depth + 1));
  if (!isObject(value)) return [];
  if ([value['@type']].flat().some((type) => String(type).replace(/^.*[/:]/, '') === 'JobPosting')) return [value];
  return ['@graph', 'mainEntity', 'itemListElement', 'item'].flatMap((key) => jobPostingsIn(value[key], depth + 1));
}

export function linkedPosting(posting: Json): LinkedPosting {
  const sections = [
    section('', posting.description),
    section('Responsibilities', posting.responsibilities),
    section('Requirements', [
      posting.qualifications,
      posting.skills,
      [posting.experienceRequirements].flat().map(experienceOf),
      educationOf(posting.educationRequirements),
      posting.physicalRequirement,
      posting.sensoryRequirement,
      posting.securityClearanceRequirement,
      posting.eligibilityToWorkRequirement,
    ]),
    section('Benefits', posting.jobBenefits),
  ];
  const title = textOf(posting.title);
  return {
    facts: factsOf(posting),
    text: [title === '' ? '' : `# ${title}`, ...sections].filter((part) => part !== '').join('\n\n'),
  };
}

function section(heading: string, value: unknown): string {
  const said = [value]
    .flat(2)
    .map(textOf)
    .filter((text) => text !== '');
  if (said.length === 0) return '';
  if (heading === '') return said.join('\n\n');
  const lines = said.flatMap((text) => text.split('\n')).flatMap((line) => (isMarked(line) ? line : itemsOf(line)));
  return [`## ${heading}`, '', ...lines.map((line) => (isMarked(line) ? line : `- ${line}`))].join('\n');
}

/** A point, a heading or what is emphasised, and a label that opens what follows. */
const isMarked = (line: string) => /^(?:\s*[-#]|\*\*)|:\s*$/.test(line);

/** Sentences one by one; else what the field lists. */
function itemsOf(line: string): string[] {
  const sentences = sentencesOf(line).map(([from, to]) => line.slice(from, to).trim());
  const isTold = sentences.length > 1 && /[\p{L})]{2}[.!?]\s+\S/u.test(line);
  return isTold ? sentences : listedItems(line);
}

/** Texts of JSON-LD may be HTML, or HTML written as text. */
function textOf(value: unknown): string {
  if (isObject(value)) return textOf(value.name ?? value['@value'] ?? value.value ?? value.description);
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  const once = String(value);
  const twice = /&lt;\/?[a-z]/i.test(once) ? cheerio.load(once).root().text() : once;
  return textOfHtml(cheerio.load(/<[a-z!/]/i.test(twice) ? twice : twice.replace(/\n/g, '<br>')));
}

function experienceOf(value: unknown): unknown {
  if (!isObject(value)) return value;
  const said = textOf(value.description ?? value.name);
  if (said !== '') return said;
  const months = Number(value.monthsOfExperience);
  if (!Number.isFinite(months) || months <= 0) return textOf(value);
  if (months % 12 !== 0) return `${months} months of experience`;
  return months === 12 ? '1 year of experience' : `${months / 12} years of experience`;
}

function educationOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(educationOf);
  // What search engines ask to be written where nothing is asked.
  if (typeof value === 'string' && /^\s*no requirements?\s*$/i.test(value)) return '';
  return isObject(value) ? (value.credentialCategory ?? textOf(value)) : value;
}

function factsOf(posting: Json): PostingFacts {
  const facts = {
    company: textOf(posting.hiringOrganization),
    role_title: textOf(posting.title),
    location: [posting.jobLocation].flat().map(placeOf).filter(Boolean).join('; '),
    pay: payOf(posting.baseSalary),
    deadline: textOf(posting.validThrough),
    url: textOf(posting.url),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== ''));
}

function placeOf(place: unknown): string {
  if (!isObject(place)) return textOf(place);
  const { address } = place;
  if (!isObject(address)) return textOf(address ?? place);
  return [address.addressLocality, address.addressRegion, address.addressCountry]
    .map(textOf)
    .filter(Boolean)
    .join(', ');
}

function payOf(salary: unknown): string {
  if (!isObject(salary)) return textOf(salary);
  const amount = isObject(salary.value) ? salary.value : salary;
  const range = [amount.minValue, amount.maxValue].map(textOf).filter(Boolean).join(' to ');
  const said = range === '' ? textOf(amount.value) : range;
  return said === ''
    ? ''
    : [said, textOf(salary.currency), textOf(amount.unitText).toLowerCase()].filter(Boolean).join(' ');
}
