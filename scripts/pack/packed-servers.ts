/** The servers that are packed, as people who install them read of them. */
import type { Choice, PackedServer } from './packed-server.js';

const allowWrite = (description: string): Choice => ({
  ...{ kind: 'boolean', flag: 'allow-write', title: 'Allow writing', standard: 'false' },
  description,
});

/** Models of most providers accept no slash in a name. */
const portable = { 'tool-names': 'portable' };

const sqlite = '@photostructure/sqlite';

export const packedServers: readonly PackedServer[] = [
  {
    ...{ name: 'cobre', program: 'cobre-mcp', word: 'serve', title: 'Cobre: hydrothermal planning' },
    description: 'Validate, train, simulate, query and explain hydrothermal power system studies.',
    details:
      'Reads cases of a hydrothermal power system, trains a policy by stochastic dual dynamic programming, simulates it, and answers questions about the results. It uses only the directory you choose, and writes there only if you allow it.',
    keywords: ['energy', 'hydropower', 'sddp', 'optimisation'],
    choices: {
      directory: {
        ...{ kind: 'directory', flag: 'allowed-dirs', title: 'Studies' },
        description: 'The directory with your cases; nothing outside it is read or written.',
      },
      allow_write: allowWrite('Lets the server run cases and write results and exports below them.'),
    },
    fixed: portable,
    hasPrompts: true,
    unbundled: ['highs', '@duckdb/node-api', '@resvg/resvg-js'],
  },
  {
    ...{ name: 'portarium', program: 'portarium-mcp', word: 'mcp', title: 'Portarium: agents under approval' },
    description: 'Workflow runs under policy, with human approvals, agent heartbeats and verifiable evidence.',
    details:
      'A control plane for agents: they start runs, propose work and send heartbeats; what a person approves is bound to the exact call, and every decision leaves evidence that can be verified without the server.',
    keywords: ['agents', 'approval', 'workflow', 'evidence'],
    choices: {
      database: {
        ...{ kind: 'file', flag: 'db', title: 'Database', standard: 'portarium.db' },
        description: 'The SQLite file of the control plane; it is made when it is not there.',
      },
    },
    fixed: {},
    hasPrompts: false,
    unbundled: [sqlite, '@cedar-policy/cedar-wasm'],
  },
  {
    ...{ name: 'career', program: 'career-mcp', word: 'serve', title: 'Career: an honest job search' },
    description: 'Explained matching of resumes and postings, tailored CVs, outreach without writing twice.',
    details:
      'Brings in resumes and postings, matches them with reasons, makes CVs from confirmed claims only, and keeps outreach and its audit trail. No model is called and nothing is sent.',
    keywords: ['career', 'resume', 'matching', 'job search'],
    choices: {
      database: {
        ...{ kind: 'file', flag: 'db', title: 'Database', standard: 'career.db' },
        description: 'The SQLite file with everything that is kept; it is made when it is not there.',
      },
      directory: {
        ...{ kind: 'directory', flag: 'allowed-dirs', title: 'Documents' },
        description: 'The directory with your resumes and postings; no file outside it is read.',
      },
      allow_write: allowWrite('Lets the server keep resumes, postings and outreach; reading works without.'),
    },
    fixed: { 'default-strategy': 'evidence_v2' },
    hasPrompts: false,
    unbundled: [sqlite, 'pdfmake'],
    data: 'artefacts',
  },
];
