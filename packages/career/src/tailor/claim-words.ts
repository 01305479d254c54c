/**
 * What a sentence says, word by word, so that it can be held against the claim it comes from. Articles and the first person
 * say nothing; everything else does, prepositions included ("managed by Anna" is not "managed Anna").
 */
import { stem } from '../domain/words.js';
import { type Gap, gapIn, widened } from './gaps.js';

/** A sign says something too ("★★★★★", "−40", ">40"), and so does a digit of any script; brackets and strokes only part. */
const wordPattern =
  /(?<![\p{L}\p{N}])(?:[<>=~]\s*|[-–—])(?=\d)|\d+(?:[.,]\d+)*|[%&#‰‱′″]|\p{L}[\p{L}\p{N}]*(?:['’.+#/-]?[\p{L}\p{N}+#]+)*[+#]*|(?![<>|~^`=´¨¯])[\p{N}\p{S}]/gu;

/** They come and go without changing what is said. "We" does not: what many did, nobody did alone. */
const neutral = new Set(
  'a an the i my me have has der die das den dem des ein eine einen einem einer ich mein meine habe el la los las un una unos unas yo mi o os um uma eu meu minha'.split(
    ' ',
  ),
);

/** Between two claims in one sentence. */
const joints = new Set(['and', 'und', 'sowie', 'y', 'e', 'also', 'then']);

/** Spanish eleven is left out: it is written as English "once". The others that are no number in another language say only themselves. */
const numberWords = new Map(
  [
    'zero one two three four five six seven eight nine ten eleven twelve'.split(' '),
    'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' '),
    'cero uno dos tres cuatro cinco seis siete ocho nueve diez - doce'.split(' '),
    'zero um dois três quatro cinco seis sete oito nove dez onze doze'.split(' '),
  ].flatMap((words) => words.map((word, value) => [word, String(value)] as const)),
);

export interface Word {
  /** Two words with the same key say the same. */
  readonly key: string;
  readonly said: string;
  readonly isNumber: boolean;
  /** What stands between it and the word before. */
  readonly gap: Gap;
  /** It begins a sentence, and so with a capital letter whatever it means. */
  readonly opens: boolean;
}

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let [gap, opens, end]: [Gap, boolean, number] = ['plain', true, 0];
  const whole = text.normalize('NFKC');
  for (const { 0: said, index } of whole.matchAll(wordPattern)) {
    const plain = said.toLowerCase().replace(/’/g, "'").trim();
    const between = whole.slice(end, index);
    gap = widened(gap, gapIn(between, whole.slice(0, end)));
    opens ||= /[.!?:]\s*$/.test(between);
    end = index + said.length;
    if (joints.has(plain)) gap = widened(gap, 'joined');
    else if (!neutral.has(plain)) {
      words.push({ ...keyOf(plain, said, opens), said, gap, opens });
      [gap, opens] = ['plain', false];
    }
  }
  return words;
}

function keyOf(plain: string, said: string, opens: boolean): { key: string; isNumber: boolean } {
  if (/^\d/.test(plain)) return { key: withoutThousands(plain), isNumber: true };
  const number = numberWords.get(plain);
  if (number === undefined) return { key: stem(plain), isNumber: false };
  const isWord = said === plain || (opens && said.slice(1) === plain.slice(1));
  return { key: isWord && !alsoOther.has(plain) ? number : said, isNumber: true };
}

/** "DOS", "null" and "elf" are no 2, 0 and 11 in English. */
const alsoOther = new Set(['dos', 'null', 'elf']);

/** "12.000" and "12,000" are twelve thousand; "1.500" may be one and a half. */
function withoutThousands(number: string): string {
  return /^\d\.\d{3}$/.test(number) ? number : number.replace(/[.,](?=\d{3}(?!\d))/g, '');
}
