/** Directions of interchange and restrictions: who takes part and what holds for them stand in different tables. */
import type { Origin } from '../readers/line.js';
import type { Deck } from './deck.js';
import { type Doubt, unpaired, without } from './doubt.js';
import { formulaFile } from './files.js';

type Directed = { readonly origin: Origin; readonly from: number; readonly to: number };

const there = ({ origin, from, to }: Directed) => ({ origin, code: `${from}-${to}` });
const back = ({ origin, from, to }: Directed) => ({ origin, code: `${to}-${from}` });
const groupOf = ({ origin, subsystem, group }: { origin: Origin; subsystem: number; group: number }) => ({
  ...{ origin, code: `${subsystem}-${group}` },
});

/** PATAMAR has all directions of SISTEMA; losses may be those of some pairs, both ways. */
export function interchangeDoubts({ system, blocks, losses, general }: Deck): Doubt[] {
  const ways = system.interchange.flatMap((pair) => [there(pair), back(pair)]);
  const byBlock = blocks.interchange.map(there);
  const lossy = general.losses ? losses.interchange : [];
  const [sources, sourcesByBlock] = [system.sources.map(groupOf), blocks.sources.map(groupOf)];
  return [
    ...without(ways, byBlock, 'this direction', 'PATAMAR'),
    ...without([...byBlock, ...lossy.map(there)], ways, 'this pair of subsystems', 'SISTEMA'),
    ...without(lossy.map(back), lossy.map(there), 'this direction', 'LOSS'),
    ...(sourcesByBlock.length > 0 ? without(sources, sourcesByBlock, 'this group by block', 'PATAMAR') : []),
    ...without(sourcesByBlock, sources, 'this group', 'SISTEMA'),
  ];
}

export function limitDoubts({ groups, electrical, formulas, safetyCurve, files }: Deck): Doubt[] {
  const byGroup = ({ origin, group }: { origin: Origin; group: number }) => ({ origin, code: group });
  const bySet = ({ origin, set }: { origin: Origin; set: number }) => ({ origin, code: set });
  const byId = ({ origin, id }: { origin: Origin; id: number }) => ({ origin, code: id });
  const byReservoir = ({ origin, reservoir }: { origin: Origin; reservoir: number }) => ({ origin, code: reservoir });
  const empty = files.find(({ name }) => name.toLowerCase() === formulaFile && formulas.formulas.length === 0);
  return [
    ...(empty ? [emptyFile(empty.name, empty.lines ?? 0)] : []),
    ...unpaired(groups.members.map(byGroup), groups.limits.map(byGroup), 'AGRINT'),
    ...unpaired(electrical.sets.map(bySet), electrical.limits.map(bySet), 'RE'),
    ...unpaired(formulas.formulas.map(byId), formulas.limits.map(byId), formulaFile),
    ...unpaired(safetyCurve.penalties.map(byReservoir), safetyCurve.curves.map(byReservoir), 'CURVA'),
  ];
}

const emptyFile = (file: string, line: number): Doubt => ({
  code: 'empty-file',
  origin: { file, line },
  message: `${file}, line ${line}: expected restrictions (RE), found none; the file may have been cut`,
});
