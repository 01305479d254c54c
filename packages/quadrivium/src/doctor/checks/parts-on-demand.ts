import { createRequire } from 'node:module';
import { type Check, ok, warning } from '../check.js';

interface Part {
  /** The package that loads it, and so from where it must be found. */
  readonly owner: string;
  readonly name: string;
  readonly gives: string;
}

/** Heavy or native parts that many people never need: they are loaded when first used, so a start does not show that they are there. */
const parts: readonly Part[] = [
  { owner: '@quadrivium/cobre', name: '@duckdb/node-api', gives: 'queries and exports of results' },
  { owner: '@quadrivium/cobre', name: 'vega-lite', gives: 'cobre plot' },
  { owner: '@quadrivium/cobre', name: '@resvg/resvg-js', gives: 'charts as PNG' },
  { owner: '@quadrivium/portarium', name: 'pg', gives: 'PostgreSQL behind portarium' },
  { owner: '@quadrivium/portarium', name: '@restatedev/restate-sdk', gives: 'runs on several machines' },
  { owner: '@quadrivium/portarium', name: '@cedar-policy/cedar-wasm', gives: 'policies in Cedar' },
  { owner: '@quadrivium/kernel', name: '@opentelemetry/sdk-trace-base', gives: 'telemetry' },
  { owner: '@quadrivium/career', name: 'ioredis', gives: 'limits that several career servers share' },
  { owner: '@quadrivium/career', name: 'unpdf', gives: 'reading of PDF documents' },
  { owner: '@quadrivium/career', name: 'mammoth', gives: 'reading of Word documents' },
  { owner: '@quadrivium/career', name: 'docx', gives: 'writing of Word documents' },
  { owner: '@quadrivium/career', name: 'pdfmake', gives: 'writing of PDF documents' },
  { owner: '@quadrivium/career', name: 'fflate', gives: 'reading of Word documents' },
];

export const partsOnDemand: Check = {
  name: 'parts on demand',
  async look() {
    const missing = parts.filter((part) => !isInstalled(part));
    if (missing.length === 0) return ok(parts.map(({ name }) => name).join(', '));
    return missing.flatMap(({ name, gives }) =>
      warning(`${name} is not installed; without it there is no ${gives}`, `npm install ${name}`),
    );
  },
};

/** A package may hide its package.json, so the name itself is looked up, first where its owner would look. */
function isInstalled({ owner, name }: Part): boolean {
  const here = createRequire(import.meta.url);
  return [() => createRequire(here.resolve(owner)), () => here].some((from) => {
    try {
      from().resolve(name);
      return true;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ERR_PACKAGE_PATH_NOT_EXPORTED';
    }
  });
}
