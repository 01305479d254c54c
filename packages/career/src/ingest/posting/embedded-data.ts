/**
 * Pages that fill themselves in a browser show nothing in a saved file; most carry what they would show as data. Of all that
 * has a title and a text, what has the longest text is the posting.
 */
import { isObject } from '@quadrivium/kernel/essentials';

type Json = Readonly<Record<string, unknown>>;

const titles = /^(?:(?:job|position|posting|vacancy)_?)?(?:title|name)$/i;
const texts = /descri|content|body|text|html|responsib|tasks|duties/i;
const asked = /requirement|qualif|skills|profile/i;
const companies = /^(?:company|employer|organi[sz]ation|hiringorganization)(?:_?name)?$/i;
const places = /^(?:location|city|place|joblocation)(?:_?name)?$/i;
const fewestCharacters = 80;
const deepest = 14;

/** As a JobPosting of schema.org would say it. */
export function postingInData(values: readonly unknown[]): Json | undefined {
  const found = values.flatMap((value) => titledIn(value, 0)).sort((a, b) => b.length - a.length)[0];
  return found?.posting;
}

interface Titled {
  readonly posting: Json;
  readonly length: number;
}

function titledIn(value: unknown, depth: number): Titled[] {
  if (depth > deepest) return [];
  if (Array.isArray(value)) return value.flatMap((one) => titledIn(one, depth + 1));
  if (!isObject(value)) return [];
  return [...titled(value), ...Object.values(value).flatMap((one) => titledIn(one, depth + 1))];
}

function titled(value: Json): Titled[] {
  const [title] = saidUnder(value, titles);
  const description = saidUnder(value, texts);
  const qualifications = saidUnder(value, asked);
  const length = [...description, ...qualifications].join('').length;
  if (title === undefined || length < fewestCharacters) return [];
  const [company] = saidUnder(value, companies);
  const [location] = saidUnder(value, places);
  const posting = {
    title,
    description: description.join('\n\n'),
    ...(qualifications.length === 0 ? {} : { qualifications }),
    ...(company === undefined ? {} : { hiringOrganization: company }),
    ...(location === undefined ? {} : { jobLocation: location }),
  };
  return [{ posting, length }];
}

const saidUnder = (value: Json, name: RegExp): string[] =>
  Object.entries(value).flatMap(([key, said]) => (name.test(key) ? wordsOf(said) : []));

function wordsOf(said: unknown): string[] {
  if (typeof said === 'string') return said.trim() === '' ? [] : [said];
  if (Array.isArray(said)) return said.flatMap(wordsOf);
  return isObject(said) && typeof said.name === 'string' ? [said.name] : [];
}
