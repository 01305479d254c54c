/**
 * A posting in whatever form it came: text, Markdown, a page, JSON-LD, or a list of postings as CSV. What is read is kept as
 * one text, to which the spans of the requirements point.
 */
import type { CheerioAPI } from 'cheerio/slim';
import { visibleText } from '../../domain/visible-text.js';
import { careerFault } from '../../faults.js';
import { largestDocument } from '../limits.js';
import { refuseLongLines } from '../long-lines.js';
import { decodeText } from '../source-format.js';
import { labelledFacts, type PostingFacts, titleLine } from './posting-facts.js';
import { postingHead } from './posting-head.js';
import { type PostingRequirement, requirementsFrom } from './requirements.js';
import { employerTold } from './told-employer.js';

export const postingFormats = ['text', 'html', 'json-ld', 'csv'] as const;
export type PostingFormat = (typeof postingFormats)[number];

export interface ReadPosting {
  readonly format: PostingFormat;
  readonly facts: PostingFacts;
  readonly text: string;
  readonly requirements: readonly PostingRequirement[];
}

export interface PostingSource {
  /** Its ending tells the format where the words do not. */
  readonly name?: string;
  readonly content: string | Uint8Array;
}

export async function readPostings({ name = '', content }: PostingSource): Promise<ReadPosting[]> {
  const text = (typeof content === 'string' ? content : decodeText(content))
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n');
  if (text.length > largestDocument) {
    throw careerFault('TOO_LARGE', `The posting has ${text.length} characters; the limit is ${largestDocument}.`);
  }
  refuseOtherThanText(name, text);
  const format = formatOf(name, text);
  if (format === 'text') return [posting(format, text, {})];
  if (format === 'html') return fromHtml(text);
  return format === 'json-ld' ? fromJson(text) : fromCsv(text);
}

/** Nothing, a file of a program, and half a JSON would be kept as postings of which nobody knows what they ask. */
function refuseOtherThanText(name: string, text: string): void {
  if (text.includes('\u0000'))
    throw careerFault('UNSUPPORTED', 'This is no text: a program wrote it.', {
      suggestion: 'Save the posting as text, HTML, JSON or CSV, or paste what it says.',
    });
  if (/\.json(?:ld)?$/i.test(name) && !isJson(text))
    throw careerFault('UNSUPPORTED', `"${name}" is not JSON: it may have been cut off.`, {
      suggestion: 'Fetch it again, or paste the posting as text.',
    });
  if (!/\p{L}/u.test(visibleText(text)))
    throw careerFault('EXTRACTION_EMPTY', 'The posting holds no words.', {
      suggestion: 'Paste the text of the posting.',
    });
}

function formatOf(name: string, text: string): PostingFormat {
  const ending = name.split('.').at(-1)?.toLowerCase();
  if (ending === 'csv' || ending === 'tsv') return 'csv';
  const start = text.trimStart().slice(0, 2000);
  if (/^[[{]/.test(start) && isJson(text)) return 'json-ld';
  const tags = start.match(
    /<\/?(?:html|body|head|div|p|ul|ol|li|h[1-6]|br|span|section|article|main|strong|b|table|script|meta)\b[^>]*>/gi,
  );
  return /^<(?:!doctype|html)/i.test(start) || (tags !== null && tags.length >= 2) ? 'html' : 'text';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function posting(format: PostingFormat, source: string, known: PostingFacts): ReadPosting {
  const text = visibleText(source);
  refuseLongLines('the posting', text);
  const facts = { ...toldFacts(format, text, known), ...labelledFacts(text), ...seen(known) };
  return { format, facts, text, requirements: requirementsFrom(text) };
}

/** What no label and no field says. Data has its own fields, so only texts and pages are read from their first lines. */
function toldFacts(format: PostingFormat, text: string, { role_title }: PostingFacts): PostingFacts {
  const title = titleLine(text);
  const named = title === undefined ? {} : { role_title: title };
  if (format !== 'text' && format !== 'html') return named;
  const employer = employerTold(text);
  return { ...(employer === undefined ? {} : { company: employer }), ...named, ...postingHead(text, role_title) };
}

const seen = (facts: PostingFacts): PostingFacts =>
  Object.fromEntries(Object.entries(facts).map(([name, said]) => [name, visibleText(said ?? '')]));

/** A page that carries its posting as data is read from the data; what the data leaves out is read from the page. */
async function fromHtml(html: string): Promise<ReadPosting[]> {
  const [cheerio, { jobPostingsIn, jsonOfPage, linkedPosting }, { postingInData }, { textOfHtml }] = await Promise.all([
    import('cheerio/slim'),
    import('./json-ld.js'),
    import('./embedded-data.js'),
    import('./html-text.js'),
  ]);
  const page = cheerio.load(html);
  showFrames(page);
  const dataIn = (scripts: string) =>
    page(scripts)
      .toArray()
      .map((script) => jsonOfPage(page(script).text()));
  const linked = dataIn('script[type="application/ld+json"]').flatMap((value) => jobPostingsIn(value));
  const embedded = postingInData(dataIn('script[type="application/json"]'));
  const title = titleOfPage(page);
  const own = linked.length > 1 ? linked.filter((one) => isCalled(one.title, title)) : linked;
  if (linked.length > 1 && own.length !== 1)
    return linked.map(linkedPosting).map(({ facts, text }) => posting('json-ld', text, facts));
  const where = whereOf(page, title);
  const fromPage = posting('html', textOfHtml(page), where);
  const [data] = own;
  if (data !== undefined) return [completed(linkedPosting(data), fromPage, where)];
  if (embedded !== undefined && fromPage.requirements.length === 0)
    return [completed(linkedPosting(embedded), fromPage, where)];
  if (!/\p{L}/u.test(fromPage.text))
    throw careerFault('EXTRACTION_EMPTY', 'The page shows no words.', {
      suggestion: 'It may fill itself in a browser: open it there and paste its text.',
    });
  return [fromPage];
}

/** What asks for something wins; the other says what it left out. */
function completed(
  data: { readonly facts: PostingFacts; readonly text: string },
  page: ReadPosting,
  where: PostingFacts,
) {
  const fromData = posting('json-ld', data.text, { ...where, ...data.facts });
  if (fromData.requirements.length > 0) return fromData;
  return { ...page, facts: { ...page.facts, ...fromData.facts } };
}

/** Frames that carry their page within this one show it here. */
function showFrames(page: CheerioAPI): void {
  for (const frame of page('iframe[srcdoc]').toArray()) page(frame).replaceWith(page(frame).attr('srcdoc') ?? '');
}

/** A page with one job often names similar ones: its own is the one that the page is called after. */
const isCalled = (job: unknown, title: string | undefined) =>
  typeof job === 'string' && title !== undefined && job.trim() !== '' && bare(title).includes(bare(job));

const bare = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** "Northwind hiring Platform Engineer in Leeds, England | LinkedIn", as LinkedIn calls its pages in three languages. */
const linkedInTitle = /^(.+?) (?:hiring|sucht|busca personas para el cargo de) (.+?) (?:in|en) (.+?) \| LinkedIn$/u;

function whereOf(page: CheerioAPI, title: string | undefined): PostingFacts {
  const url = page('link[rel="canonical"]').attr('href') ?? page('meta[property="og:url"]').attr('content');
  const [, company, job, location] = linkedInTitle.exec(windowOf(page)) ?? [];
  return {
    ...(title === undefined ? {} : { role_title: title }),
    ...(company === undefined || job === undefined || location === undefined
      ? {}
      : { company, role_title: job, location }),
    ...(url === undefined ? {} : { url }),
  };
}

const said = (text: string) => text.replace(/\s+/g, ' ').trim();
const windowOf = (page: CheerioAPI) => said(page('head title').first().text());

const longestTitle = 100;

/** The heading that the window is named after, else the chief one, else the name of the window up to that of the site. */
function titleOfPage(page: CheerioAPI): string | undefined {
  const window = windowOf(page);
  const headings = page('h1, h2')
    .toArray()
    .map((heading) => ({ text: said(page(heading).text()), isChief: heading.name === 'h1' }))
    .filter(({ text }) => text !== '' && text.length <= longestTitle);
  const named = headings.find(({ text }) => window.includes(text)) ?? headings.find(({ isChief }) => isChief);
  const [site = ''] = window.split(/\s+[|–—·-]\s+/);
  const title = named?.text ?? site;
  return title === '' || title.length > longestTitle ? undefined : title;
}

async function fromJson(text: string): Promise<ReadPosting[]> {
  const { jobPostingsIn, linkedPosting } = await import('./json-ld.js');
  const found = jobPostingsIn(JSON.parse(text)).map(linkedPosting);
  if (found.length > 0) return found.map((one) => posting('json-ld', one.text, one.facts));
  throw careerFault('UNSUPPORTED', 'This JSON holds no JobPosting of schema.org.', {
    suggestion: 'Give an object whose "@type" is "JobPosting", or paste the text of the posting.',
  });
}

async function fromCsv(text: string): Promise<ReadPosting[]> {
  const { rowsOfCsv } = await import('./csv-rows.js');
  return rowsOfCsv(text).map(({ facts, text: said }) => posting('csv', said, facts));
}
