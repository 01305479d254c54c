/** From a deck to the files of a case, and a report of what became of every record. */
import { currentTable } from '../../case/migrate/tables.js';
import { caseFiles } from '../../case/registry.js';
import type { Deck } from '../deck/deck.js';
import { storageOf } from '../deck/plants.js';
import { busFiles, busIds, sourceFiles } from './buses.js';
import { type River, riverOf } from './cascade.js';
import { constraintFiles } from './constraints.js';
import { hydroFiles } from './hydros.js';
import { historyRows, recentRows } from './inflows.js';
import { lineFiles } from './lines.js';
import { penaltiesFile } from './penalties.js';
import { reasons } from './reasons.js';
import { equivalentFiles } from './ree.js';
import { fileReports, totalsOf } from './report.js';
import { switchWarnings, useSettings } from './settings.js';
import { configFile, stagesFile } from './stages.js';
import { type ImportOptions, type Study, studyOf } from './study.js';
import { thermalFiles } from './thermals.js';
import { turbineLimits } from './turbine-limits.js';

export interface ImportedFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}

export function importDeck(deck: Deck, options: ImportOptions) {
  const study = studyOf(deck, options);
  study.usage.use(...deck.reservoirs);
  const hydro = options.model === 'individual' ? individual(study) : equivalentFiles(study);
  const files = caseOf(study, hydro);
  useSettings(study);
  switchWarnings(study);
  reasons(study);
  const report = {
    title: deck.general.title,
    options,
    stages: study.months.length,
    hydros: hydro.ids,
    thermals: files.thermalIds,
    buses: busIdsIn(study),
    relinked: hydro.river?.relinked ?? [],
    cut: hydro.river?.cut ?? [],
    turbine_limits: turbineLimits(study),
    warnings: study.usage.warnings,
    totals: totalsOf(study),
    files: fileReports(study),
  };
  return { files: [...files.files, json('import-report.json', report)], report };
}

function busIdsIn(study: Study) {
  const ids = busIds(study);
  return study.deck.system.subsystems.map(({ code, name }) => ({ id: ids.get(code)!, code, name }));
}

/** What a model of the hydro plants gives to a case. */
export interface HydroPart {
  readonly river: River | null;
  readonly ids: readonly { id: number; code: number; name: string }[];
  readonly hydros: readonly object[];
  readonly production: readonly object[];
  readonly bounds: readonly Row[];
  readonly geometry: readonly Row[];
  readonly history: readonly Row[];
  readonly recent: readonly object[];
  readonly storage: readonly object[];
  readonly filling: readonly object[];
}

type Row = Readonly<Record<string, unknown>>;

function individual(study: Study): HydroPart {
  const river = riverOf(study);
  return {
    river,
    ids: river.plants.map(({ id, plant, name }) => ({ id, code: plant.code, name })),
    ...hydroFiles(study, river),
    history: historyRows(study, river),
    recent: recentRows(study, river),
    ...initialStorage(study, river),
  };
}

/** By plant, or by equivalent reservoir where the deck says so. A plant that fills has a share of its dead volume. */
function initialStorage({ deck, usage }: Study, river: River) {
  const byReservoir = deck.general.storageFromPlants === 0;
  if (byReservoir)
    usage.warn(
      'initial-energy',
      'Initial storage is given by equivalent reservoir (DGER, line 24) and shared out evenly',
    );
  const order = deck.reservoirs.map(({ code }) => code);
  const share = ({ plant }: River['plants'][number]) =>
    (byReservoir
      ? (deck.general.storedEnergyByReservoir[order.indexOf(plant.reservoir)] ?? 0)
      : (plant.initialVolume ?? 0)) / 100;
  const volume = (entry: River['plants'][number]) => {
    const { min, max } = storageOf(entry.plant);
    return min + Math.min(1, share(entry)) * (max - min);
  };
  const fills = ({ filling, entry }: River['plants'][number]) => filling !== null && entry !== null;
  return {
    storage: river.plants
      .filter((entry) => !fills(entry))
      .map((entry) => ({ hydro_id: entry.id, value_hm3: volume(entry) })),
    filling: river.plants.filter(fills).map(({ id, plant }) => ({
      hydro_id: id,
      value_hm3: ((plant.expansion?.filling?.filled ?? 0) / 100) * storageOf(plant).min,
    })),
  };
}

function caseOf(study: Study, hydro: HydroPart) {
  const { buses, loads, factors } = busFiles(study);
  const { lines, bounds: lineBounds } = lineFiles(study);
  const { ids: thermalIds, thermals, bounds: thermalBounds, commitments } = thermalFiles(study);
  const sources = sourceFiles(study);
  const generic = constraintFiles(study, hydro.river);
  const files = [
    json('config.json', configFile(study)),
    json('stages.json', stagesFile(study)),
    json('penalties.json', penaltiesFile(study)),
    json('initial_conditions.json', {
      storage: hydro.storage,
      filling_storage: hydro.filling,
      recent_observations: hydro.recent,
      ...(commitments.length > 0 ? { past_anticipated_commitments: commitments } : {}),
    }),
    json('system/buses.json', { buses }),
    json('system/lines.json', { lines }),
    json('system/hydros.json', { hydros: hydro.hydros }),
    json('system/hydro_production_models.json', { production_models: hydro.production }),
    json('system/thermals.json', { thermals }),
    json('system/non_controllable_sources.json', { non_controllable_sources: sources.sources }),
    json('scenarios/load_factors.json', { load_factors: factors }),
    json('scenarios/non_controllable_factors.json', { non_controllable_factors: sources.factors }),
    ...(generic.constraints.length > 0
      ? [json('constraints/generic_constraints.json', { constraints: generic.constraints })]
      : []),
    ...table('genericBounds', generic.bounds),
    ...table('hydroGeometry', hydro.geometry),
    ...table('hydroBounds', hydro.bounds),
    ...table('lineBounds', lineBounds),
    ...table('thermalBounds', thermalBounds),
    ...table('inflowHistory', hydro.history),
    ...table('loadStats', loads),
    ...table('ncsStats', sources.stats),
  ];
  return { files, thermalIds };
}

type TableKey =
  | 'genericBounds'
  | 'hydroGeometry'
  | 'hydroBounds'
  | 'lineBounds'
  | 'thermalBounds'
  | 'inflowHistory'
  | 'loadStats'
  | 'ncsStats';

const json = (path: string, value: object): ImportedFile => ({ path, content: `${JSON.stringify(value, null, 1)}\n` });

/** A table without rows is no file. */
function table(key: TableKey, rows: readonly Row[]): ImportedFile[] {
  const { path, table: declaration } = caseFiles[key];
  return rows.length === 0 ? [] : [{ path, content: currentTable(declaration, rows) }];
}
