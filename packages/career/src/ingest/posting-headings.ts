/** What a heading of a posting opens. `other` closes whatever was open: duties, pay, the company about itself. */
export type SectionKind = 'required' | 'preferred' | 'other';

const phrases: Readonly<Record<SectionKind, readonly string[]>> = {
  preferred: [
    'nice to have',
    'nice-to-have',
    'good to have',
    'bonus points',
    'bonus',
    'preferred qualifications',
    'preferred skills',
    'preferred',
    'desirable',
    'desired',
    'pluses',
    'it would be great if',
    'what would be a plus',
    'extra credit',
    'ideally',
  ],
  required: [
    'requirements',
    'required',
    'minimum qualifications',
    'basic qualifications',
    'qualifications',
    'essential',
    'must have',
    'must-have',
    'who you are',
    'about you',
    'your profile',
    'your skills',
    'your background',
    'your experience',
    'you have',
    'you bring',
    'you will have',
    "you'll have",
    'what you bring',
    'what you need',
    "what you'll need",
    'what you will need',
    "what we're looking for",
    'what we are looking for',
    "we're looking for",
    'we are looking for',
    'what we expect',
    'what we look for',
    'person specification',
    'skills and experience',
    'experience and skills',
    'skills',
    'experience',
    'education',
    'certifications',
    'licences',
    'licenses',
  ],
  other: [
    'benefits',
    'what we offer',
    'we offer',
    'our offer',
    'perks',
    'compensation',
    'salary',
    'pay',
    'why join',
    'why us',
    'why work',
    'about us',
    'about the company',
    'about the team',
    'about the role',
    'about the job',
    'who we are',
    'our company',
    'our culture',
    'our values',
    'the role',
    'the company',
    'job description',
    'responsibilities',
    'duties',
    'key responsibilities',
    "what you'll do",
    'what you will do',
    'your tasks',
    'your role',
    'your responsibilities',
    'day to day',
    'a typical day',
    'how to apply',
    'apply',
    'application process',
    'equal opportunity',
    'equal opportunities',
    'diversity',
    'location',
    'working hours',
    'contact',
  ],
};

const known = (Object.keys(phrases) as SectionKind[]).flatMap((kind) =>
  phrases[kind].map((phrase) => ({ kind, phrase })),
);
/** The longest phrase decides, so that "preferred qualifications" is not taken for "qualifications". */
known.sort((a, b) => b.phrase.length - a.phrase.length);

const longestHeading = 70;

/** A line is a heading by its marks, or because it says little more than a known phrase. */
export function headingKind(line: string): SectionKind | undefined {
  const marked = /^\s*(?:#{1,6}\s|\*\*.+\*\*:?\s*$)|:\s*$/.test(line);
  const text = line
    .replace(/[#*_:]/g, ' ')
    .replace(/’/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
  if (text === '' || text.length > longestHeading) return undefined;
  const found = known.find(({ phrase }) => new RegExp(`(?:^|\\b)${phrase}\\b`).test(text));
  if (found === undefined) return marked && text.split(' ').length <= 6 ? 'other' : undefined;
  const nothingElse = text.length <= found.phrase.length + 14 && text.startsWith(found.phrase);
  return marked || nothingElse ? found.kind : undefined;
}
