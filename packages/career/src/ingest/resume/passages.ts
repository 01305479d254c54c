/**
 * A resume as passages: what is said, in which part, and of which job or study. A line with dates opens a role in the parts
 * that tell of them; short lines right above it belong to it ("Senior Nurse" over "St. Mary's, 2019 to 2024").
 */
import type { Role } from '../../domain/role.js';
import { isContactDetail } from './contact-details.js';
import { periodIn } from './dates.js';
import { type ResumeLine, resumeLines } from './lines.js';
import { looksLikeRole, namesAnOrganisation, namesAPosition, namesIn, roleNames } from './role-names.js';
import { runInRole } from './run-in-roles.js';
import { hasRoles, isList, type ResumePart, resumePart } from './sections.js';

export interface Passage {
  readonly line: ResumeLine;
  readonly part: ResumePart;
  /** The heading it stands under. */
  readonly title: string;
  readonly role?: Role;
  /** The line itself names the role. */
  readonly opensRole?: true;
}

const mostHeaderWords = 10;
const mostRoleWords = 18;

export function passagesOf(markdown: string, asOf: string): Passage[] {
  const reading = new Reading(asOf);
  for (const line of resumeLines(markdown)) reading.take(line);
  return reading.done();
}

class Reading {
  readonly #asOf: string;
  readonly #passages: Passage[] = [];
  #part: ResumePart = 'work';
  #partLevel = 1;
  #title = '';
  #role: Role | undefined;
  /** Whether the part was opened by a heading that we know. */
  #known = false;
  /** The heading of the part. */
  #heading = '';
  /** Level of the heading that opened the role. */
  #roleLevel = 7;
  /** Whether anything but the name stands above. */
  #headed = false;
  #waiting: ResumeLine[] = [];
  /** Whether the open role was itself a point of a list, so that the next point may be another. */
  #listed = false;
  /** How far in the point of a list stands that opened the role; undefined when it was none. */
  #roleIndent: number | undefined;

  constructor(asOf: string) {
    this.#asOf = asOf;
  }

  take(line: ResumeLine): void {
    if (this.#opensPart(line)) return;
    if (this.#part === 'nothing') return;
    if (this.#part === 'work' && this.#takesRunIn(line)) return;
    if (hasRoles(this.#part) && this.#opensRole(line)) return;
    this.#leavesPoint(line);
    if (this.#namesEmployer(line)) return;
    if (hasRoles(this.#part) && isHeader(line)) this.#waiting.push(line);
    else {
      this.#release();
      if (line.is !== 'heading') this.#keep(line);
      else this.#title = line.text;
    }
  }

  /** The next point of a list is a study of its own, and no part of the one before. */
  #leavesPoint(line: ResumeLine): void {
    if (!this.#isNextStudy(line) && !this.#isNextPoint(line)) return;
    this.#role = undefined;
    this.#roleIndent = undefined;
    this.#title = this.#heading;
  }

  #isNextPoint({ is, indent }: ResumeLine): boolean {
    return is === 'bullet' && this.#roleIndent !== undefined && indent <= this.#roleIndent;
  }

  /** Studies that stand line by line are told line by line. */
  #isNextStudy({ is }: ResumeLine): boolean {
    const last = this.#passages.at(-1)?.line;
    return this.#part === 'education' && is === 'text' && this.#role !== undefined && last?.is === 'text';
  }

  /** A job and what was done in it, all in one line. */
  #takesRunIn(line: ResumeLine): boolean {
    const isPoint = line.is === 'bullet' && this.#role !== undefined && !this.#listed;
    const found = line.is === 'heading' || isPoint ? undefined : runInRole(line, this.#asOf);
    if (found === undefined || !this.#opensRole({ ...found.head, is: 'text' })) return false;
    this.#listed = true;
    if (found.rest !== undefined) this.#keep(found.rest);
    return true;
  }

  done(): Passage[] {
    this.#release();
    return this.#passages;
  }

  #opensPart(line: ResumeLine): boolean {
    const opened = line.is === 'bullet' ? undefined : resumePart(line.text);
    const foreign = line.is === 'heading' && opened === undefined && line.level <= this.#partLevel && this.#known;
    if (opened === undefined && !foreign) return false;
    this.#release();
    this.#part = opened ?? 'work';
    this.#known = opened !== undefined;
    this.#partLevel = line.is === 'heading' ? line.level : 2;
    this.#title = line.text;
    this.#heading = line.text;
    this.#role = undefined;
    this.#roleIndent = undefined;
    this.#listed = false;
    // A heading that nobody knows may be a job of its own.
    if (opened === undefined && !this.#opensRole(line)) this.#waiting = [line];
    return true;
  }

  #opensRole(line: ResumeLine): boolean {
    const found = line.text.split(/\s+/).length <= mostRoleWords ? periodIn(line.text, this.#asOf) : undefined;
    const isPlain = line.is === 'bullet' && this.#part !== 'education';
    if (found === undefined || isPlain || (isSentence(line.text) && !opensWithPeriod(line.text, this.#asOf)))
      return false;
    if (this.#waiting.length === 0 && found.rest === '' && this.#addDates(found.period)) return true;
    const above = this.#namesAbove(found.rest);
    this.#release();
    const names = [...above.map((one) => one.text), found.rest].filter((one) => one !== '');
    const [first = line] = above;
    this.#role = { ...roleNames(names), ...found.period };
    this.#listed = false;
    this.#roleIndent = line.is === 'bullet' ? line.indent : undefined;
    this.#roleLevel = Math.min(...[...above, line].map((one) => one.level));
    this.#title = [...above.map((one) => one.text), line.text].join(', ');
    this.#open({
      ...line,
      text: this.#title,
      lines: [first.lines[0], line.lines[1]],
      span: [first.span[0], line.span[1]],
    });
    return true;
  }

  /** Lines right above the dates, as many as there are names missing; a line that names neither job nor place is a claim. */
  #namesAbove(rest: string): ResumeLine[] {
    const missing = Math.max(0, 2 - namesIn(rest), this.#isCompletedAbove(rest) ? 1 : 0);
    const alone = this.#waiting.length <= missing;
    const taken: ResumeLine[] = [];
    while (taken.length < missing) {
      const last = this.#waiting.at(-1);
      if (last === undefined || tells.test(last.text) || !(alone || last.is === 'heading' || looksLikeRole(last.text)))
        break;
      taken.unshift(last);
      this.#waiting.pop();
    }
    return taken;
  }

  /** "Staff Nurse, Intensive Care" over "St. Mary's Hospital, Leeds, 2018 to 2024": two names, and both of the place. */
  #isCompletedAbove(rest: string): boolean {
    const { text = '' } = this.#waiting.at(-1) ?? {};
    return namesAnOrganisation(rest) && !namesAPosition(rest) && namesAPosition(text) && !namesAnOrganisation(text);
  }

  /** Dates alone on a line belong to the role that stands right above them without any. */
  #addDates(period: object): boolean {
    const last = this.#passages.at(-1);
    if (last?.opensRole !== true || last.role?.from !== undefined) return false;
    this.#role = { ...last.role, ...period };
    this.#passages[this.#passages.length - 1] = { ...last, role: this.#role };
    return true;
  }

  /** "Senior Nurse, 2019 to 2024" and below it "St. Mary's Hospital". */
  #namesEmployer(line: ResumeLine): boolean {
    const last = this.#passages.at(-1);
    const isBelow = last?.opensRole === true && this.#waiting.length === 0 && last.role?.employer === undefined;
    if (!isBelow || line.is !== 'text' || line.text.split(/\s+/).length > 6 || !namesAnOrganisation(line.text))
      return false;
    this.#role = { ...last.role, employer: line.text };
    const both = {
      ...last.line,
      text: `${last.line.text}, ${line.text}`,
      span: [last.line.span[0], line.span[1]] as const,
    };
    this.#passages[this.#passages.length - 1] = { ...last, line: both, role: this.#role };
    return true;
  }

  #open(line: ResumeLine): void {
    this.#passages.push(this.#passage(line, { opensRole: true }));
  }

  /** Short lines that no dates followed: a heading names a role without dates, everything else is said for itself. */
  #release(): void {
    for (const line of this.#waiting.splice(0)) {
      if (line.is !== 'heading') this.#keep(line);
      else {
        this.#title = line.text;
        this.#headed ||= line.level > 1;
        // A deeper heading divides the role that is open; every other one ends it.
        if (this.#role !== undefined && line.level > this.#roleLevel) continue;
        this.#role = this.#roleUnder(line);
        if (hasRoles(this.#part) && this.#known) this.#open(line);
      }
    }
  }

  #roleUnder({ text, level }: ResumeLine): Role | undefined {
    if (level === 1 || !(this.#known || looksLikeRole(text) || namesIn(text) > 1)) return undefined;
    this.#roleLevel = level;
    return roleNames([text]);
  }

  #keep(line: ResumeLine): void {
    this.#passages.push(this.#passage(line, {}));
  }

  /** "Sprachen: Deutsch, Englisch" among what one knows. */
  #labelledPart({ text }: ResumeLine): ResumePart | undefined {
    const [, label] = /^([^:]{2,40}):\s+\S/.exec(text) ?? [];
    const named = label === undefined ? undefined : resumePart(label);
    return named !== undefined && named !== 'education' && isList(named) && isList(this.#part) ? named : undefined;
  }

  #passage(line: ResumeLine, more: { readonly opensRole?: true }): Passage {
    const isHead = this.#part === 'work' && !this.#known && !this.#headed && this.#role === undefined;
    return {
      line,
      part: isHead ? 'summary' : (this.#labelledPart(line) ?? this.#part),
      title: this.#title,
      ...(this.#role === undefined ? {} : { role: this.#role }),
      ...more,
    };
  }
}

/** "A direção técnica é assegurada pela proprietária": what has a verb is no name. */
const tells =
  /\s(?:is|are|was|were|ist|sind|war|wird|macht|machen|läuft|hat|ich|I|yo|eu|es|son|era|é|são|foi|hace|hacen|lleva|llevan|faz|fazem|fica|ficam)\s+\p{Ll}/u;

const isSentence = (text: string) => /[.!?]$/.test(text.replace(/\b\p{L}{1,3}\.$/u, ''));

/** "De 2015 a 2018: auxiliar administrativo en Ferretería Sánchez, Murcia." */
function opensWithPeriod(text: string, asOf: string): boolean {
  const found = periodIn(text, asOf);
  return found !== undefined && found.period.from !== found.period.to && text.endsWith(found.rest);
}

/** What may name a job or an employer: short, no sentence, no point of a list. */
function isHeader({ is, text }: ResumeLine): boolean {
  if (is === 'bullet' || isContactDetail(text)) return false;
  return (
    is === 'heading' ||
    (text.split(/\s+/).length <= mostHeaderWords && /^[\p{Lu}\p{N}]/u.test(text) && !/[.;:!?]$/.test(text))
  );
}
