/** From the bytes of a folder to a deck. Every file that cannot be read is told at once, each with its first fault. */
import { createHash } from 'node:crypto';
import { Fault } from '@quadrivium/kernel/fault';
import { readCostClasses } from '../readers/clast.js';
import { readGeneral } from '../readers/dger.js';
import { readFormulas } from '../readers/electrical-csv.js';
import { readExpansions } from '../readers/exph.js';
import { readRegister } from '../readers/hidr.js';
import { readPlants, readReservoirs } from '../readers/hydro-configuration.js';
import { readElectricalLimits, readInterchangeGroups, readPenalties } from '../readers/limits.js';
import { type DeckFile, isBlank, isEndMark, linesOf } from '../readers/line.js';
import { readModifications } from '../readers/modif.js';
import { readBlocks } from '../readers/patamar.js';
import { readHistoricalYears, readLosses, readRiskAversion, readSafetyCurve } from '../readers/risk.js';
import { readSystem } from '../readers/sistema.js';
import {
  readAnticipated,
  readMaintenance,
  readThermalChanges,
  readThermalData,
  readThermals,
} from '../readers/thermals.js';
import { readFlows } from '../readers/vazoes.js';
import { readPastFlows, readPlannedMonth } from '../readers/vazpast.js';
import { readAdditionalLoads, readMinimumGeneration, readWithdrawals } from '../readers/water-and-load.js';
import { checkDeck } from './checks.js';
import type { Deck, ReadFile, Recognised } from './deck.js';
import type { Doubt } from './doubt.js';
import { doubtsOf } from './doubts.js';
import { brokenOff, endOf, openEnds } from './end-marks.js';
import { deckFiles, type FileKey, formulaFile, indexDoubts, indexName, indexOf, isListed, titles } from './files.js';
import { checkWhole } from './whole.js';

/** Files by the name they have on disk. */
export type DeckBytes = ReadonlyMap<string, Uint8Array>;

/** What lies beside the deck and is not read, such as the cuts of an earlier run. */
export interface OtherFile {
  readonly name: string;
  readonly bytes: number;
}

export function readDeck(bytes: DeckBytes, others: readonly OtherFile[] = []): Deck {
  const folder = new Folder(bytes);
  const blocks = folder.needed('PATAMAR', readBlocks);
  const general = folder.needed('DGER', readGeneral);
  const deck = {
    general,
    system: folder.needed('SISTEMA', readSystem),
    plants: folder.needed('CONFHD', readPlants),
    reservoirs: folder.needed('REE', readReservoirs),
    register: folder.needed('HIDR', readRegister),
    flows: folder.needed('VAZOES', (file) => readFlows(file, general && monthsOfHistory(general))),
    thermals: folder.needed('CONFT', readThermals),
    thermalData: folder.needed('TERM', readThermalData),
    costs: folder.needed('CLAST', readCostClasses),
    blocks,
    pastFlows: folder.used('VAZPAST', readPastFlows, []),
    plannedMonth: folder.used('VAZPAST', readPlannedMonth, null),
    modifications: folder.used('MODIF', readModifications, []),
    expansions: folder.used('EXPH', readExpansions, []),
    thermalChanges: folder.used('EXPT', readThermalChanges, []),
    maintenance: folder.used('MANUTT', readMaintenance, []),
    anticipated: folder.used('ADTERM', (file) => readAnticipated(file, blocks?.count ?? 3), []),
    additionalLoads: folder.used('C_ADIC', readAdditionalLoads, []),
    withdrawals: folder.used('DSVAGUA', readWithdrawals, []),
    minimumGeneration: folder.used('GHMIN', readMinimumGeneration, []),
    groups: folder.used('AGRINT', (file) => readInterchangeGroups(file, blocks?.count ?? 3), {
      members: [],
      limits: [],
    }),
    electrical: folder.used('RE', readElectricalLimits, { sets: [], limits: [] }),
    formulas: folder.named(formulaFile, readFormulas, { formulas: [], limits: [], horizons: [] }),
    penalties: folder.used('PENALID', readPenalties, []),
    risk: folder.used('CVAR', readRiskAversion, null),
    safetyCurve: folder.used('CURVA', readSafetyCurve, { penalties: [], curves: [] }),
    losses: folder.used('LOSS', readLosses, { other: [], interchange: [] }),
    recognised: folder.recognised(),
    historicalYears: folder.used('SHIST', readHistoricalYears, null),
    files: [...folder.files(), ...others.map(notRead)],
  };
  const ends = folder.ends();
  folder.refuseFaults();
  const read = { ...deck, doubts: [] } as unknown as Deck;
  checkDeck(read);
  checkWhole(read);
  return { ...read, doubts: [...ends, ...doubtsOf(read)] };
}

/** The longest file of flows that a deck can have: up to the end of the year its study starts in. */
const monthsOfHistory = ({ firstYear, firstYearOfHistory }: Deck['general']): number =>
  12 * (firstYear - (firstYearOfHistory ?? 1931) + 1);

const notRead = ({ name, bytes }: OtherFile): ReadFile => ({
  name,
  bytes,
  sha256: null,
  lines: null,
  key: null,
  need: null,
});

class Folder {
  readonly #bytes: DeckBytes;
  readonly #index: ReadonlyMap<FileKey, string>;
  readonly #doubts: readonly Doubt[];
  readonly #faults: Fault[] = [];

  constructor(bytes: DeckBytes) {
    this.#bytes = bytes;
    const index = this.#find(indexName(this.#find('CASO.DAT'))) ?? this.#find('ARQUIVOS.DAT');
    this.#index = this.#kept(() => indexOf(index)) ?? indexOf(undefined);
    this.#doubts = indexDoubts(index);
  }

  needed<Content>(key: FileKey, read: (file: DeckFile) => Content): Content | undefined {
    const file = this.#file(key);
    if (file !== undefined) return this.#kept(() => read(file));
    const name = this.#index.get(key) ?? key;
    this.#faults.push(
      new Fault('MissingFile', `The deck has no ${name}`, {
        context: { file: name },
        suggestion: isListed(key)
          ? `Add ${name}, or correct the name of ${key} in ARQUIVOS.DAT.`
          : `Add ${name}; it is looked for by this name.`,
      }),
    );
    return undefined;
  }

  used<Content>(key: FileKey, read: (file: DeckFile) => Content, otherwise: Content): Content | undefined {
    const file = this.#file(key);
    return file === undefined ? otherwise : this.#kept(() => read(file));
  }

  named<Content>(name: string, read: (file: DeckFile) => Content, otherwise: Content): Content | undefined {
    const file = this.#find(name);
    return file === undefined ? otherwise : this.#kept(() => read(file));
  }

  recognised(): Recognised[] {
    return (Object.entries(titles) as [FileKey, number][]).flatMap(([key, count]) => {
      const file = this.#file(key);
      const lines = file === undefined ? [] : linesOf(file).slice(count);
      return lines
        .filter((line) => !isBlank(line) && !isEndMark(line))
        .map(({ file: name, line }) => ({ key, origin: { file: name, line } }));
    });
  }

  /** What the ends of files say; one that is not even closed comes before what follows from it. */
  ends(): Doubt[] {
    const files = deckFiles
      .filter(([key, need]) => /^(needed|used)$/.test(need) && !/^(HIDR|VAZOES)$/.test(key))
      .flatMap(([key]) => {
        const file = this.#file(key);
        return file === undefined ? [] : [[key, file] as const];
      });
    const found = files.map(([key, file]) => endOf(key, file));
    this.#faults.unshift(...found.flatMap(({ fault }) => fault ?? []));
    const formulas = this.#find(formulaFile);
    const torn = formulas ? brokenOff(formulas) : [];
    return [...this.#doubts, ...found.flatMap(({ doubts }) => doubts), ...torn, ...openEnds(files)];
  }

  /** The first fault, with all others beside it. */
  refuseFaults(): void {
    const [first] = this.#faults;
    if (first === undefined) return;
    const errors = this.#faults.map(({ kind, message, context, suggestion }) => ({
      kind,
      message,
      context,
      suggestion,
    }));
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more files cannot be read)` : '';
    throw new Fault(first.kind, `${first.message}${more}`, {
      context: { ...first.context, errors },
      suggestion: first.suggestion ?? 'Correct the deck.',
    });
  }

  files(): ReadFile[] {
    const keys = new Map(deckFiles.map(([key, need]) => [this.#file(key)?.name, { key, need }] as const));
    return [...this.#bytes]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, bytes]) => ({
        name,
        bytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        lines: /hidr|vazoes/i.test(name) ? null : linesOf({ name, bytes }).length,
        key: keys.get(name)?.key ?? null,
        need: keys.get(name)?.need ?? null,
      }));
  }

  #file(key: FileKey): DeckFile | undefined {
    return this.#find(this.#index.get(key) ?? `${key}.DAT`) ?? this.#find(`${key}.DAT`);
  }

  /** Names on disk may differ in case from those the deck gives. */
  #find(name: string): DeckFile | undefined {
    const wanted = name.toLowerCase();
    const found = [...this.#bytes].find(([known]) => known.toLowerCase() === wanted);
    return found && { name: found[0], bytes: found[1] };
  }

  #kept<Content>(read: () => Content): Content | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.#faults.push(error);
      return undefined;
    }
  }
}
