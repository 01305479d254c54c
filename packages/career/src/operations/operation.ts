import { operationFor } from '@quadrivium/kernel';
import type { CareerApp } from '../app/career-app.js';

/** An operation of this server: `context.app` holds the stores. */
export const operation = operationFor<CareerApp>();
