/** Every object answers to "constructor": in a case it is a key nobody knows, or the name of a plant. */
import { describe, expect, test } from 'vitest';
import { namesOfObjects } from '../../../../test/support/names-of-objects.js';
import { loadCase, train } from '../../src/index.js';
import { validateCase } from '../../src/validation/validate-case.js';
import { smallCurrentCase } from './current-case.js';
import { memoryCase } from './memory-case.js';
import type { CaseContents } from './write-case.js';

const registries = ['buses', 'thermals', 'hydros', 'lines'];

function named(files: CaseContents, name: string): CaseContents {
  for (const list of registries) {
    const document = files[`system/${list}.json`] as Record<string, { name: string }[]> | undefined;
    for (const [at, entry] of (document?.[list] ?? []).entries()) entry.name = at === 0 ? name : `${name} ${at}`;
  }
  return files;
}

describe.each(namesOfObjects)('"%s"', (name) => {
  test('is an unknown key like others: said once, with words about what to do', async () => {
    const files = smallCurrentCase();
    files['config.json'] = { ...(files['config.json'] as object), [name]: 1 };
    const { errors } = await validateCase('case', memoryCase(files));
    expect(errors).toMatchObject([
      { kind: 'SchemaViolation', context: { field: name, actual: name }, suggestion: expect.stringContaining(name) },
    ]);
  });

  test('is a name of a bus, a plant and a line: the case runs through and costs the same', async () => {
    const { case: plain } = await loadCase('case', memoryCase(smallCurrentCase()));
    const { case: study } = await loadCase('case', memoryCase(named(smallCurrentCase(), name)));
    expect((await train(study)).policy.lowerBound).toBe((await train(plain)).policy.lowerBound);
  });
});
