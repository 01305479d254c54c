/** The thermal files of the small deck. */
import { columns, lines } from './columns.js';

const entry = (code: number, name: string, subsystem: number, status: string, costClass: number) =>
  columns([1, 5, code], [6, 18, name], [21, 25, subsystem], [30, 32, status], [35, 39, costClass]);
const data = (code: number, name: string, power: number, minimum: readonly number[]) =>
  columns(
    ...([
      [1, 4, code],
      [5, 17, name],
      [19, 24, power],
      [25, 29, 100],
      [31, 37, 10],
      [38, 44, 20],
    ] as const),
    ...minimum.map((value, k) => [45 + 7 * k, 51 + 7 * k, value] as const),
  );
const always = (first: number, later: number) => [...Array.from({ length: 12 }, () => first), later];
const change = (code: number, kind: string, value: number, from: string, to = '') =>
  columns([0, 4, code], [5, 10, kind], [11, 19, value], [20, 27, from], [28, 35, to]);

export const smallThermals: Readonly<Record<string, string>> = {
  'CONFT.DAT': lines(
    ' NUM  NOME           SSIS  U.EXIS CLASSE',
    ' XXXX XXXXXXXXXXXX   XXXX     XX   XXXX',
    entry(1, 'CARVÃO', 1, 'EX', 1),
    entry(2, 'GAS', 2, 'EX', 2),
    entry(3, 'NOVO', 2, 'NE', 2),
  ),
  'TERM.DAT': lines(
    ' NUM NOME          POT  FCMX    TEIF   IP',
    ' XXX XXXXXXXXXXXX  XXXX. XXX.  XXX.XX XXX.XX',
    data(1, 'CARVÃO', 100, always(20, 10)),
    data(2, 'GAS', 50, always(0, 0)),
    data(3, 'NOVO', 40, always(0, 0)),
  ),
  'CLAST.DAT': lines(
    ' NUM  NOME CLASSE  TIPO COMB.  CUSTO   CUSTO',
    ' XXXX XXXXXXXXXXXX XXXXXXXXXX XXXX.XX XXXX.XX',
    columns([1, 5, 1], [6, 18, 'CARVAO'], [19, 29, 'Carvao'], [30, 37, 80], [38, 45, 85]),
    columns([1, 5, 2], [6, 18, 'GAS'], [19, 29, 'Gas'], [30, 37, 1150.25], [38, 45, 1200.75]),
    ' 9999',
    ...[' NUM     CUSTO', ' XXXX   XXXX.XX  XX XXXX  XX XXXX'],
    columns([1, 5, 1], [8, 15, 70], [17, 24, '12 2030'], [26, 33, '01 2031']),
    ' 9999',
  ),
  'EXPT.DAT': lines(
    ...['NUM   TIPO   MODIF  MI ANOI MF ANOF', 'XXXX XXXXX XXXXXXXX XX XXXX XX XXXX'],
    change(3, 'POTEF', 40, ' 2 2031', '10 2031'),
    change(3, 'GTMIN', 8, ' 2 2031'),
    '9999',
  ),
  'MANUTT.DAT': lines(
    ...['EMPRESA          COD USINA           UNTDDMMAAAA DUR.    POT.', 'XXAAAAAAAAAAA    XXX'],
    columns([17, 20, 1], [20, 33, 'CARVAO'], [37, 39, 1], [40, 48, '16112030'], [49, 52, 15], [55, 62, 40]),
    ' 9999',
  ),
  'ADTERM.DAT': lines(
    ...[' IUTE  NOME TERMICA LAG', ' XXXX  XXXXXXXXXXXX  X  XXXXXXX.XX'],
    columns([1, 5, 2], [7, 19, 'GAS'], [21, 22, 1]),
    columns([24, 34, 30], [36, 46, 10]),
    ' 9999',
  ),
};
