import type { Catalog } from '../catalog.js';
import { type SandboxWishes, sandboxApi } from '../declarations/sandbox-api.js';
import { LEVELS, type Level, linesIn, typesIn } from './forms.js';
import { levelsWithin } from './levels.js';

interface Description {
  readonly text: string;
  /** The least telling one. */
  readonly level: Level;
  readonly levels: ReadonlyMap<string, Level>;
}

/** When nobody knows the size of the context, a common one is assumed. */
const USUAL_CONTEXT = 128_000;
const SHARE_OF_CONTEXT = 0.05;

export function budgetOf(declarationBudget: number | undefined, contextWindow: number | undefined): number {
  return declarationBudget ?? Math.floor((contextWindow ?? USUAL_CONTEXT) * SHARE_OF_CONTEXT);
}

const INTRODUCTION = `Runs a TypeScript program that calls tools, and returns what it prints and returns. Prefer one program with loops, conditions and Promise.all over many single calls.

\`code\` is the body of an async function: use await and return at its top level, no imports. It is type-checked first; nothing runs when a type is wrong. The program sees the tools below and plain JavaScript (ES2023 without Intl), but no files, network, process or modules. Await every call. A tool is tools.<server>.<tool>(input), or tools.<tool>(input) when only one server has that name. Print or return only what you need to see.`;

const NOTES = {
  signatures:
    'Only signatures are shown here; console.log(await describe("server.tool")) shows the whole declaration of a tool.',
  names:
    'Only names are shown here; console.log(await search("words")) finds tools and console.log(await describe("server.tool")) shows the declaration of one.',
};

function textAt(catalog: Catalog, levelOf: (server: string) => Level, wishes: SandboxWishes): string {
  const code = [sandboxApi(wishes), typesIn(catalog, levelOf)].filter((text) => text !== '').join('\n');
  const lists = (['signatures', 'names'] as const).map((level) => {
    const lines = linesIn(catalog, levelOf, level);
    return lines === '' ? '' : `${NOTES[level]}\n\n${lines}`;
  });
  return [INTRODUCTION, `\`\`\`ts\n${code}\n\`\`\``, ...lists].filter((text) => text !== '').join('\n\n');
}

/** The most telling description whose part about tools is within the budget; names, when none is. */
export async function describeWithin(catalog: Catalog, wishes: SandboxWishes, budget: number): Promise<Description> {
  const levels = await levelsWithin(catalog, budget);
  const used = new Set(levels.values());
  const text = textAt(catalog, (server) => levels.get(server) ?? 'names', wishes);
  return { text, levels, level: LEVELS.findLast((level) => used.has(level)) ?? 'declarations' };
}
