import { type Answer, argument, onSwitch, optionalArgument } from '@quadrivium/kernel/shell';
import { migrateCase } from '../operations/migrate-case.js';
import type { MigratedCase } from '../service/cases/migrate-case.js';
import { call, cobreCommand } from './calls.js';
import { plural, table } from './text.js';

export const migrateCommand = cobreCommand({
  name: 'migrate',
  description: 'Write a case of release 0.5.1 in the current form, and tell every value whose meaning changes',
  arguments: {
    old: argument('Case directory of release 0.5.1'),
    new: optionalArgument('Where to write the current case'),
  },
  options: {
    dryRun: onSwitch('dry-run', 'Only tell what would change'),
    inPlace: onSwitch('in-place', 'Write into the old directory, which is kept beside it with the ending .old'),
    freeTurbinedWater: onSwitch(
      'free-turbined-water',
      'Keep turbined water free at plants of constant productivity, as it was',
    ),
    anticipate: onSwitch('anticipate', 'Turn gnl_config, which had no effect, into anticipated dispatch'),
  },
  async run(io, given) {
    const { old, new: target, dryRun, inPlace, freeTurbinedWater, anticipate } = given;
    const request = {
      case_dir: old,
      ...(target === undefined ? {} : { target_dir: target }),
      dry_run: dryRun,
      in_place: inPlace,
      free_turbined_water: freeTurbinedWater,
      anticipate,
    };
    return answerOf(await call(migrateCase, request, io, given));
  },
});

function answerOf(data: MigratedCase): Answer {
  const { notes } = data;
  const changed = notes.filter(({ effect }) => effect === 'meaning').length;
  const meaning = `${plural(changed, 'value')} ${changed === 1 ? 'changes its' : 'change their'} meaning`;
  return {
    data,
    summary: `${whatWasDone(data)}; ${meaning}.`,
    details: () => (notes.length > 0 ? table(['effect', 'file', 'entity', 'field', 'what'], notes.map(rowOf)) : ''),
  };
}

function whatWasDone({ files, case_directory: written, kept_directory: kept, not_copied: left }: MigratedCase): string {
  const count = plural(files.length, 'file');
  const others = left.length > 0 ? `; not copied: ${left.join(', ')}` : '';
  if (written === null) return `Would write ${count}${others}`;
  return `Wrote ${count} to ${written}${kept === null ? others : `; the old case is in ${kept}`}`;
}

const rowOf = ({ effect, file, entity_id: id, field, text }: MigratedCase['notes'][number]) => [
  effect,
  file,
  id === null ? '' : String(id),
  field,
  text,
];
