/** The files of the small deck about the system: settings, loads, blocks, limits, risk. */
import { columns, lines, months, type Placed } from './columns.js';

const setting = (label: string, value: string | number): string =>
  columns([0, 21, label], [21, 25, typeof value === 'number' ? value : value.padStart(4)]);

/** By line of DGER; lines between them are blank. */
const settings: Readonly<Record<number, string>> = {
  1: 'SMALL DECK OF OUR OWN',
  2: setting('TIPO DE EXECUCAO', 1),
  3: setting('DURACAO DO PERIODO', 1),
  4: setting('No. DE ANOS DO EST', 2),
  6: setting('MES INICIO DO ESTUDO', 11),
  7: setting('ANO INICIO DO ESTUDO', 2030),
  9: setting('No. DE ANOS POS', 1),
  16: setting('No MAX. DE ITER.', 5),
  17: setting('No DE SIM. FORWARD', 3),
  18: setting('No DE ABERTURAS', 4),
  19: setting('No DE SERIES SINT.', 10),
  20: setting('ORDEM MAX. PAR(P)', 1),
  21: setting('ANO INICIAL HIST.', 2020),
  22: setting('CALCULA VOL.INICIAL', 1),
  26: setting('TAXA DE DESCONTO-%', '10.0'),
  33: setting('No. ANOS MANUT.', 1),
  37: setting('PERDAS P/ TRANSMISSAO', 1),
  40: setting('DURACAO POR PATAMAR', 1),
  41: setting('OUTROS USOS DA AGUA', 1),
  47: setting('AGRUPAMENTO LIVRE', 1),
  51: setting('CONS. CARGA ADICIONAL', 1),
  55: setting('DESP. ANTEC.  GNL', 1),
  57: setting('CONSIDERA GHMIN', 1),
  61: setting('CVAR', 1),
  64: setting('RESTRICOES ELETRICAS', 1),
};

const indexed = [
  ...['DGER', 'SISTEMA', 'CONFHD', 'MODIF', 'CONFT', 'TERM', 'CLAST', 'EXPH', 'EXPT', 'PATAMAR', 'CORTES', 'CORTESH'],
  ...['PMO', 'PARP', 'FORWARD', 'FORWARH', 'SHIST', 'MANUTT', 'NEWDESP', 'VAZPAST', 'ITAIPU', 'BID', 'C_ADIC', 'LOSS'],
  ...[
    'GTMINPAT',
    'ELNINO',
    'ENSOAUX',
    'DSVAGUA',
    'PENALID',
    'CURVA',
    'AGRINT',
    'ADTERM',
    'GHMIN',
    'SAR',
    'CVAR',
    'REE',
  ],
  ...['RE'],
];

/** November and December of the first year; its other months are before the study and blank. */
const first = (value: number): (number | null)[] => Array.from({ length: 12 }, (_, k) => (k < 10 ? null : value));
const year = (y: number | string, values: number | readonly (number | null)[]) =>
  columns([0, 4, y], ...months(7, 7, 8, values));
const factors = (y: number | '', values: number): string => columns([3, 7, y], ...months(8, 6, 7, values));
const durations = (y: number | '', values: number): string => columns([0, 4, y], ...months(6, 6, 8, values));
const blockTable = (heavy: number, light: number) => [
  ...[factors(2030, heavy), factors('', light), factors(2031, heavy), factors('', light)],
];
const subsystem = (code: number, name: string, fictitious: number, cost: readonly Placed[]) =>
  columns([1, 4, code], [5, 15, name], [17, 18, fictitious], ...cost);
const deficit: Placed[] = [
  [19, 26, '3000.00'],
  [27, 34, '   0.00'],
  [51, 56, '1.000'],
  [57, 62, '0.000'],
];
const loss = (y: number | '') => columns([6, 10, y], ...months(14, 5, 6, 0.02));
const share = (y: number | string, value: number) => columns([0, 5, ` ${y}`], ...months(7, 5, 7, value));

export const smallSystem: Readonly<Record<string, string>> = {
  'CASO.DAT': lines('Arquivos.dat'),
  'ARQUIVOS.DAT': lines(...indexed.map((name) => `${name.padEnd(28)}: ${name}.DAT`)),
  'DGER.DAT': lines(...Array.from({ length: 66 }, (_, k) => settings[k + 1] ?? '')),
  'SISTEMA.DAT': lines(
    ...[
      ' PATAMAR DE DEFICIT',
      ' NUMERO DE PATAMARES DE DEFICIT',
      ' XXX',
      '   1',
      ' CUSTO DO DEFICIT',
      ' NUM|',
      ' XXX|',
    ],
    subsystem(1, 'NORTE', 0, deficit),
    subsystem(2, 'SUL', 0, deficit),
    subsystem(11, 'NO', 1, []),
    ' 999',
    ...[' LIMITES DE INTERCÂMBIO', ' A   B', ' XXX XXX'],
    columns([1, 4, 1], [5, 8, 2], [23, 24, 0]),
    ...[year(2030, first(40)), year(2031, 50), '', year(2030, first(20)), year(2031, 99999)],
    columns([1, 4, 2], [5, 8, 11], [23, 24, 0]),
    ...[year(2030, first(10)), year(2031, 10), '', year(2030, first(10)), year(2031, 10)],
    ' 999',
    ...[' MERCADO DE ENERGIA TOTAL', ' XXX', '       XXXJAN.'],
    columns([1, 4, 1]),
    ...[year(2030, first(100)), year(2031, 110), year('POS', 120)],
    columns([1, 4, 2]),
    ...[year(2030, first(60)), year(2031, 62), year('POS', 65)],
    ' 999',
    ...[' GERACAO DE USINAS NAO SIMULADAS', ' XXX', '       XXXJAN.'],
    columns([1, 4, 1]),
    ...[year(2030, first(10)), year(2031, 12)],
    columns([1, 4, 2], [6, 9, 2], [11, 31, 'EOL']),
    ...[year(2030, first(5)), year(2031, 6)],
    ' 999',
  ),
  'PATAMAR.DAT': lines(
    ...[' NUMERO DE PATAMARES', ' XX', '  2', 'ANO   DURACAO', '      JAN', '      X.XXXX'],
    ...[durations(2030, 0.25), durations('', 0.75), durations(2031, 0.25), durations('', 0.75)],
    ...[' SUBSISTEMA', ' XXX', '    ANO', '   XXXX', columns([1, 4, 1]), ...blockTable(1.3, 0.9)],
    ...[columns([1, 4, 2]), ...blockTable(1.3, 0.9), '9999'],
    ...[' SUBSISTEMA', '   A ->B', ' XXX XXX', '  INTERCAMBIO', ' X.XXXX'],
    ...[columns([1, 4, 1], [5, 8, 2]), ...blockTable(1.2, 1), columns([1, 4, 2], [5, 8, 1])],
    ...[factors(2030, 1), factors('', 1), factors(2031, 0.9), factors('', 1.05)],
    ...[columns([1, 4, 2], [5, 8, 11]), ...blockTable(1, 1), columns([1, 4, 11], [5, 8, 2]), ...blockTable(1, 1)],
    '9999',
  ),
  'C_ADIC.DAT': lines(
    ...[' XXX', '       XXXJAN.', columns([1, 4, 1], [5, 15, 'NORTE'], [16, 36, 'EXTRA'])],
    ...[2030, 2031].map((y) => columns([0, 4, y], ...months(6, 8, 8, 3))),
    columns([0, 4, 'POS'], ...months(6, 8, 8, 4)),
    ' 999',
  ),
  'AGRINT.DAT': lines(
    ...['AGRUPAMENTOS DE INTERCÂMBIO', ' #AG A   B   COEF', ' XXX XXX XXX XX.XXXX'],
    columns([1, 4, 1], [5, 8, 1], [9, 12, 2], [13, 20, '1.0000']),
    ' 999',
    ...['LIMITES POR GRUPO', '#AG MI ANOI', ' XXX XX XXXX'],
    columns([1, 4, 1], [6, 13, '11 2030'], [14, 21, ''], [22, 29, 45], [30, 37, 35]),
    ' 999',
  ),
  'RE.DAT': lines(
    ...['RES   USINAS', 'XXX   XXX', columns([0, 3, 1], [6, 9, 1], [10, 13, 2]), '999'],
    ...[
      'RES MM/AAAA',
      'XXX XX',
      columns([0, 3, 1], [4, 11, '11 2030'], [12, 19, ' 3 2031'], [20, 21, 0], [22, 32, 90.5]),
      '999',
    ],
  ),
  'restricao-eletrica.csv': lines(
    '&RE; cod_rest;  formula',
    'RE ;        7;   ger_usih(3) + 0.5ener_interc(1,2) - ger_usit(2)',
    'RE-HORIZ-PER ;  7;2030/12;2031/01',
    'RE-LIM-FORM-PER-PAT ; 7; 2030/12; 2031/02;  1;   -1.1e30;  70.5',
  ),
  'PENALID.DAT': lines(
    ...[' PCHAVE       PENALID1. PENALID2.   SIS', ' XXXXXX       XXXXX.XX  XXXXX.XX    XXX'],
    columns([1, 7, 'DESVIO'], [14, 22, '3100.00']),
    columns([1, 7, 'VAZMIN'], [14, 22, '3050.00'], [36, 39, 1]),
    columns([1, 7, 'GHMIN'], [14, 22, '3000.00']),
    ' 9999',
  ),
  'CVAR.DAT': lines(
    ...['VALORES CONSTANTE NO TEMPO', '       ALF.x  LBD.x', columns([7, 12, '50.0'], [14, 19, '40.0'])],
    ...['VALORES DE ALFA', '       JAN.X', share(2030, 20), share(2031, 25), 'POS    30.0'],
    ...['VALORES DE LAMBDA', '       JAN.X', share(2030, 30), share(2031, 35)],
  ),
  'CURVA.DAT': lines(
    ...['CURVA DE SEGURANCA', ' REE      PENALIDADE', columns([1, 4, 1], [11, 18, '900.00']), '999'],
    ...['CURVA', ' XXX', columns([1, 4, 1]), columns([0, 4, 2031], ...months(6, 5, 6, 20)), '9999'],
  ),
  'LOSS.DAT': lines(
    ...[
      'HIDRO',
      ' XXXX',
      ' 9999',
      'TERMICA',
      ' XXXX',
      ' 9999',
      'SUBMERCADO',
      ' XXXX',
      ' 9999',
      'INTERLIGACAO',
      ' XXXX',
    ],
    ...[
      ' 0001 0002',
      loss(2030),
      loss(''),
      loss(2031),
      loss(''),
      ' 0002 0001',
      loss(2030),
      loss(''),
      loss(2031),
      loss(''),
    ],
    ' 9999',
  ),
  'SHIST.DAT': lines('VARREDURA', 'XXX.XXX.', '  1 2021', 'SERIES', 'XXXX', '2022', '9999'),
  'BID.DAT': lines(' XXXX   X  JAN.XX', '            XXXX.'),
};
