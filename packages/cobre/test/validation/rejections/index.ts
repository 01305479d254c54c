/** Everything that a current case is refused for, by the section of its description. */
import { ahead } from './ahead.js';
import { calendar } from './calendar.js';
import { constraints } from './constraints.js';
import { cutSelection } from './cut-selection.js';
import { graphs } from './graph.js';
import { initial } from './initial.js';
import { keys } from './keys.js';
import { odd } from './odd.js';
import { plants } from './plants.js';
import { oddProduction, production } from './production.js';
import { references } from './references.js';
import { oddSettings, settings } from './settings.js';
import { oddTables, tables } from './tables.js';
import { tailrace } from './tailrace.js';
import { oddTravel, travel } from './travel.js';

export const rejections = [
  ...keys,
  ...settings,
  ...cutSelection,
  ...calendar,
  ...initial,
  ...plants,
  ...production,
  ...tables,
  ...references,
  ...constraints,
  ...ahead,
  ...travel,
  ...tailrace,
  ...graphs,
];
export const doubts = [...oddSettings, ...oddTables, ...oddTravel, ...oddProduction, ...odd];
