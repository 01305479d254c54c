import { load } from 'cheerio/slim';
import { expect, test } from 'vitest';
import { structureOf } from '../../../src/ingest/posting/page-structure.js';

function read(html: string) {
  const page = load(html);
  const { headings, items } = structureOf(page);
  const text = (some: ReadonlySet<Parameters<typeof page>[0]>) => [...some].map((one) => page(one).text().trim());
  return { headings: text(headings as never), items: text(items as never) };
}

test('blocks of one look that open others are headings, and rows of one look are lists', () => {
  const { headings, items } = read(`<div><div class="big">What you bring</div>
    <div class="box"><div class="row">Forklift licence</div><div class="row">Nights</div><div class="row">Polish</div></div>
    <div class="big">What we offer</div><div class="box2"><p>A canteen and a bus from the station.</p></div></div>`);
  expect(headings).toEqual(['What you bring', 'What we offer']);
  expect(items).toEqual(['Forklift licence', 'Nights', 'Polish']);
});

test('paragraphs are neither', () => {
  const { headings, items } =
    read(`<div><p>We are a small bakery in the old town, and we bake at night. Come and see.</p>
    <p>You should like bread, early mornings and people. We like them too.</p></div>`);
  expect([...headings, ...items]).toEqual([]);
});
