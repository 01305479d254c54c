/** Pages as browsers save them from job boards, and lists as spreadsheets write them: what they carry beside what they show. */
import { describe, expect, test } from 'vitest';
import { readPostings } from '../../../src/ingest/posting/read-posting.js';

const page = (head: string, body: string) =>
  `<!doctype html><html><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`;
const data = (value: unknown, type = 'application/ld+json') =>
  `<script type="${type}">${typeof value === 'string' ? value : JSON.stringify(value)}</script>`;
const job = (title: string, asked: string) => ({
  '@type': 'JobPosting',
  title,
  hiringOrganization: { name: 'Marsh & Pine' },
  description: `<h3>Requirements</h3><ul><li>${asked}</li></ul>`,
});

const read = async (content: string | Uint8Array, name = 'saved.html') =>
  (await readPostings({ name, content })).map(({ facts, requirements }) => [
    facts.role_title,
    facts.company,
    ...requirements.map(({ text }) => text),
  ]);

describe('a saved page', () => {
  const several = data(job('Warehouse operative', 'Forklift licence')) + data(job('Bookkeeper', 'Xero'));

  test('with similar jobs is the job that it is called after', async () => {
    const html = page(`<title>Bookkeeper at Marsh &amp; Pine</title>${several}`, '<h1>Bookkeeper</h1>');
    expect(await read(html)).toEqual([['Bookkeeper', 'Marsh & Pine', 'Xero']]);
  });

  test('with a list of jobs gives all of them, and no address that would make them one', async () => {
    const list = { '@type': 'ItemList', itemListElement: [job('Cook', 'HACCP'), job('Baker', 'Night shifts')] };
    const html = page(
      `<title>12 jobs</title><link rel="canonical" href="https://x.example/jobs">${data(list)}`,
      '<h1>Jobs</h1>',
    );
    expect(await read(html)).toEqual([
      ['Cook', 'Marsh & Pine', 'HACCP'],
      ['Baker', 'Marsh & Pine', 'Night shifts'],
    ]);
    expect((await readPostings({ content: html })).map(({ facts }) => facts.url)).toEqual([undefined, undefined]);
  });

  test.each([
    ['line breaks inside a text', (text: string) => text.replace('</h3>', '</h3>\n\t')],
    ['the marks of old browsers', (text: string) => `\n//<![CDATA[\n${text}\n//]]>\n`],
    ['marks of a comment', (text: string) => `<!--\n${text}\n-->`],
    ['a comma too many', (text: string) => text.replace(/\}$/, ',}')],
  ])('has data with %s', async (_, change) => {
    const broken = change(JSON.stringify(job('Bookkeeper', 'Xero')));
    const html = page(`<title>Bookkeeper</title>${data(broken)}`, '<h1>Bookkeeper</h1><p>See below.</p>');
    expect(await read(html)).toEqual([['Bookkeeper', 'Marsh & Pine', 'Xero']]);
  });

  test.each(['', '<h1>Data Engineer</h1><div>Loading…</div>'])(
    'that fills itself in a browser is read from its state: "%s"',
    async (shown) => {
      const state = {
        props: {
          pageProps: {
            similar: [{ title: 'Chemist', description: 'short' }],
            job: {
              title: 'Data Engineer',
              companyName: 'Lindt & Co',
              location: { name: 'Zürich' },
              descriptionHtml:
                '<h3>Your profile</h3><ul><li>Python and SQL</li><li>Airflow</li></ul><h3>We offer</h3><ul><li>Obst</li></ul>',
            },
          },
        },
      };
      const html = page(
        '<title>Data Engineer | Lindt</title>',
        `<div id="__next">${shown}</div>${data(state, 'application/json')}`,
      );
      expect(await read(html)).toEqual([['Data Engineer', 'Lindt & Co', 'Python and SQL', 'Airflow']]);
    },
  );

  test('shows what a frame in it carries', async () => {
    const inner = '&lt;h2&gt;Requirements&lt;/h2&gt;&lt;ul&gt;&lt;li&gt;Registered nurse&lt;/li&gt;&lt;/ul&gt;';
    const html = page('<title>Nurse</title>', `<h1>Nurse</h1><iframe srcdoc="${inner}"></iframe>`);
    expect((await read(html)).map(([, , ...asked]) => asked)).toEqual([['Registered nurse']]);
  });

  test('of LinkedIn says in its title who hires, and where', async () => {
    const html = page(
      '<title>Northwind hiring Platform Engineer in Leeds, England | LinkedIn</title>',
      '<h1>Platform Engineer</h1><h4><a>Northwind</a> <span>Leeds, England</span></h4><strong>Must have<br></strong><ul><li>Kubernetes</li></ul>',
    );
    const said = { company: 'Northwind', role_title: 'Platform Engineer', location: 'Leeds, England' };
    expect((await readPostings({ content: html })).map(({ facts }) => facts)).toMatchObject([said]);
  });

  test('says in which letters it is written', async () => {
    const html =
      '<html><head><meta charset="iso-8859-2"></head><body><h1>Cook</h1><h2>Requirements</h2><ul><li>Kuchnia w XodX</li></ul></body></html>';
    // In ISO 8859-2 Ł is A3 and ź is BC; in the Windows code page of the West they are £ and ¼.
    const bytes = Uint8Array.from(html, (one) => one.charCodeAt(0));
    const [first, second] = [html.indexOf('X'), html.lastIndexOf('X')];
    bytes[first] = 0xa3;
    bytes[second] = 0xbc;
    expect((await read(bytes)).map((one) => one[2])).toEqual(['Kuchnia w Łodź']);
  });
});

describe('pictures before what is said', () => {
  test('are marks of a list with and without a blank behind them, and no part of a title', async () => {
    const text =
      '🚀 Frontend Developer @ Rocket\n\n🔍 What we look for\n✅3+ years of React\n👩‍💻 TypeScript\n1️⃣ Git\n➡️Docker\n\n🎁 What we offer\n🏖️ Holiday';
    expect(await read(text, 'pasted.txt')).toEqual([
      ['Frontend Developer', 'Rocket', '3+ years of React', 'TypeScript', 'Git', 'Docker'],
    ]);
  });
});

describe('a list', () => {
  const list = 'Firma;Titel;Anforderungen\nMüller & Söhne;Bäcker;Meisterbrief\n';
  const utf16 = (text: string, mark: string) => {
    const units = [...mark, ...text].map((one) => one.charCodeAt(0));
    return Uint8Array.from(units.flatMap((unit) => [unit & 255, unit >> 8]));
  };
  const expected = [['Bäcker', 'Müller & Söhne', 'Meisterbrief']];

  test.each<[string, string | Uint8Array]>([
    ['a line that says what parts the cells', `sep=;\r\n${list}`],
    ['lines above the names of its columns', `Meine Liste, Stand Mai;;\n;;\n${list}`],
    ['an empty line between all', list.replaceAll('\n', '\n\n')],
    ['two bytes for each letter', utf16(list.replaceAll(';', '\t'), '\uFEFF')],
    ['the letters of old spreadsheets', Uint8Array.from(list, (one) => one.charCodeAt(0))],
  ])('with %s is read', async (_, content) => {
    expect(await read(content, 'list.csv')).toEqual(expected);
  });

  test('may name several columns alike, and no requirement is lost', async () => {
    const alike = 'company,title,requirement,requirement,requirement\nAcme,Engineer,Kubernetes,Terraform,Go\n';
    expect(await read(alike, 'list.csv')).toEqual([['Engineer', 'Acme', 'Kubernetes', 'Terraform', 'Go']]);
  });

  test('may have a quote inside a word', async () => {
    const quoted = 'company,title,requirements\nAcme,24" screens fitter,Soldering\n';
    expect(await read(quoted, 'list.csv')).toEqual([['24" screens fitter', 'Acme', 'Soldering']]);
  });
});
