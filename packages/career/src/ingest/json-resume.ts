import { isObject } from '@quadrivium/kernel/essentials';
import { careerFault } from '../faults.js';
import { markdownOfResume, type ResumeData } from './resume/resume-markdown.js';

/** Deviations that harm nobody who only reads: an address without scheme, a date in words, a field of one's own. */
const harmless = new Set(['format', 'pattern', 'additionalProperties']);

interface SchemaProblem {
  readonly name: string;
  readonly stack: string;
}

/** Markdown of a JSON Resume, checked against the published schema. */
export async function markdownOfJsonResume(source: string): Promise<string> {
  const resume = filledIn(parsed(source));
  const problems = await problemsOf(resume);
  if (problems.length > 0) throw notAResume(problems);
  return markdownOfResume(resume as ResumeData);
}

function parsed(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch (cause) {
    throw notAResume([cause instanceof Error ? cause.message : 'no JSON']);
  }
}

/** Programs write null for what nobody filled in, and years as numbers; the schema knows neither. */
function filledIn(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.filter((one) => one !== null).map(filledIn);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, said]) => (said === null ? [] : [[name, filledIn(said)]])),
  );
}

/** The schema and its checker are loaded with the first JSON Resume. */
async function problemsOf(resume: unknown): Promise<string[]> {
  if (typeof resume !== 'object' || resume === null || Array.isArray(resume)) return ['it is no object'];
  const { default: published } = await import('@jsonresume/schema');
  const errors = await new Promise<SchemaProblem[]>((resolve) =>
    published.validate(resume, (found) => resolve(found ?? [])),
  );
  return errors.filter(({ name }) => !harmless.has(name)).map(({ stack }) => stack);
}

function notAResume(problems: readonly string[]) {
  return careerFault('UNSUPPORTED', `The JSON is not a JSON Resume: ${problems.slice(0, 3).join('; ')}.`, {
    context: { problems: problems.slice(0, 20) },
    suggestion: 'See the schema at jsonresume.org; "work" with "highlights" is what matching uses most.',
  });
}
