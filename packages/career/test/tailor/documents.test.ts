import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSandbox } from '@quadrivium/kernel';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterEach, describe, expect, test } from 'vitest';
import { textOfDocx } from '../../src/ingest/docx-text.js';
import { textOfPdf } from '../../src/ingest/pdf-text.js';
import { type Answer, type CareerClient, careerClient } from '../server/career-client.js';

const role = { title: 'Platform Engineer', employer: 'Northwind & Sons', from: '2019-04', to: '2024-03' };
const claims = [
  { atom_id: 'clusters', claim: 'Ran 40 Kubernetes clusters for <three> banks', kind: 'work', role, verified: true },
  { atom_id: 'terraform', claim: 'Wrote Terraform modules for AWS', kind: 'work', role, verified: true },
  { atom_id: 'german', claim: 'Deutsch (C1)', kind: 'language', verified: true },
  { atom_id: 'proposed', claim: 'Won a Nobel prize', kind: 'work', role },
  { atom_id: 'bo', claim: 'Baked bread in Łódź', kind: 'work', verified: true, profile_id: 'bo' },
];
const posting = {
  opportunity_id: 'opp-1',
  company: 'Fabrikam',
  role_title: 'Site Reliability Engineer',
  requirements: ['Kubernetes', 'Terraform', 'Surgery'],
};

const opened: CareerClient[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function withClaims(directory?: string): Promise<CareerClient> {
  const career = await careerClient({}, directory === undefined ? undefined : await openSandbox([directory]));
  opened.push(career);
  for (const claim of claims) await career.call('add_atom', claim);
  await career.call('set_profile', { name: 'Ada Example', email: 'ada@example.org' });
  await career.call('add_opportunity', posting);
  return career;
}

interface Made {
  readonly document_id: string;
  readonly blocks: { style: string; text: string; link: { to: string; claims?: { atom_id: string }[] } }[];
  readonly files: { format: string; base64: string; sha256: string }[];
}

async function made(career: CareerClient, more: Answer = {}): Promise<Made> {
  return (await career.call('tailor_document', {
    opportunity_id: 'opp-1',
    parts: ['blocks', 'bytes'],
    ...more,
  })) as unknown as Made;
}

const formats = ['docx', 'pdf', 'markdown', 'json-resume'] as const;
const bytesOf = (base64: string) => Uint8Array.from(Buffer.from(base64, 'base64'));
const verify = (career: CareerClient, bytes: Uint8Array) =>
  career.call('verify_document', { content_base64: Buffer.from(bytes).toString('base64') });

describe('a line break', () => {
  const broken = 'Python\n\n# Education\n\n- PhD, Oxford\u2028- Nobel prize';
  const line = 'Python # Education - PhD, Oxford - Nobel prize';
  const linesOf = async (career: CareerClient, kind: string) => {
    const { files } = await made(career, { kind, formats: ['markdown'] });
    return strFromU8(bytesOf(files[0]?.base64 ?? '')).split('\n');
  };

  test('in a claim is a blank, so that whoever confirms it sees all of it in one line', async () => {
    const career = await withClaims();
    const { atom_id } = await career.call('add_atom', { claim: broken, title: 'Clerk\nof works', verified: true });
    expect(await career.call('get_atom', { atom_id })).toMatchObject({ claim: line, title: 'Clerk of works' });
    await career.call('edit_atom', { atom_id, claim: broken, verified: true });
    expect(await career.call('get_atom', { atom_id })).toMatchObject({ claim: line });
  });

  test('in a claim that was stored with one, or in a posting, begins nothing of its own in a document', async () => {
    const career = await withClaims();
    const { atom_id } = await career.call('add_atom', { claim: 'Python', verified: true });
    const stored = career.app.store.atom(String(atom_id));
    career.app.store.putAtom({ ...(stored as NonNullable<typeof stored>), claim: broken });
    const more = {
      requirements: ['Kubernetes\n\n# Terraform'],
      role_title: 'Clerk\n\n# Honours',
    };
    await career.call('add_opportunity', { ...posting, ...more, replace: true });
    const begun = [...(await linesOf(career, 'cv')), ...(await linesOf(career, 'letter'))];
    expect(begun.filter((one) => /^# |PhD|Honours|# Terraform/.test(one))).toEqual([
      '# Ada Example',
      `- ${line}`,
      '# Ada Example',
      expect.stringContaining('Clerk # Honours'),
      expect.stringContaining('Kubernetes # Terraform'),
    ]);
  });
});

describe('a CV', () => {
  test('says what was confirmed, what answers the posting first, and links every line', async () => {
    const { blocks } = await made(await withClaims());
    expect(blocks.map(({ style, text }) => [style, text])).toEqual([
      ['name', 'Ada Example'],
      ['contact', 'ada@example.org'],
      ['heading', 'Experience'],
      ['role', 'Platform Engineer, Northwind & Sons, 2019-04 – 2024-03'],
      ['bullet', 'Ran 40 Kubernetes clusters for <three> banks'],
      ['bullet', 'Wrote Terraform modules for AWS'],
      ['heading', 'Languages'],
      ['item', 'Deutsch (C1)'],
    ]);
    const linked = blocks.map(({ link }) => link.claims?.map((one) => one.atom_id) ?? link.to);
    expect(linked).toEqual([
      'profile',
      'profile',
      'form',
      ['clusters', 'terraform'],
      ['clusters'],
      ['terraform'],
      'form',
      ['german'],
    ]);
  });

  const nurse = { title: 'Nurse', employer: 'St. Mary', from: '2019-04', to: '2024-03' };
  const baker = { title: 'Baker', employer: 'Crumb', from: '2020', to: '2026-11', current: true };

  test.each([
    ['Nurse, St. Mary, April 2019 to March 2024', nurse, 'Nurse, St. Mary, 2019-04 – 2024-03'],
    ['Nurse — St. Mary (04/2019 – 03/2024)', nurse, 'Nurse, St. Mary, 2019-04 – 2024-03'],
    ['Baker, Crumb, since 2020', baker, 'Baker, Crumb, 2020 – present'],
  ])('says once who somebody was: %s', async (claim, role, line) => {
    expect(await linesOf(claim, role)).toEqual([['role', line]]);
  });

  test.each(['Nurse for children, St. Mary', 'Nurse, St. Mary, 2021', 'Nurse, St. Mary, Leeds, 04/2019 – 03/2024'])(
    'keeps what says more than the role: %s',
    async (claim) => {
      expect(await linesOf(claim, nurse)).toContainEqual(['bullet', claim]);
    },
  );

  async function linesOf(claim: string, role: object) {
    const career = await careerClient({}, undefined);
    opened.push(career);
    await career.call('add_atom', { claim, kind: 'work', role, verified: true });
    await career.call('set_profile', { name: 'Ada Example' });
    await career.call('add_opportunity', posting);
    const { blocks } = await made(career);
    return blocks.slice(2).map(({ style, text }) => [style, text]);
  }

  test('says the same in every format', async () => {
    const { files, blocks } = await made(await withClaims(), { formats });
    const said: Record<string, string> = {};
    for (const { format, base64 } of files) {
      const bytes = bytesOf(base64);
      if (format === 'docx') said[format] = await textOfDocx(bytes);
      else if (format === 'pdf') said[format] = await textOfPdf(bytes);
      else said[format] = new TextDecoder().decode(bytes).replaceAll('\\<', '<').replaceAll('\\>', '>');
    }
    const sentences = blocks.filter(({ style }) => ['name', 'bullet', 'item'].includes(style));
    for (const format of formats)
      for (const { text } of sentences) expect(said[format], `${format}: ${text}`).toContain(text);
  });

  test('as JSON Resume is one by the published schema, and comes back with the same roles', async () => {
    const career = await withClaims();
    const [file] = (await made(career, { formats: ['json-resume'] })).files;
    const { default: published } = await import('@jsonresume/schema');
    const resume = JSON.parse(new TextDecoder().decode(bytesOf(file?.base64 ?? '')));
    const problems = await new Promise((resolve) => published.validate(resume, resolve));
    expect(problems).toBeNull();
    const again = { content: JSON.stringify(resume), name: 'again.json', profile_id: 'again' };
    const { resume_id } = await career.call('ingest_resume', again);
    const { atoms } = (await career.call('propose_atoms', { resume_id })) as { atoms: { role?: object }[] };
    expect(atoms.filter((atom) => atom.role)).toMatchObject([{ role }, { role }, { role }]);
  });

  test('holds nothing of anybody else and nothing that nobody confirmed', async () => {
    const career = await withClaims();
    const own = await made(career);
    const others = await made(career, { profile_id: 'bo', formats: ['pdf'] });
    expect(JSON.stringify(own.blocks)).not.toMatch(/Nobel|bread/);
    expect(others.blocks.map(({ text }) => text)).toEqual(['Experience', 'Baked bread in Łódź']);
  });
});

test('a letter answers the posting claim by claim', async () => {
  const { blocks } = await made(await withClaims(), { kind: 'letter', language: 'de' });
  expect(blocks.map(({ text }) => text)).toEqual([
    'Ada Example',
    'ada@example.org',
    'Bewerbung',
    'Site Reliability Engineer, Fabrikam',
    'Guten Tag,',
    'Sie suchen Folgendes; das habe ich getan:',
    '„Kubernetes“',
    'Ran 40 Kubernetes clusters for <three> banks',
    '„Terraform“',
    'Wrote Terraform modules for AWS',
    'Gern erzähle ich Ihnen mehr in einem Gespräch.',
    'Mit freundlichen Grüßen',
    'Ada Example',
  ]);
});

test('what the posting asks for stands between quotation marks, which it cannot end itself', async () => {
  const career = await withClaims();
  const asked = 'Kubernetes” and “Terraform';
  await career.call('add_opportunity', { ...posting, requirements: [asked], replace: true });
  const { blocks } = await made(career, { kind: 'letter' });
  expect(blocks.map(({ text }) => text)).toContain("“Kubernetes' and 'Terraform”");
});

describe('proposed wording', () => {
  const wording = (text: string, ...atom_ids: string[]) => ({ wording: [{ text, atom_ids }] });

  test('stands in the document when the claims carry it', async () => {
    const joined = 'Wrote Terraform modules for AWS, and ran 40 Kubernetes clusters for three banks';
    const { blocks } = await made(await withClaims(), wording(joined, 'terraform', 'clusters'));
    expect(blocks.filter(({ style }) => style === 'bullet').map(({ text }) => text)).toEqual([joined]);
  });

  test.each([
    ['a changed number', 'Ran 41 Kubernetes clusters for three banks', ['clusters']],
    ['an added employer', 'Ran 40 Kubernetes clusters for three banks at Google', ['clusters']],
    ['an added skill', 'Wrote Terraform and Pulumi modules for AWS', ['terraform']],
    ['a superlative', 'Wrote the best Terraform modules for AWS', ['terraform']],
    ['a claim that nobody confirmed', 'Won a Nobel prize', ['proposed']],
    ['a claim of somebody else', 'Baked bread in Łódź', ['bo']],
    ['nothing in it', 'I', ['clusters']],
    ['words that its role says already', 'Northwind', ['clusters']],
    ['a claim that does not exist', 'Wrote Terraform modules for AWS', ['nobody']],
  ])('with %s is refused, and the sentence named', async (_, text, ids) => {
    const refused = made(await withClaims(), wording(text, ...ids));
    await expect(refused).rejects.toMatchObject({
      data: { kind: 'SENTENCE_REFUSED', context: { sentences: [{ sentence: text, reason: expect.any(String) }] } },
    });
  });
});

describe('verify_document', () => {
  test.each(formats)('knows an untouched %s', async (format) => {
    const career = await withClaims();
    const { files, document_id } = await made(career, { formats: [format] });
    const verdict = await verify(career, bytesOf(files[0]?.base64 ?? ''));
    expect(verdict).toMatchObject({ status: 'untouched', valid: true, document_id, problems: [], changed_since: [] });
  });

  test.each(['docx', 'markdown', 'json-resume'] as const)(
    'names the sentence of a %s that was changed by one byte',
    async (format) => {
      const career = await withClaims();
      const { files } = await made(career, { formats: [format] });
      const forged = withText(format, bytesOf(files[0]?.base64 ?? ''), (text) =>
        text.replace('Ran 40 Kub', 'Ran 90 Kub'),
      );
      expect(await verify(career, forged)).toMatchObject({
        status: 'altered',
        valid: false,
        problems: ['Changed: "Ran 40 Kubernetes clusters for <three> banks".'],
      });
    },
  );

  test('notices any changed byte of a PDF', async () => {
    const career = await withClaims();
    const { files } = await made(career, { formats: ['pdf'] });
    const whole = bytesOf(files[0]?.base64 ?? '');
    const places = Array.from({ length: 12 }, (_, at) => Math.floor(((at + 0.5) / 12) * whole.length));
    for (const at of places) {
      const forged = Uint8Array.from(whole);
      forged[at] = (forged[at] ?? 0) ^ 1;
      expect((await verify(career, forged)).valid, `byte ${at}`).toBe(false);
    }
  });

  test.each(['markdown', 'docx'] as const)('notices words that were added to a %s', async (format) => {
    const career = await withClaims();
    const { files } = await made(career, { formats: [format] });
    const add = (text: string) =>
      format === 'docx'
        ? text.replace('</w:body>', '<w:p><w:r><w:t>Knighted</w:t></w:r></w:p></w:body>')
        : text.replace('<!--', 'Knighted\n\n<!--');
    expect(await verify(career, withText(format, bytesOf(files[0]?.base64 ?? ''), add))).toMatchObject({
      valid: false,
    });
  });

  const asWord = (change: (xml: string) => string) => (parts: Record<string, string>) => ({
    ...parts,
    'word/document.xml': change(parts['word/document.xml'] ?? ''),
  });
  const inRun = (properties: string) => asWord((xml) => xml.replace('<w:r>', `<w:r><w:rPr>${properties}</w:rPr>`));

  test.each<[string, (parts: Record<string, string>) => Record<string, string>, string]>([
    ['a picture', (parts) => ({ ...parts, 'word/media/diploma.png': 'PNG' }), 'Added: word/media/diploma.png.'],
    ['a page that is embedded', asWord((xml) => xml.replace('<w:p>', '<w:altChunk r:id="x"/><w:p>')), 'altChunk'],
    ['words that are hidden', inRun('<w:vanish/>'), 'hidden'],
    ['words that are struck out', inRun('<w:strike/>'), 'struck out'],
    ['a deletion that is only tracked', asWord((xml) => xml.replace('<w:r>', '<w:del w:id="1"/><w:r>')), 'hidden'],
    ['white letters', inRun('<w:color w:val="FFFFFF"/>'), 'too light'],
    ['tiny letters', inRun('<w:sz w:val="2"/>'), 'too small'],
    [
      'another body than the one that is read',
      (parts) => ({
        ...parts,
        'word/other.xml': '<w:document><w:p><w:r><w:t>Knighted</w:t></w:r></w:p></w:document>',
        '_rels/.rels': (parts['_rels/.rels'] ?? '').replace('word/document.xml', 'word/other.xml'),
      }),
      'not the text that was written',
    ],
    [
      'a header under another name',
      (parts) => ({ ...parts, 'word/kopf.xml': '<w:hdr><w:p><w:r><w:t>Knighted</w:t></w:r></w:p></w:hdr>' }),
      'Added: word/kopf.xml.',
    ],
    [
      'bullets that speak',
      (parts) => ({
        ...parts,
        'word/numbering.xml': (parts['word/numbering.xml'] ?? '').replace(
          /(<w:lvlText w:val=")[^"]*/,
          '$1Nobel laureate',
        ),
      }),
      'marks of a list',
    ],
  ])('is not deceived by %s in a DOCX whose words are the same', async (_, change, said) => {
    const career = await withClaims();
    const { files } = await made(career, { formats: ['docx'] });
    const parts = Object.fromEntries(
      Object.entries(unzipSync(bytesOf(files[0]?.base64 ?? ''))).map(([name, content]) => [name, strFromU8(content)]),
    );
    const changed = Object.entries(change(parts)).map(([name, content]) => [name, strToU8(content)] as const);
    const verdict = await verify(career, zipSync(Object.fromEntries(changed)));
    expect(verdict).toMatchObject({ status: 'altered', valid: false });
    expect((verdict.problems as string[]).join(' ')).toContain(said);
  });

  test('is not deceived by a field that a JSON Resume says twice', async () => {
    const career = await withClaims();
    const { files } = await made(career, { formats: ['json-resume'] });
    const forged = withText('json-resume', bytesOf(files[0]?.base64 ?? ''), (text) =>
      text.replace('{', '{ "basics": { "name": "Dr. Ada Example, Nobel laureate" },'),
    );
    expect(await verify(career, forged)).toMatchObject({ status: 'altered', valid: false });
    const respaced = withText('json-resume', bytesOf(files[0]?.base64 ?? ''), (text) =>
      JSON.stringify(JSON.parse(text)),
    );
    expect(await verify(career, respaced)).toMatchObject({ status: 'same_text', valid: true });
  });

  test('lets a DOCX be saved again by another program', async () => {
    const career = await withClaims();
    const { files } = await made(career, { formats: ['docx'] });
    const saved = zipSync(unzipSync(bytesOf(files[0]?.base64 ?? '')), { level: 1 });
    expect(await verify(career, saved)).toMatchObject({ status: 'same_text', valid: true });
  });

  test('does not believe a manifest that was written anew for other words', async () => {
    const [career, stranger] = [await withClaims(), await withClaims()];
    await stranger.call('edit_atom', { atom_id: 'clusters', claim: 'Ran 900 Kubernetes clusters', verified: true });
    const { files } = await made(stranger, { formats: ['markdown'] });
    // The ids are counted alike in both, so the forged file names a document that exists.
    await made(career, { formats: ['markdown'] });
    expect(await verify(career, bytesOf(files[0]?.base64 ?? ''))).toMatchObject({ valid: false });
  });

  test('says which claims have changed since', async () => {
    const career = await withClaims();
    const { files } = await made(career, { formats: ['markdown'] });
    await career.call('verify_atom', { atom_id: 'german', verified: false });
    await career.call('edit_atom', { atom_id: 'terraform', claim: 'Wrote Terraform', verified: true });
    await career.call('delete_atom', { atom_id: 'clusters' });
    expect(await verify(career, bytesOf(files[0]?.base64 ?? ''))).toMatchObject({
      valid: true,
      changed_since: [
        'The claim clusters was deleted.',
        'The claim terraform has other words.',
        'The claim german is no longer confirmed.',
      ],
    });
  });

  test('has nothing to say about a file of somebody else', async () => {
    const career = await withClaims();
    expect(await verify(career, strToU8('# Ada\n\nI know everything'))).toMatchObject({
      status: 'unknown',
      valid: false,
    });
  });
});

test('files are written into an allowed directory, read back from the store, and listed', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'quadrivium-tailor-'));
  const career = await withClaims(directory);
  const { files, document_id } = (await made(career, { formats: ['docx'], output_dir: directory })) as unknown as {
    files: { path: string; base64?: string }[];
    document_id: string;
  };
  const written = readFileSync(files[0]?.path ?? '');
  const { base64 } = await career.call('get_document', { document_id, format: 'docx' });
  expect(Buffer.from(String(base64), 'base64').equals(written)).toBe(true);
  expect(await career.call('list_documents', {})).toMatchObject({ documents: [{ document_id, format: 'docx' }] });
  writeFileSync(join(directory, 'copy.docx'), written);
  const verdict = await career.call('verify_document', { input_path: join(directory, 'copy.docx') });
  expect(verdict).toMatchObject({ status: 'untouched' });
});

test('an answer has the parts that were asked for, and without asking no file', async () => {
  const career = await withClaims();
  const told = (more: Answer) => career.call('tailor_document', { opportunity_id: 'opp-1', ...more });
  const [plain, bare, whole] = [await told({}), await told({ parts: [] }), await told({ parts: ['blocks', 'bytes'] })];
  expect(plain).toMatchObject({ blocks: expect.arrayContaining([expect.objectContaining({ text: 'Ada Example' })]) });
  expect(JSON.stringify([plain, bare])).not.toContain('base64');
  expect(bare).toMatchObject({
    blocks: [],
    files: [{ format: 'docx', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
  });
  const { document_id, files } = whole as unknown as Made;
  expect(await career.call('get_document', { document_id, format: 'docx' })).toMatchObject({
    base64: files[0]?.base64,
  });
});

/** The file with its words changed and everything else as it was. */
function withText(format: string, bytes: Uint8Array, change: (text: string) => string): Uint8Array {
  if (format !== 'docx') return strToU8(change(strFromU8(bytes)));
  const parts = unzipSync(bytes);
  const main = 'word/document.xml';
  return zipSync({ ...parts, [main]: strToU8(change(strFromU8(parts[main] ?? new Uint8Array()))) });
}
