import type { Catalog } from '../catalog.js';
import { type SandboxWishes, sandboxApi } from '../declarations/sandbox-api.js';
import { formOf, LEVELS, type Level } from './forms.js';
import { fits } from './tokens.js';

interface Description {
  readonly text: string;
  readonly level: Level;
}

/** When nobody knows the size of the context, a common one is assumed. */
const USUAL_CONTEXT = 128_000;
const SHARE_OF_CONTEXT = 0.05;

export function budgetOf(declarationBudget: number | undefined, contextWindow: number | undefined): number {
  return declarationBudget ?? Math.floor((contextWindow ?? USUAL_CONTEXT) * SHARE_OF_CONTEXT);
}

const INTRODUCTION = `Runs a TypeScript program that calls tools, and returns what it prints and returns. Prefer one program with loops, conditions and Promise.all over many single calls.

\`code\` is the body of an async function: use await and return at its top level, no imports. It is type-checked first; nothing runs when a type is wrong. The program sees the tools below and plain JavaScript (ES2023 without Intl), but no files, network, process or modules. Await every call. A tool is tools.<server>.<tool>(input), or tools.<tool>(input) when only one server has that name. Print or return only what you need to see.`;

const NOTES: Readonly<Record<Level, string>> = {
  declarations: '',
  signatures:
    'Only signatures are shown here; console.log(await describe("server.tool")) shows the whole declaration of a tool.',
  names:
    'Only names are shown here; console.log(await search("words")) finds tools and console.log(await describe("server.tool")) shows the declaration of one.',
};

function textAt(catalog: Catalog, level: Level, wishes: SandboxWishes): string {
  const tools = catalog.entries.length === 0 ? '' : formOf(catalog, level);
  const api = sandboxApi(wishes);
  const code = level === 'declarations' ? `${api}\n${tools}` : api;
  const list = level === 'declarations' || tools === '' ? '' : `${NOTES[level]}\n\n${tools}`;
  return [INTRODUCTION, `\`\`\`ts\n${code}\n\`\`\``, list].filter((text) => text !== '').join('\n\n');
}

/** The most telling description whose part about tools is within the budget; names, when none is. */
export async function describeWithin(catalog: Catalog, wishes: SandboxWishes, budget: number): Promise<Description> {
  for (const level of LEVELS.slice(0, -1)) {
    if (await fits(formOf(catalog, level), budget)) return { level, text: textAt(catalog, level, wishes) };
  }
  return { level: 'names', text: textAt(catalog, 'names', wishes) };
}
