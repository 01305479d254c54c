/**
 * What a sentence says, word by word, so that it can be held against the claim it comes from. Articles and the first person
 * say nothing; everything else does, prepositions included ("managed by Anna" is not "managed Anna").
 */
import { stem } from '../domain/words.js';

/** A sign says something too ("★★★★★", "−40"), and so does a digit of any script; brackets and strokes only part. */
const wordPattern =
  /\d+(?:[.,]\d+)*|[%&#]|\p{L}[\p{L}\p{N}]*(?:['’.+#/-]?[\p{L}\p{N}+#]+)*[+#]*|(?![<>|~^`=´¨¯])[\p{N}\p{S}]/gu;

/** They come and go without changing what is said. */
const neutral = new Set(
  'a an the i my me we our have has der die das den dem des ein eine einen einem einer ich mein meine habe el la los las un una unos unas yo mi o os um uma eu meu minha'.split(
    ' ',
  ),
);

/** Between two claims in one sentence. */
const joints = new Set(['and', 'und', 'sowie', 'y', 'e', 'also', 'then']);

const numberWords = new Map(
  [
    'zero one two three four five six seven eight nine ten eleven twelve'.split(' '),
    'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' '),
    'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce'.split(' '),
    'zero um dois três quatro cinco seis sete oito nove dez onze doze'.split(' '),
  ].flatMap((words) => words.map((word, value) => [word, String(value)] as const)),
);

export interface Word {
  /** Two words with the same key say the same. */
  readonly key: string;
  readonly said: string;
  readonly isNumber: boolean;
  /** A comma, a semicolon or a joining word stands before it. */
  readonly joint: boolean;
}

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let joint = false;
  let end = 0;
  const whole = text.normalize('NFKC');
  for (const { 0: said, index } of whole.matchAll(wordPattern)) {
    const plain = said.toLowerCase().replace(/’/g, "'");
    joint ||= /[,;.:–—]/.test(whole.slice(end, index));
    end = index + said.length;
    if (joints.has(plain)) joint = true;
    else if (!neutral.has(plain)) {
      words.push({ ...keyOf(plain), said, joint });
      joint = false;
    }
  }
  return words;
}

function keyOf(plain: string): { key: string; isNumber: boolean } {
  const number = numberWords.get(plain) ?? (/^\d/.test(plain) ? plain.replace(/[.,](?=\d{3}(?!\d))/g, '') : undefined);
  return number === undefined ? { key: stem(plain), isNumber: false } : { key: number, isNumber: true };
}

/** Words that make a claim smaller. Where a claim has one, no sentence from it may be without. */
const limiting = new Set(
  `not no never without none nor neither cannot didn't don't help helped assist assisted assisting support supported supporting
  contribut contributed contributing shadowed shadowing basic basics beginner elementary fundamental fundamentals introductory
  some partly partially partial attempted tried trying want wanted wants wish hope learn learning learned plan planned planning
  intend interested familiar exposure trainee intern internship failed almost nearly would could might if except only under
  supervised supervision against formerly nicht kein keine keinen nie niemals ohne grundkenntnisse geplant möchte unterstützt
  unterstützte fast nur nunca sin ninguna ningún básico básica básicos apoyé ayudé quiero casi não nem sem apoiei ajudei quero`
    .split(/\s+/)
    .map(stem),
);

export function limits(words: readonly Word[]): string[] {
  return words.filter(({ key, said }) => limiting.has(key) || limiting.has(said.toLowerCase())).map(({ said }) => said);
}
