/** MODIF: changes of the register, some of them dated. A keyword in fixed columns, its arguments in free form. */
import { numberIn } from './field.js';
import { badLine, Cursor, type DeckFile, isBlank, isEndMark, type Line, type Origin } from './line.js';
import { type DatedMonth, datedMonthIn } from './month.js';

/** What stands behind a keyword: `date` is a month and a year, `mark` says hm³ or percent, `numbers` is one or more. */
type Argument = 'date' | 'value' | 'values5' | 'numbers' | 'index' | 'mark';

const keywords = {
  VOLMIN: ['value', 'mark'],
  VOLMAX: ['value', 'mark'],
  VAZMIN: ['value'],
  NUMCNJ: ['value'],
  NUMMAQ: ['value', 'index'],
  POTEFE: ['value', 'index'],
  PRODESP: ['value'],
  TEIF: ['value'],
  IP: ['value'],
  PERDHIDR: ['value'],
  NUMBAS: ['value'],
  COEFEVAP: ['value', 'index'],
  COTAREA: ['values5'],
  VOLCOTA: ['values5'],
  CDESVIO: ['index', 'value'],
  VMAXT: ['date', 'value', 'mark'],
  VMINT: ['date', 'value', 'mark'],
  VMINP: ['date', 'value', 'mark'],
  VAZMINT: ['date', 'value'],
  VAZMAXT: ['date', 'value'],
  TURBMAXT: ['date', 'numbers'],
  TURBMINT: ['date', 'numbers'],
  CFUGA: ['date', 'value'],
  CMONT: ['date', 'value'],
} as const satisfies Record<string, readonly Argument[]>;

export type Keyword = keyof typeof keywords;

export interface Modification {
  readonly origin: Origin;
  readonly plant: number;
  readonly keyword: Keyword;
  readonly date: DatedMonth | null;
  readonly values: readonly number[];
  /** Set of machines, calendar month or plant, as the keyword has it. */
  readonly index: number | null;
  readonly isPercent: boolean;
}

export function readModifications(file: DeckFile): Modification[] {
  const cursor = new Cursor(file, 2);
  const found: Modification[] = [];
  let plant: number | null = null;
  for (let line = cursor.next(); line !== undefined && !isEndMark(line); line = cursor.next()) {
    const keyword = line.text.slice(1, 10).trim().toUpperCase();
    if (isBlank(line)) continue;
    if (keyword === '') throw badLine(line, 1, 'a keyword', 10);
    if (keyword === 'USINA') plant = plantIn(line);
    else if (plant === null) throw badLine(line, 1, 'USINA and a code before the first change', 10);
    else found.push(modification(line, keyword, plant));
  }
  return found;
}

function plantIn(line: Line): number {
  const code = Number(line.text.slice(10).trim().split(/\s+/)[0] || Number.NaN);
  if (!Number.isInteger(code)) throw badLine(line, 10, 'the code of a plant', 20);
  return code;
}

function modification(line: Line, keyword: string, plant: number): Modification {
  if (!(keyword in keywords)) throw badLine(line, 1, `one of USINA, ${Object.keys(keywords).join(', ')}`, 10);
  const wanted: readonly Argument[] = keywords[keyword as Keyword];
  const reader = new Arguments(line);
  const given = {
    date: null as DatedMonth | null,
    values: [] as number[],
    index: null as number | null,
    isPercent: false,
  };
  for (const argument of wanted) {
    if (argument === 'date') given.date = reader.date();
    else if (argument === 'value') given.values.push(reader.number('a number'));
    else if (argument === 'values5') for (let k = 0; k < 5; k++) given.values.push(reader.number('five coefficients'));
    else if (argument === 'numbers') given.values.push(reader.number('a number'), ...reader.more());
    else if (argument === 'index') given.index = reader.index(keyword as Keyword);
    else given.isPercent = reader.mark();
  }
  reader.end();
  return { origin: { file: line.file, line: line.line }, plant, keyword: keyword as Keyword, ...given };
}

class Arguments {
  readonly #line: Line;
  readonly #words: RegExpExecArray[];

  constructor(line: Line) {
    this.#line = line;
    this.#words = [...line.text.slice(10).matchAll(/'.'|[^\s']+/g)];
  }

  date(): DatedMonth {
    const [month, year] = [this.#words.shift(), this.#words.shift()];
    return datedMonthIn(month?.[0] ?? '', year?.[0] ?? '') ?? this.#refuse('a month and a year', month);
  }

  number(expected: string): number {
    const word = this.#words.shift();
    return numberIn(word?.[0] ?? '') ?? this.#refuse(expected, word);
  }

  /** A set of machines, a calendar month or the code of a plant. */
  index(keyword: Keyword): number {
    const most = { COEFEVAP: 12, CDESVIO: Number.POSITIVE_INFINITY }[keyword as string] ?? 5;
    const word = this.#words.shift();
    const value = numberIn(word?.[0] ?? '');
    const fits = value !== null && Number.isInteger(value) && value >= 1 && value <= most;
    return fits ? value : this.#refuse(most > 12 ? 'the code of a plant' : `a whole number from 1 to ${most}`, word);
  }

  /** What follows is a comment; a number there is a part of one before it that was torn apart. */
  end(): void {
    const [word] = this.#words;
    if (word && /^[+-]?\.?\d/.test(word[0])) this.#refuse('nothing or a comment', word);
  }

  /** Comments may follow the last number. */
  more(): number[] {
    const end = this.#words.findIndex(([word]) => numberIn(word) === null);
    return this.#words.splice(0, end < 0 ? this.#words.length : end).map(([word]) => numberIn(word) as number);
  }

  mark(): boolean {
    const word = this.#words.shift();
    const mark = word?.[0].replaceAll("'", '').toLowerCase();
    if (mark === 'h' || mark === '%') return mark === '%';
    return this.#refuse("'h' (hm³) or '%'", word);
  }

  #refuse(expected: string, word: RegExpExecArray | undefined): never {
    const at = word === undefined ? this.#line.text.trimEnd().length : word.index + 10;
    throw badLine(this.#line, at, expected, at + (word?.[0].length ?? 10));
  }
}
