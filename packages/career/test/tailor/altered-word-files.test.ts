/** Ways to make a Word file say more or less while its words, read one after the other, stay the same. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CareerClient, careerClient } from '../server/career-client.js';

type Parts = Record<string, string>;

let career: CareerClient;
let original: Parts;

beforeAll(async () => {
  career = await careerClient();
  await career.call('add_atom', { claim: 'Helped to run 14 wards', verified: true });
  await career.call('set_profile', { name: 'Ada Example', email: 'ada@example.org' });
  await career.call('add_opportunity', {
    opportunity_id: 'o',
    company: 'Acme',
    role_title: 'Nurse',
    requirements: ['wards'],
  });
  const { files } = (await career.call('tailor_document', { opportunity_id: 'o', parts: ['bytes'] })) as {
    files?: { base64: string }[];
  };
  const parts = unzipSync(Uint8Array.from(Buffer.from(files?.[0]?.base64 ?? '', 'base64')));
  original = Object.fromEntries(Object.entries(parts).map(([name, content]) => [name, strFromU8(content)]));
});
afterAll(() => career.close());

const verdictOn = async (parts: Parts) => {
  const zipped = zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
  return career.call('verify_document', { content_base64: Buffer.from(zipped).toString('base64') });
};

const within = (name: string, change: (xml: string) => string) => (parts: Parts) => ({
  ...parts,
  [name]: change(parts[name] ?? ''),
});
const body = (change: (xml: string) => string) => within('word/document.xml', change);
const beforeRun = (xml: string) => body((whole) => whole.replace('<w:r>', `${xml}<w:r>`));
const inRun = (properties: string) =>
  body((xml) =>
    xml.replace(/<w:r>(?:<w:rPr>([\s\S]*?)<\/w:rPr>)?/, (_, own = '') => `<w:r><w:rPr>${properties}${own}</w:rPr>`),
  );
const linked = (relation: string) =>
  within('word/_rels/document.xml.rels', (xml) => xml.replace('</Relationships>', `${relation}</Relationships>`));
const property = (name: string, value: string) =>
  within('docProps/core.xml', (xml) =>
    xml.replace('</cp:coreProperties>', `<${name}>${value}</${name}></cp:coreProperties>`),
  );
const style = (id: string, inside: string, basedOn = '') =>
  within('word/styles.xml', (xml) =>
    xml.replace(
      '</w:styles>',
      `<w:style w:type="character" w:styleId="${id}">${basedOn}<w:rPr>${inside}</w:rPr></w:style></w:styles>`,
    ),
  );
const wordprocessing = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

describe('a Word file with the same words', () => {
  test.each<[string, (parts: Parts) => Parts, RegExp]>([
    [
      'CDATA, which no reader of ours sees',
      body((xml) => xml.replace('</w:body>', '<w:p><w:r><w:t><![CDATA[Knighted]]></w:t></w:r></w:p></w:body>')),
      /no program writes it/,
    ],
    [
      'elements under another name',
      beforeRun(`<x:r xmlns:x="${wordprocessing}"><x:rPr><x:vanish/></x:rPr></x:r>`),
      /no program writes it/,
    ],
    [
      'a header outside the usual folder',
      (parts) => ({ ...parts, 'extra/header1.xml': '<w:hdr><w:p><w:r><w:t>Knighted</w:t></w:r></w:p></w:hdr>' }),
      /Added: extra\/header1\.xml/,
    ],
    [
      'a picture outside the usual folder',
      (parts) => ({
        ...linked('<Relationship Id="x8" Type="http://x/image" Target="/extra/diploma.png"/>')(parts),
        'extra/diploma.png': 'PNG',
      }),
      /Added: extra\/diploma\.png/,
    ],
    [
      'text that is filled in from data when it is opened',
      beforeRun('<w:sdt><w:sdtPr><w:dataBinding w:xpath="/a"/></w:sdtPr></w:sdt>'),
      /dataBinding/,
    ],
    ['digits the other way round', inRun('<w:rtl/>'), /rtl/],
    [
      'a style that hides',
      (parts) => inRun('<w:rStyle w:val="Quiet"/>')(style('Quiet', '<w:vanish/>')(parts)),
      /hidden by their style/,
    ],
    [
      'a style made from one that hides',
      (parts) =>
        inRun('<w:rStyle w:val="Quieter"/>')(
          style('Quieter', '', '<w:basedOn w:val="Quiet"/>')(style('Quiet', '<w:vanish/>')(parts)),
        ),
      /hidden by their style/,
    ],
    ['letters of no width', inRun('<w:w w:val="1"/>'), /too small/],
    ['letters on black', inRun('<w:shd w:val="clear" w:fill="000000"/>'), /too light or too small/],
    [
      'a link that says nothing of where it leads',
      linked(
        '<Relationship Id="x9" Type="http://x/hyperlink" Target="https://fake.example/phd" TargetMode="External"/>',
      ),
      /leads to https:\/\/fake\.example/,
    ],
    [
      'a template from elsewhere',
      (parts) => ({
        ...parts,
        'word/_rels/settings.xml.rels':
          '<Relationships><Relationship Id="t" Type="http://x/attachedTemplate" Target="http://fake.example/t.dotm" TargetMode="External"/></Relationships>',
      }),
      /leads to http:\/\/fake/,
    ],
    [
      'a title for programs that sort applications',
      property('dc:title', 'Nobel laureate'),
      /property of the file was set \(title\)/,
    ],
    ['keywords', property('cp:keywords', 'Kubernetes, PhD'), /property of the file was set \(keywords\)/],
    ['two bodies', (parts) => ({ ...parts, 'word/Document.xml': '<w:document/>' }), /Two parts are called/],
    ['a day of the year that is put in', inRun('<w:yearLong/>'), /yearLong/],
  ])('is not the same with %s', async (_, change, said) => {
    const verdict = await verdictOn(change(original));
    expect(verdict).toMatchObject({ status: 'altered', valid: false });
    expect((verdict.problems as string[]).join(' ')).toMatch(said);
  });

  test.each<[string, (parts: Parts) => Parts]>([
    [
      'a link to its own address',
      linked('<Relationship Id="x9" Type="http://x/hyperlink" Target="mailto:ada@example.org" TargetMode="External"/>'),
    ],
    ['its own first line as title', property('dc:title', 'Ada Example')],
    ['a style that hides and is not used', style('Quiet', '<w:vanish/>')],
    [
      'data of a program beside it',
      (parts) => ({ ...parts, 'customXml/item1.xml': '<a>b</a>', 'docProps/thumbnail.jpeg': 'JPEG' }),
    ],
  ])('is one that another program saved with %s', async (_, change) => {
    expect(await verdictOn(change(original))).toMatchObject({ status: 'same_text', valid: true });
  });
});
