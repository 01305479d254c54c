import { isObject } from '@quadrivium/kernel/essentials';
import type { Fault } from '../faults.js';

/** A refusal that is itself worth recording: the transaction commits the evidence, then the caller hears no. */
export type Refusable<T> = { readonly refused: Fault } | { readonly answer: T };

export const isRefusal = (result: unknown): boolean => isObject(result) && 'refused' in result;
