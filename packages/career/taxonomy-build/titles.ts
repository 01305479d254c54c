/** Makes the table of occupation titles and the addresses of our concepts in ESCO and O*NET; see README.md beside this file. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { foldedWord } from '../src/domain/tokens.js';
import { contentWords } from '../src/domain/words.js';
import { titleIndexFile } from '../src/taxonomy/title-index.js';
import { VocabularyBook } from '../src/taxonomy/vocabulary-book.js';
import { readSource } from './sources.js';

const folder = process.argv[2];
if (folder === undefined) throw new Error('Give the folder that holds esco/ and onet/.');
const artefacts = join(import.meta.dirname, '../artefacts');
const code = 'O*NET-SOC Code';
const tidy = (label: string) => label.replace(/\s+/g, ' ').replace(/[\t|]/g, ' ').trim();
const listed = (labels: readonly string[]) => [...new Set(labels.map(tidy).filter(Boolean))];

const esco = readSource(folder, 'occupations').map((row) => ({
  uri: row.conceptUri ?? '',
  labels: listed([row.preferredLabel ?? '', ...(row.altLabels ?? '').split('\n')]),
}));
const titles = new Map<string, string[]>();
for (const row of readSource(folder, 'onetTitles')) {
  const known = titles.get(row[code] ?? '') ?? [];
  titles.set(row[code] ?? '', [...known, row['Alternate Title'] ?? '']);
}
const onet = readSource(folder, 'onetOccupations').map((row) => ({
  uri: `onet:${row[code]}`,
  labels: listed([row.Title ?? '', ...(titles.get(row[code] ?? '') ?? [])]),
}));
const occupations = [...esco, ...onet];
const file = titleIndexFile(
  occupations.map(({ uri, labels }) => ({ uri, title: labels[0] ?? '' })),
  occupations.flatMap(({ labels }, occupation) =>
    labels.map((label) => ({ occupation, words: [...new Set(contentWords(label))] })),
  ),
);
const bytes = gzipSync(file, { level: 9 });
writeFileSync(join(artefacts, 'occupation-titles.bin.gz'), bytes);
const sha256 = createHash('sha256').update(bytes).digest('hex');
writeFileSync(
  join(artefacts, 'occupation-titles.json'),
  `${JSON.stringify({ file: 'occupation-titles.bin.gz', sha256 }, null, 2)}\n`,
);

/** A label of theirs that is one of our names: skills first, then tools, then occupations. */
const addresses = new Map<string, string>();
const add = (label: string | undefined, uri: string) => {
  const key = foldedWord(tidy(label ?? '').replace(/\s*\([^)]*\)$/, ''));
  if (key !== '' && !addresses.has(key)) addresses.set(key, uri);
};
const skills = readSource(folder, 'skills');
for (const row of skills) add(row.preferredLabel, row.conceptUri ?? '');
for (const row of readSource(folder, 'skillGroups')) add(row.preferredLabel, row.conceptUri ?? '');
for (const row of skills) for (const label of (row.altLabels ?? '').split('\n')) add(label, row.conceptUri ?? '');
for (const row of readSource(folder, 'onetTools')) {
  const name = row.Example ?? '';
  const uri = `onet:${row['Commodity Code']}`;
  add(name, uri);
  add(name.replace(/^(?:Microsoft|Adobe|Apache|Autodesk|Oracle|Atlassian|Google|IBM|Dassault Systemes) /, ''), uri);
}
for (const row of readSource(folder, 'occupations'))
  for (const label of [row.preferredLabel, ...(row.altLabels ?? '').split('\n')]) add(label, row.conceptUri ?? '');
const book = new VocabularyBook();
const found = [...book.concepts].flatMap(({ name, names }) => {
  const uri = names.map((one) => addresses.get(foldedWord(one))).find((one) => one !== undefined);
  return uri === undefined ? [] : [[name, uri] as const];
});
writeFileSync(join(artefacts, 'concept-uris.json'), `${JSON.stringify(Object.fromEntries(found), null, 2)}\n`);
process.stdout.write(
  `${occupations.length} occupations, ${bytes.length} bytes; ${found.length} of ${[...book.concepts].length} concepts have an address\n`,
);
