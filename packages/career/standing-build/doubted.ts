/**
 * What the table doubts of sentences that it did not see: four parts in turn, with the line drawn where 2 and 3 of 100 names that
 * were done are doubted in the files of real mix; see README.md.
 */
import { hashOf, StandingTable } from '../src/match/standing/standing-table.js';
import { type Labelled, labelled } from './labelled.js';
import { learned } from './learned.js';

const parts = 4;
/** By its sentence, so that none is on both sides. */
const partOf = ({ text }: Labelled) => hashOf(text) % parts;

const groups: readonly (readonly [string, RegExp])[] = [
  ['quiet, remarks', /-(?:quiet|remarks)$/],
  ['papers', /-papers$/],
  ['natural', /-natural$/],
  ['terse', /-terse$/],
  ['longer', /-longer$/],
  ['hard', /^(?:en|de|es|pt)$/],
];
const realMix = /-(?:quiet|remarks)$|^plain$/;

const all = labelled();
const read = readApart(all);
for (const share of [0.02, 0.03]) report(share, lineOf(share));

function readApart(sentences: readonly Labelled[]): number[] {
  const likely: number[] = [];
  for (let part = 0; part < parts; part++) {
    const table = new StandingTable(learned(sentences.filter((one) => partOf(one) !== part)));
    sentences.forEach((one, place) => {
      if (partOf(one) === part) likely[place] = table.read(one.text, one.at).did;
    });
  }
  return likely;
}

function lineOf(share: number): number {
  const done = read.filter((_, at) => all[at]?.standing === 'did' && realMix.test(all[at]?.file ?? ''));
  return done.sort((a, b) => a - b)[Math.floor(share * done.length)] ?? 0;
}

function report(share: number, line: number): void {
  const doubted = (group: RegExp, wasDone: boolean) => {
    const of = read.filter((_, at) => group.test(all[at]?.file ?? '') && (all[at]?.standing === 'did') === wasDone);
    return of.length === 0 ? '-' : ((100 * of.filter((did) => did < line).length) / of.length).toFixed(1);
  };
  process.stdout.write(`${100 * share} of 100 done are doubted below ${line.toFixed(3)}\n`);
  for (const [name, group] of groups)
    process.stdout.write(
      `  ${name}: of those not done ${doubted(group, false)}, of those done ${doubted(group, true)}\n`,
    );
}
