import { cascade } from './cascade.js';
import { everyPart } from './every-part.js';
import { fourRegions } from './four-regions.js';
import { oneReservoir } from './one-reservoir.js';
import type { Template } from './template.js';

/** The first is what `cobre init` writes unless told otherwise. */
export const templates: readonly [Template, ...Template[]] = [oneReservoir, cascade, fourRegions, everyPart];
