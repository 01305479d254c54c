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
  readonly keywords?: readonly string[];
  readonly roles?: readonly string[];
  readonly entity?: string;
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
    readonly score?: string;
    readonly courses?: readonly string[];
  }[];
  readonly certificates?: readonly { readonly name?: string; readonly issuer?: string; readonly date?: string }[];
  readonly awards?: readonly {
    readonly title?: string;
    readonly awarder?: string;
    readonly date?: string;
    readonly summary?: string;
  }[];
  readonly publications?: readonly {
    readonly name?: string;
    readonly publisher?: string;
    readonly releaseDate?: string;
    readonly summary?: string;
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
      ...(resume.awards ?? []).map((one) => item(one.title, [one.awarder, month(one.date)], one.summary)),
    ]),
    section(
      'Publications',
      (resume.publications ?? []).map((one) => item(one.name, [one.publisher, month(one.releaseDate)], one.summary)),
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
  const heading = `${listed([one.position, where, one.entity])}${period(one.startDate, one.endDate)}`;
  const said = [one.description, one.summary].filter(Boolean);
  const lists = [one.roles, one.keywords].map((each) => (each ?? []).join(', '));
  const points = [...(one.highlights ?? []), ...lists].filter((text) => text.trim() !== '');
  return [`### ${heading}`, ...said.flatMap((text) => [text, '']), ...points.map((text) => `- ${text}`)].join('\n');
}

function study({
  institution,
  area,
  studyType,
  startDate,
  endDate,
  score,
  courses,
}: NonNullable<ResumeData['education']>[number]) {
  const degree = [studyType, area].filter(Boolean).join(' ');
  const heading = `### ${listed([degree, institution])}${period(startDate, endDate)}`;
  const grade = score ? [`- Grade: ${score}`] : [];
  return [heading, ...grade, ...(courses ?? []).map((course) => `- ${course}`)].join('\n');
}

function skill({ name, level, keywords }: NonNullable<ResumeData['skills']>[number]): string {
  const named = `${name ?? ''}${level ? ` (${level})` : ''}`;
  if (keywords === undefined || keywords.length === 0) return `- ${named}`;
  return `- ${named === '' ? '' : `${named}: `}${keywords.join(', ')}`;
}

function item(name: string | undefined, details: readonly (string | undefined)[], told?: string): string {
  const said = listed(details);
  return `- ${name ?? ''}${said === '' ? '' : ` (${said})`}${told ? `\n- ${told}` : ''}`;
}

/** A job without an end is a current one. */
function period(start: string | undefined, end: string | undefined): string {
  const [from, to] = [month(start), month(end)];
  if (from === undefined) return to === undefined ? '' : ` (${to})`;
  return ` (${from} – ${to ?? 'present'})`;
}

/** Days are more than a career needs, and a number without a year in it is none of its dates. */
function month(date: string | undefined): string | undefined {
  const said = date?.trim() ?? '';
  const [, year, of = ''] = /^(\d{4})(?:[-/.](\d{1,2}))?(?:[-/.]\d{1,2})?(?:T\S*)?$/.exec(said) ?? [];
  if (year === undefined) return said === '' || /^\d{5,}$/.test(said) ? undefined : said;
  return Number(of) >= 1 && Number(of) <= 12 ? `${year}-${of.padStart(2, '0')}` : year;
}

const listed = (parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(', ');

function section(title: string, parts: readonly string[]): string {
  const said = parts.filter((part) => part.replace(/^[-#\s]+/, '') !== '');
  return said.length === 0 ? '' : `## ${title}\n\n${said.join('\n')}`;
}
