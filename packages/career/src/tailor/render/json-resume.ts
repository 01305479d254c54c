import { canonicalText } from '../../store/hash.js';
import type { Block, TailoredDocument } from '../document.js';
import { wordings } from '../wording.js';
import { manifestName, type Renderer } from './renderer.js';

interface Entry {
  readonly role?: NonNullable<Block['role']>;
  readonly said: string[];
}

export const jsonResume: Renderer = {
  format: 'json-resume',
  ending: 'json',
  mediaType: 'application/json',
  survivesSaving: true,
  inFields: ['heading', 'role', 'contact'],
  async render(document, manifest) {
    const resume = { ...resumeOf(document), meta: { [manifestName]: manifest } };
    return new TextEncoder().encode(`${JSON.stringify(resume, null, 2)}\n`);
  },
  async read(bytes) {
    const source = new TextDecoder().decode(bytes);
    const { meta, ...resume } = JSON.parse(source) as { meta?: Record<string, unknown> };
    const beside = isSaidTwice(source) ? ['A field is said twice; programs differ in which of the two they show.'] : [];
    return { manifest: meta?.[manifestName], text: canonicalText(resume), beside };
  },
};

/** Names that stand in the text but not in what was read from it. */
function isSaidTwice(source: string): boolean {
  let kept = 0;
  JSON.parse(source, function (this: unknown, key, value) {
    if (!Array.isArray(this) && key !== '') kept += 1;
    return value;
  });
  const written = [...source.matchAll(/"((?:[^"\\]|\\.)*)"\s*(:)?/g)];
  return written.filter(([, name, colon]) => colon !== undefined && name !== '').length > kept;
}

function resumeOf(document: TailoredDocument) {
  const parts = partsOf(document);
  const stays = (kind: keyof typeof parts, where: string) =>
    (parts[kind] ?? []).map(({ role, said }) => ({
      ...(role?.employer === undefined ? {} : { [where]: role.employer }),
      ...(role?.title === undefined ? {} : { position: role.title }),
      ...dates(role),
      highlights: said,
    }));
  const items = (kind: keyof typeof parts) => (parts[kind] ?? []).flatMap(({ said }) => said);
  return {
    basics: basicsOf(document, items('summary')),
    work: stays('work', 'name'),
    projects: stays('project', 'name').map(({ position, ...one }) => ({
      ...one,
      ...(position ? { name: position } : {}),
    })),
    volunteer: stays('volunteering', 'organization'),
    education: (parts.education ?? []).map(({ role, said }) => ({
      ...(role?.employer === undefined ? {} : { institution: role.employer }),
      ...(role?.title === undefined ? {} : { studyType: role.title }),
      ...dates(role),
      courses: said,
    })),
    certificates: items('certificate').map((name) => ({ name })),
    skills: items('skill').map((name) => ({ name })),
    languages: items('language').map((language) => ({ language })),
  };
}

function dates(role: Entry['role']) {
  return {
    ...(role?.from === undefined ? {} : { startDate: role.from }),
    ...(role?.to === undefined || role.current ? {} : { endDate: role.to }),
  };
}

function basicsOf({ blocks }: TailoredDocument, summary: readonly string[]) {
  const name = blocks.find(({ style }) => style === 'name')?.text;
  const label = blocks.filter(({ style }) => style === 'contact').map(({ text }) => text);
  return {
    ...(name === undefined ? {} : { name }),
    ...(label.length === 0 ? {} : { label: label.join(' · ') }),
    ...(summary.length === 0 ? {} : { summary: summary.join('. ') }),
  };
}

/** The blocks under their headings, each role with what was done in it. */
function partsOf({ blocks, language }: TailoredDocument) {
  const { headings } = wordings[language];
  const parts: Partial<Record<keyof typeof headings, Entry[]>> = {};
  let open: Entry[] = [];
  for (const { style, text, role } of blocks) {
    if (style === 'heading') {
      const kind = (Object.keys(headings) as (keyof typeof headings)[]).find((one) => headings[one] === text);
      open = kind === undefined ? [] : (parts[kind] ?? []);
      if (kind !== undefined) parts[kind] = open;
    } else if (style === 'role' && role) open.push({ role, said: [] });
    else if (style === 'bullet' || style === 'item' || style === 'paragraph') {
      if (open.length === 0) open.push({ said: [] });
      open.at(-1)?.said.push(text);
    }
  }
  return parts;
}
