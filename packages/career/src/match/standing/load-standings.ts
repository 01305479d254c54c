import { gunzipSync } from 'node:zlib';
import { readChecked } from '../../taxonomy/load.js';
import { StandingTable } from './standing-table.js';

export const loadStandings = (): StandingTable => new StandingTable(gunzipSync(readChecked('standing.json')));
