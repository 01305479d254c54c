import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compiledInnerLoops } from '../../../../scripts/inner-loops.js';
import { toolSet } from '../../../../test/support/tool-sets.js';

const generated = new URL('../../src/lp/inner-loops/code.gen.ts', import.meta.url);

test.skipIf(toolSet('compiler').absent)(
  'the compiled inner loops are those of their sources (needs: node scripts/tools.mjs compiler)',
  async () => {
    const current = (await compiledInnerLoops()) === readFileSync(generated, 'utf8');
    expect(current, 'npm run inner-loops compiles them again').toBe(true);
  },
);
