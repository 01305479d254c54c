/**
 * A small deck of our own with every file that is read: two subsystems and a fictitious one, five hydro plants (a twin that
 * carries a link into another equivalent reservoir, one that grows, one that is still to be built), three thermals (one
 * decided ahead, one that grows), two blocks. The study goes from November 2030 to December 2031.
 */
import { flowsFile, type RegisterEntry, registerFile } from './binary-files.js';
import { columns, latin1, lines, months } from './columns.js';
import { smallSystem } from './small-system.js';
import { smallThermals } from './small-thermals.js';

/** SERRA: level 100 + 0.1·v over 100…300 hm³, on the mean 120 m; less 20 m of tailrace and 2 %: 98 m at 0.01 = 0.98. */
const serra: RegisterEntry = {
  ...{ code: 1, name: 'SERRA', gauge: 1, volumes: [100, 300, 200], level: [100, 0.1], area: 10, evaporation: 30 },
  ...{ machines: [2, 50, 60, 98], specific: 0.01, loss: [1, 2], tailrace: 20, outages: [10, 5], minFlow: 5 },
  regulation: 'M',
};
/** PEDRA: run of river, 60 m at 50 hm³ less 40 m: 20 m at 0.01 = 0.2. */
const pedra: RegisterEntry = {
  ...{ code: 2, name: 'PEDRA', gauge: 2, volumes: [40, 60, 50], level: [60, 0], area: 2, evaporation: 0 },
  ...{ machines: [1, 10, 60, 20], specific: 0.01, loss: [2, 0], tailrace: 40, outages: [0, 0], minFlow: 2 },
  regulation: 'D',
};
/** FOZ: 50 m less 10 m of tailrace and 1 m of loss: 39 m at 0.01 = 0.39. */
const foz: RegisterEntry = {
  ...{ code: 3, name: 'FOZ', gauge: 3, volumes: [100, 200, 150], level: [50, 0], area: 5, evaporation: 10 },
  ...{ machines: [2, 30, 80, 39], specific: 0.01, loss: [2, 1], tailrace: 10, outages: [0, 0], minFlow: 8 },
  regulation: 'M',
};
const twin: RegisterEntry = { ...serra, code: 4, name: 'FICT.SERRA', specific: 0, machines: [0, 0, 0, 0] };
const nova: RegisterEntry = {
  ...{ code: 5, name: 'NOVA', gauge: 5, volumes: [20, 40, 30], level: [30, 0], area: 1, evaporation: 0 },
  ...{ machines: [1, 5, 20, 25], specific: 0.01, loss: [2, 0], tailrace: 5, outages: [0, 0], minFlow: 0 },
  regulation: 'M',
};
export const register = [serra, pedra, foz, twin, nova];

/** Natural flows of five years: 20 at PEDRA, 50 at SERRA, 90 at FOZ, 10 at NOVA, and one more in every later year. */
const natural: Readonly<Record<number, number>> = { 1: 50, 2: 20, 3: 90, 5: 10 };
export const flow = (month: number, gauge: number): number => {
  const base = natural[gauge];
  return base === undefined ? 0 : base + Math.floor(month / 12) + (month % 12);
};

const plant = (...[code, name, gauge, downstream, reservoir, initial, status, modified]: PlantWords): string =>
  columns(
    ...([
      [1, 5, code],
      [6, 18, name],
      [19, 23, gauge],
      [25, 29, downstream],
      [30, 34, reservoir],
    ] as const),
    ...([
      [35, 41, initial],
      [44, 46, status],
      [49, 53, modified],
      [58, 62, 2020],
      [67, 71, 2024],
    ] as const),
  );
type PlantWords = [number, string, number, number, number, number, string, number];

const past = (gauge: number, name: string, value: number) =>
  columns([1, 5, gauge], [6, 18, name], ...months(18, 10, 10, value));

const hydros: Readonly<Record<string, string>> = {
  'CONFHD.DAT': lines(
    ' NUM  NOME         POSTO JUS   REE V.INIC U.EXIS MODIF INIC.HIST FIM HIST',
    ' XXXX XXXXXXXXXXXX XXXX  XXXX XXXX XXX.XX XXXX   XXXX     XXXX     XXXX',
    plant(1, 'SERRA', 1, 0, 1, 25, 'EX', 1),
    plant(2, 'PEDRA', 2, 1, 1, 0, 'EX', 0),
    plant(3, 'FOZ', 3, 0, 2, 50, 'EE', 1),
    plant(4, 'FICT.SERRA', 1, 3, 2, 25, 'EX', 0),
    plant(5, 'NOVA', 5, 3, 2, 0, 'NE', 0),
  ),
  'REE.DAT': lines(
    ' REES X SUBMERCADOS',
    ' NUM|NOME REES.| SUBM',
    ' XXX|XXXXXXXXXX|  XXX',
    columns([1, 4, 1], [5, 15, 'ALTO'], [18, 21, 1]),
    columns([1, 4, 2], [5, 15, 'BAIXO'], [18, 21, 2]),
    ' 999',
  ),
  'MODIF.DAT': lines(
    ' P.CHAVE  MODIFICACOES E INDICES',
    ' XXXXXXXX XXXXXXXXXXXXXXXXXXXXX',
    ' USINA    1                     SERRA',
    ' VAZMIN       7',
    " VMAXT    11 2030  50.000 '%'",
    " VMAXT     2 2031  250.00 'h'",
    ' VAZMINT   6 2031   9.00',
    ' TURBMAXT 12 2030  90.0 80.0',
    ' USINA    3                     FOZ',
    ' NUMMAQ   1 1',
    ' CFUGA     3 2031  11.0',
    ' 9999',
  ),
  'EXPH.DAT': lines(
    'COD  NOME        ENCHIMENTO  VOLUME MORTO    DATA    POT.   MQ CJ',
    '                  INICIO    DUR.MESES  %    ENTRADA',
    'XXXX XXXXXXXXXXXX XX/XXXX      XX     XX.X  XX/XXXX XXXX.X',
    columns([0, 4, 3], [5, 17, 'FOZ'], [44, 51, ' 4/2031'], [52, 58, 30], [60, 62, 2], [64, 65, 1]),
    '9999',
    columns([0, 4, 5], [5, 17, 'NOVA'], [18, 25, ' 1/2031'], [31, 33, 2], [35, 42, 50]),
    columns([44, 51, ' 5/2031'], [52, 58, 5], [60, 62, 1], [64, 65, 1]),
    '9999',
  ),
  'VAZPAST.DAT': lines(
    '*',
    '*',
    ' MESPLAN=  11  ANOPLAN= 2030',
    past(1, 'SERRA', 40),
    past(2, 'PEDRA', 15),
    past(3, 'FOZ', 80),
    past(5, 'NOVA', 9),
  ),
  'DSVAGUA.DAT': lines(
    'ANO  USIN    JAN    FEV',
    'XXXX  XXX XXXX.X XXXX.X',
    columns([0, 4, 2030], [6, 9, 1], ...months(9, 7, 7, -1), [94, 98, 1], [103, 120, 'SERRA']),
    columns([0, 4, 2031], [6, 9, 1], ...months(9, 7, 7, -1.5)),
    columns([0, 4, 2031], [6, 9, 1], ...months(9, 7, 7, -0.5)),
    columns([0, 4, 2031], [6, 9, 4], ...months(9, 7, 7, -2)),
    '9999',
  ),
  'GHMIN.DAT': lines(
    'UH   ME ANO   P  MWmedio',
    'XXX  XX XXXX  X  XXXX.X',
    columns([0, 3, 3], [5, 7, 12], [8, 12, 2030], [14, 15, 0], [17, 23, 5]),
    columns([0, 3, 3], [5, 7, 1], [8, 12, 2031], [14, 15, 2], [17, 23, 4]),
    '999',
  ),
};

export type Edits = Readonly<Record<string, ((text: string) => string) | Uint8Array | null>>;

/** The deck as bytes by name. An edit changes the text of a file, gives its bytes, or (null) takes it away. */
export function smallDeck(edits: Edits = {}): Map<string, Uint8Array> {
  const texts = { ...hydros, ...smallSystem, ...smallThermals };
  const deck = new Map(Object.entries(texts).map(([name, text]) => [name, latin1(text)]));
  deck.set('hidr.dat', registerFile(register));
  deck.set('Vazoes.dat', flowsFile(72, flow));
  for (const [name, edit] of Object.entries(edits)) {
    if (edit === null) deck.delete(name);
    else if (edit instanceof Uint8Array) deck.set(name, edit);
    else deck.set(name, latin1(edit(Buffer.from(deck.get(name)!).toString('latin1'))));
  }
  return deck;
}
