import { operationFor } from '@quadrivium/kernel';
import type { CobreServices } from '../service/services.js';

/** Declares an operation of this server; what it works with is `app` of its context. */
export const operation = operationFor<CobreServices>();
