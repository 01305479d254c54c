/** Milliseconds of computing that the first match of a process takes, vocabulary and tables included; started by the bench. */
import { strategyNamed } from '../src/app/strategies.js';
import { study } from './study.js';

const input = { ...study(), kLex: 25, kEmb: 25 };
const start = process.cpuUsage();
strategyNamed('evidence_v2')?.match(input, () => []);
const { user, system } = process.cpuUsage(start);
process.stdout.write(String((user + system) / 1e3));
