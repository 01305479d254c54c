import { createRequire } from 'node:module';
import { type Check, ok, warning } from '../check.js';

interface Part {
  /** The package that loads it, and so from where it must be found. */
  readonly owner: string;
  readonly name: string;
  readonly gives: string;
}

const partsOf = (owner: string, named: Readonly<Record<string, readonly string[]>>): Part[] =>
  Object.entries(named).flatMap(([gives, names]) => names.map((name) => ({ owner, name, gives })));

/** Heavy or native parts that many people never need: they are loaded when first used, so a start does not show that they are there. */
const parts: readonly Part[] = [
  ...partsOf('@quadrivium/cobre', {
    'queries and exports of results': ['@duckdb/node-api'],
    'exports as Arrow': ['apache-arrow'],
    'cobre plot': ['vega', 'vega-lite'],
    'charts as PNG': ['@resvg/resvg-js'],
    'training on several machines': [
      '@nats-io/transport-node',
      '@nats-io/nats-core',
      '@nats-io/jetstream',
      '@nats-io/obj',
    ],
  }),
  ...partsOf('@quadrivium/portarium', {
    'PostgreSQL behind portarium': ['pg'],
    'runs on several machines': ['@restatedev/restate-sdk', '@restatedev/restate-sdk-clients'],
    'policies in Cedar': ['@cedar-policy/cedar-wasm'],
    'e-mail to people': ['nodemailer'],
    'notices in browsers': ['web-push'],
  }),
  ...partsOf('@quadrivium/kernel', {
    telemetry: ['@opentelemetry/api', '@opentelemetry/sdk-trace-base', '@opentelemetry/sdk-metrics'],
  }),
  ...partsOf('@quadrivium/career', {
    'limits that several career servers share': ['ioredis'],
    'reading of PDF documents': ['unpdf'],
    'reading of Word documents': ['mammoth', 'fflate'],
    'writing of Word documents': ['docx'],
    'writing of PDF documents': ['pdfmake'],
    'reading of JSON Resume': ['@jsonresume/schema'],
    'calendar of dates': ['ical-generator'],
  }),
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
