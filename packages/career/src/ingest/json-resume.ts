import * as z from 'zod';
import { careerFault } from '../faults.js';

const text = z.string().optional();
const texts = z.array(z.string()).optional();

/** The parts of the JSON Resume schema that say what somebody did; everything else is ignored. */
const JsonResume = z.object({
  basics: z.object({ name: text, label: text, summary: text }).optional(),
  work: z
    .array(
      z.object({
        name: text,
        company: text,
        position: text,
        startDate: text,
        endDate: text,
        summary: text,
        highlights: texts,
      }),
    )
    .optional(),
  volunteer: z.array(z.object({ organization: text, position: text, summary: text, highlights: texts })).optional(),
  education: z.array(z.object({ institution: text, area: text, studyType: text })).optional(),
  certificates: z.array(z.object({ name: text, issuer: text })).optional(),
  skills: z.array(z.object({ name: text, keywords: texts })).optional(),
  languages: z.array(z.object({ language: text, fluency: text })).optional(),
  projects: z.array(z.object({ name: text, description: text, highlights: texts })).optional(),
});
type JsonResume = z.infer<typeof JsonResume>;

export function markdownOfJsonResume(source: string): string {
  const resume = parse(source);
  const jobs = [
    ...(resume.work ?? []).map((job) => ({ ...job, where: job.name ?? job.company })),
    ...(resume.volunteer ?? []).map((job) => ({ ...job, where: job.organization })),
  ];
  return [
    `# ${resume.basics?.name ?? 'Resume'}`,
    resume.basics?.summary ?? '',
    section('Experience', jobs.map(jobText)),
    section(
      'Projects',
      (resume.projects ?? []).map((one) => block(one.name, one.description, one.highlights)),
    ),
    section(
      'Education',
      (resume.education ?? []).map((one) => `- ${joined([one.studyType, one.area, one.institution])}`),
    ),
    section(
      'Certificates',
      (resume.certificates ?? []).map((one) => `- ${joined([one.name, one.issuer])}`),
    ),
    section(
      'Skills',
      (resume.skills ?? []).map((one) => `- ${joined([one.name, ...(one.keywords ?? [])])}`),
    ),
    section(
      'Languages',
      (resume.languages ?? []).map((one) => `- ${joined([one.language, one.fluency])}`),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function parse(source: string): JsonResume {
  try {
    return JsonResume.parse(JSON.parse(source));
  } catch (cause) {
    throw careerFault('UNSUPPORTED', 'The JSON is not a JSON Resume.', {
      cause,
      suggestion: 'See the schema at jsonresume.org; "work" with "highlights" is what matching uses most.',
    });
  }
}

function jobText(job: {
  where?: string | undefined;
  position?: string | undefined;
  summary?: string | undefined;
  highlights?: string[] | undefined;
}): string {
  return block(joined([job.position, job.where]), job.summary, job.highlights);
}

function block(
  heading: string | undefined,
  summary: string | undefined,
  highlights: readonly string[] | undefined,
): string {
  const lines = [`### ${heading ?? ''}`, ...(summary ? [summary] : []), ...(highlights ?? []).map((one) => `- ${one}`)];
  return lines.join('\n');
}

function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join(', ');
}

function section(title: string, parts: readonly string[]): string {
  return parts.length === 0 ? '' : `## ${title}\n\n${parts.join('\n')}`;
}
