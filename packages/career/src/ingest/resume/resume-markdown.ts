/** A resume that came as data, as the Markdown its reader understands. Field names are those of JSON Resume. */
interface Stay {
  readonly name?: string;
  readonly company?: string;
  readonly organization?: string;
  readonly position?: string;
  readonly startDate?: string;
  readonly endDate?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly highlights?: readonly string[];
}

export interface ResumeData {
  readonly basics?: {
    readonly name?: string;
    readonly label?: string;
    readonly email?: string;
    readonly phone?: string;
    readonly summary?: string;
  };
  readonly work?: readonly Stay[];
  readonly volunteer?: readonly Stay[];
  readonly projects?: readonly Stay[];
  readonly education?: readonly {
    readonly institution?: string;
    readonly area?: string;
    readonly studyType?: string;
    readonly startDate?: string;
    readonly endDate?: string;
    readonly courses?: readonly string[];
  }[];
  readonly certificates?: readonly { readonly name?: string; readonly issuer?: string; readonly date?: string }[];
  readonly awards?: readonly { readonly title?: string; readonly awarder?: string; readonly date?: string }[];
  readonly publications?: readonly {
    readonly name?: string;
    readonly publisher?: string;
    readonly releaseDate?: string;
  }[];
  readonly skills?: readonly {
    readonly name?: string;
    readonly level?: string;
    readonly keywords?: readonly string[];
  }[];
  readonly languages?: readonly { readonly language?: string; readonly fluency?: string }[];
}

export function markdownOfResume(resume: ResumeData): string {
  const { basics } = resume;
  return [
    `# ${basics?.name ?? 'Resume'}`,
    [basics?.email, basics?.phone].filter(Boolean).join('\n'),
    section('Summary', [basics?.label ?? '', basics?.summary ?? '']),
    section('Experience', (resume.work ?? []).map(stay)),
    section('Projects', (resume.projects ?? []).map(stay)),
    section('Volunteering', (resume.volunteer ?? []).map(stay)),
    section('Education', (resume.education ?? []).map(study)),
    section('Certificates', [
      ...(resume.certificates ?? []).map((one) => item(one.name, [one.issuer, month(one.date)])),
      ...(resume.awards ?? []).map((one) => item(one.title, [one.awarder, month(one.date)])),
    ]),
    section(
      'Publications',
      (resume.publications ?? []).map((one) => item(one.name, [one.publisher, month(one.releaseDate)])),
    ),
    section('Skills', (resume.skills ?? []).map(skill)),
    section(
      'Languages',
      (resume.languages ?? []).map((one) => item(one.language, [one.fluency])),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function stay(one: Stay): string {
  const where = one.company ?? one.organization ?? one.name;
  const heading = `${listed([one.position, where])}${period(one.startDate, one.endDate)}`;
  const said = one.summary ?? one.description;
  return [`### ${heading}`, ...(said ? [said, ''] : []), ...(one.highlights ?? []).map((text) => `- ${text}`)].join(
    '\n',
  );
}

function study({
  institution,
  area,
  studyType,
  startDate,
  endDate,
  courses,
}: NonNullable<ResumeData['education']>[number]) {
  const degree = [studyType, area].filter(Boolean).join(' ');
  const heading = `### ${listed([degree, institution])}${period(startDate, endDate)}`;
  return [heading, ...(courses ?? []).map((course) => `- ${course}`)].join('\n');
}

function skill({ name, level, keywords }: NonNullable<ResumeData['skills']>[number]): string {
  const named = `${name ?? ''}${level ? ` (${level})` : ''}`;
  if (keywords === undefined || keywords.length === 0) return `- ${named}`;
  return `- ${named === '' ? '' : `${named}: `}${keywords.join(', ')}`;
}

function item(name: string | undefined, details: readonly (string | undefined)[]): string {
  const said = listed(details);
  return `- ${name ?? ''}${said === '' ? '' : ` (${said})`}`;
}

/** A job without an end is a current one. */
function period(start: string | undefined, end: string | undefined): string {
  const [from, to] = [month(start), month(end)];
  if (from === undefined) return to === undefined ? '' : ` (${to})`;
  return ` (${from} – ${to ?? 'present'})`;
}

/** Days are more than a career needs. */
function month(date: string | undefined): string | undefined {
  if (!date) return undefined;
  return /^\d{4}-\d{2}-\d{2}/.test(date) ? date.slice(0, 7) : date;
}

const listed = (parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(', ');

function section(title: string, parts: readonly string[]): string {
  const said = parts.filter((part) => part.replace(/^[-#\s]+/, '') !== '');
  return said.length === 0 ? '' : `## ${title}\n\n${said.join('\n')}`;
}
