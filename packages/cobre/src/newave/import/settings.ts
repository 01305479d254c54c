/** What becomes of every line of DGER: it has an effect, or a reason why it has none. */
import type { FileKey } from '../deck/files.js';
import type { Setting } from '../readers/dger.js';
import type { Study } from './study.js';

type Effect = true | string;

const smaller = '--scale small has numbers of its own';
const offered = 'the training stops after its iterations; stopping_rules of the case can say otherwise';

/** By construction complete: a setting that is read without an entry here does not compile. */
function effects({ deck: { general }, options }: Study): Record<Setting, Effect> {
  const atScale: Effect = options.scale === 'deck' || smaller;
  return {
    ...{ title: true, runType: true, periodMonths: true, studyYears: true, firstMonth: true, firstYear: true },
    preStudyYears: 'years before the study are no stages',
    postStudyYears: options.post === 'deck' || 'after the study; --post deck appends those years',
    postStudyYearsSimulated: 'the simulation has the stages of the training',
    ...{ iterations: atScale, forwardPasses: atScale, openings: true, series: atScale },
    ...{ largestOrder: true, firstYearOfHistory: true, storageFromPlants: true },
    storedEnergyByReservoir: general.storageFromPlants === 0 || 'initial storage is that of the plants (line 22)',
    ...{ discountRate: true, finalSimulation: true },
    leastIterations: offered,
    ...{ maintenanceYears: true, losses: true, durationsByYear: true, withdrawals: true },
    ...{ itaipu: true, bid: true, elNino: true },
    withdrawalsByStorage: 'withdrawals do not depend on storage in a case',
    ...{ safetyCurve: true, interchangeGroups: true, additionalLoads: true },
    ...{ upperStep: offered, lowerStep: offered, stepsInARow: offered },
    ...{ anticipatedGas: true, minimumGeneration: true, riskSurface: true, cvar: true },
    ...{ ignoresMinimumOutflow: true, electricalLimits: true },
    cutSelection: 'cuts are selected as config.json of the case says',
  };
}

/** Newer programs let inflows depend on the mean of the year before as well (PAR(p)-A); null where it is off. */
export const annualTerm = ({ general }: Study['deck']) =>
  general.later.find(({ label }) => /^AFLU\w* ANUAL/i.test(label)) ?? null;

export function useSettings(study: Study): void {
  const { general } = study.deck;
  const annual = annualTerm(study.deck);
  if (annual) study.usage.use({ origin: { file: general.origin.file, line: annual.line } });
  for (const [name, effect] of Object.entries(effects(study)) as [Setting, Effect][]) {
    const origin = general.origins[name];
    if (origin === null) continue;
    if (effect === true) study.usage.use({ origin });
    else study.usage.ignore({ origin }, effect);
  }
  for (const origin of general.others)
    study.usage.ignore({ origin }, 'what the official program prints, or how it computes; a case has no such setting');
}

/** Files that a switch asks for. */
const askedFor: readonly (readonly [Setting, FileKey])[] = [
  ['maintenanceYears', 'MANUTT'],
  ['losses', 'LOSS'],
  ['withdrawals', 'DSVAGUA'],
  ['safetyCurve', 'CURVA'],
  ['interchangeGroups', 'AGRINT'],
  ['additionalLoads', 'C_ADIC'],
  ['anticipatedGas', 'ADTERM'],
  ['minimumGeneration', 'GHMIN'],
  ['riskSurface', 'SAR'],
  ['cvar', 'CVAR'],
  ['electricalLimits', 'RE'],
];

/** Of those files, whether they say anything at all; one that was cut behind its titles does not. */
const saysNothing: Partial<Record<FileKey, (deck: Study['deck']) => boolean>> = {
  MANUTT: ({ maintenance }) => maintenance.length === 0,
  LOSS: ({ losses }) => losses.interchange.length + losses.other.length === 0,
  DSVAGUA: ({ withdrawals }) => withdrawals.length === 0,
  CURVA: ({ safetyCurve }) => safetyCurve.curves.length === 0,
  AGRINT: ({ groups }) => groups.members.length === 0,
  C_ADIC: ({ additionalLoads }) => additionalLoads.length === 0,
  ADTERM: ({ anticipated }) => anticipated.length === 0,
  GHMIN: ({ minimumGeneration }) => minimumGeneration.length === 0,
  RE: ({ electrical, formulas }) => electrical.sets.length + formulas.formulas.length === 0,
};

/** Switches that ask for something the import does not do: told, so that nobody takes silence for yes. */
const notDone: readonly (readonly [Setting, code: string, message: string])[] = [
  [
    'riskSurface',
    'sar',
    'The risk-aversion surface (SAR) is on and is not imported: the official program pays for storage below its targets at the end of the dry season, the case is averse to risk by its CVaR alone, so that reservoirs may be drawn lower and dry months be cheaper than in its results',
  ],
  [
    'itaipu',
    'itaipu',
    'The restriction of Itaipu (ITAIPU: its machines of 50 Hz and what ANDE takes of them) is on and is not imported: the case may use all of Itaipu in Brazil, so that it has more energy in the Sudeste than the official program',
  ],
  [
    'bid',
    'bid',
    'Monthly bids (BID) are on and are not imported: the case serves the load that SISTEMA and C_ADIC give, whatever was bid',
  ],
  [
    'elNino',
    'el-nino',
    'Inflows that depend on El Niño (ELNINO) are on and are not imported: inflows of the case follow from their own past alone',
  ],
  [
    'withdrawalsByStorage',
    'withdrawals-by-storage',
    'The official program corrects the energy of withdrawals by storage; the case takes the water of DSVAGUA out of each plant, at any storage',
  ],
];

/** Files that only a switch brings to life, and where it stands. */
export const switches: Partial<Record<FileKey, readonly [Setting, line: number]>> = {
  ...{
    SAR: ['riskSurface', 60],
    ITAIPU: ['itaipu', 35],
    BID: ['bid', 36],
    ELNINO: ['elNino', 38],
    ENSOAUX: ['elNino', 38],
  },
};

export function switchWarnings({ deck, usage }: Study): void {
  const { general, files } = deck;
  const at = (name: Setting) => ({ origin: general.origins[name] ?? general.origin });
  for (const [name, key] of askedFor) {
    if (!general[name]) continue;
    if (!files.some((file) => file.key === key))
      usage.warn('missing-file', `The deck asks for ${key} and has no such file`, at(name));
    else if (saysNothing[key]?.(deck))
      usage.warn('empty-file', `The deck asks for ${key} and that file has no records`, at(name));
  }
  for (const [name, code, message] of notDone) if (general[name]) usage.warn(code, message, at(name));
  if (general.runType === 0)
    usage.warn(
      'simulation-only',
      'The deck asks for a final simulation only; the case trains a policy first',
      at('runType'),
    );
  if ((general.periodMonths ?? 1) !== 1)
    usage.warn('period', `Periods of ${general.periodMonths} months are taken for single months`, at('periodMonths'));
  if ((general.finalSimulation ?? 1) > 1)
    usage.warn('final-simulation', 'The final simulation is made with synthetic series', at('finalSimulation'));
  for (const { line, label, value } of general.later) {
    if (line === annualTerm(deck)?.line) continue;
    usage.warn('newer-switch', `'${label}' is ${value} and has no effect on the case`, {
      origin: { file: general.origin.file, line },
    });
  }
}
