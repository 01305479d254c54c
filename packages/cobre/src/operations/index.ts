import type { Operation } from '@quadrivium/kernel';
import { cancelTask } from './cancel-task.js';
import { comparePolicies } from './compare-policies.js';
import { convertPolicy } from './convert-policy.js';
import { createCase } from './create-case.js';
import { diffDecks } from './diff-decks.js';
import { estimateRun } from './estimate-run.js';
import { exportResults } from './export-results.js';
import { getConfigSchema } from './get-config-schema.js';
import { getTaskStatus } from './get-task-status.js';
import { importNewave } from './import-newave.js';
import { inspectCase } from './inspect-case.js';
import { inspectPolicy } from './inspect-policy.js';
import { listScenarios } from './list-scenarios.js';
import { migrateCase } from './migrate-case.js';
import { previewMigration } from './preview-migration.js';
import { queryConvergence } from './query-convergence.js';
import { queryResults } from './query-results.js';
import { readExport } from './read-export.js';
import { run } from './run.js';
import { runHere } from './run-here.js';
import { runMetadata } from './run-metadata.js';
import { showDeck } from './show-deck.js';
import { simulatedCosts } from './simulated-costs.js';
import { statistics } from './statistics.js';
import { uploadFiles } from './upload-files.js';
import { validate } from './validate.js';
import { verifyProof } from './verify-proof.js';
import { waterValues } from './water-values.js';

/** In the order they are listed: the seed's ten, the two that go with runs in the background, what was added since, and those of the terminal. */
const declared = [
  validate,
  run,
  queryResults,
  queryConvergence,
  inspectPolicy,
  comparePolicies,
  inspectCase,
  listScenarios,
  exportResults,
  getConfigSchema,
  getTaskStatus,
  cancelTask,
  statistics,
  createCase,
  waterValues,
  verifyProof,
  migrateCase,
  previewMigration,
  showDeck,
  importNewave,
  diffDecks,
  uploadFiles,
  readExport,
  runHere,
  estimateRun,
  simulatedCosts,
  runMetadata,
  convertPolicy,
] as const;

export const operations = declared as readonly Operation[];

/** Any of them, with the types it declares. */
export type CobreOperation = (typeof declared)[number];

/** What needs the runs and tasks of the serving process, or no file; everything else can be answered by a reader. */
export const ofThisProcess = new Set([
  run,
  runHere,
  estimateRun,
  getTaskStatus,
  cancelTask,
  createCase,
  getConfigSchema,
] as readonly Operation[]);
