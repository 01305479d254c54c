import type { ValidationKind } from '../../../../src/faults.js';
import type { Spoil } from '../rejection.js';

/** How the rich case of release 0.5.1 is spoiled, and the kind, layer and place that must be told. */
export type Malformed = readonly [title: string, kind: ValidationKind, layer: number, context: object, spoil: Spoil];
