import type { Check } from '../check.js';
import { certificate } from './certificate.js';
import { endpoints } from './endpoints.js';
import { folderFormatCheck } from './folder-format.js';
import { folderWritable } from './folder-writable.js';
import { freeDisk } from './free-disk.js';
import { ledgerChains } from './ledger-chains.js';
import { natsServer } from './nats-server.js';
import { nodeVersion } from './node-version.js';
import { partsOnDemand } from './parts-on-demand.js';
import { port } from './port.js';
import { signingKey } from './signing-key.js';

/** In the order a person would look. */
export const checks: readonly Check[] = [
  nodeVersion,
  partsOnDemand,
  folderWritable,
  freeDisk,
  folderFormatCheck,
  ledgerChains,
  signingKey,
  port,
  certificate,
  endpoints,
  natsServer,
];
