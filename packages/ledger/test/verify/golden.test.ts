import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Entry, exportLines, nodeCrypto, openSqliteLedger, verifyLines, webCrypto } from '../../src/index.js';

/**
 * The file was written from the format's description by a Python script (json.dumps with sorted keys and no spaces,
 * hashlib) and signed with the openssl command, so it shows that the format does not depend on this implementation.
 */
const lines = readFileSync(new URL('./golden/made-by-python.ndjson', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');

test.each([
  ['Node', nodeCrypto],
  ['a browser', webCrypto],
])('an export that Python and openssl made is valid with the primitives of %s', async (_, crypto) => {
  expect(await verifyLines(lines, { crypto })).toMatchObject({
    valid: true,
    problems: [],
    chains: [{ chain: 'main', entries: 6, anchoredUpTo: 6 }],
  });
});

test('recording the same facts gives the same bytes that Python gave', async () => {
  const ledger = openSqliteLedger(':memory:');
  const entries = lines.slice(2).map((line) => JSON.parse(line) as Entry);
  await ledger.append(
    entries.map(({ chain, stream, type, actor, at, body }) => ({ chain, stream, type, actor, at, body })),
  );
  const exported: string[] = [];
  for await (const line of exportLines(ledger)) exported.push(line);
  await ledger.close();
  expect(exported.slice(1)).toEqual(lines.slice(2));
});
