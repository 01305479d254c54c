/** Words that say no more than that something is done, used or dealt with, in four languages. */
import { linesOf } from '../../taxonomy/artefacts.js';

/** The other number of a word, as the four languages form it; what is no word of theirs stands in no text. */
function otherNumber(word: string): string[] {
  if (word.length < fewestLetters) return [];
  if (/ciones$/.test(word)) return [word.replace(/ciones$/, 'cion')];
  if (/coes$/.test(word)) return [word.replace(/coes$/, 'cao')];
  if (/cion$/.test(word)) return [`${word}es`];
  if (/cao$/.test(word)) return [word.replace(/cao$/, 'coes')];
  if (/ung$/.test(word)) return [`${word}en`];
  return /[^s]s$/.test(word) ? [word.slice(0, -1)] : /[aeo]$/.test(word) ? [`${word}s`] : [];
}

const fewestLetters = 5;

export const lightWords: ReadonlySet<string> = new Set(
  linesOf('words/light.txt')
    .flatMap((line) => line.split(' '))
    .flatMap((word) => [word, ...otherNumber(word)]),
);

/** Nouns and verbs of doing, by their endings in four languages. */
const doing = /(?:\p{L}{3}ing|\p{L}{4}ung|\p{L}{3}(?:cion|cao|miento|mento)|\p{L}{3}[aei]r)$/u;
/** To lead, design, develop, build, teach, sell or translate a thing is another matter than to work with it. */
const crafts =
  /^(?:leit|fuhr|gestalt|entwickl|entwerf|lehr|unterricht|schul|ausbild|beratung|forsch|ubersetz|programmier|konstru|lead|direct|design|develop|teach|train|sell|research|translat|program|engineer|manufactur|weld|direcc|dire[cç]|lider|dise|desarroll|desenvolv|formac|ensin|ensen|vend|venta|traduc|construc|fabricac|investiga|pesquis|projet|proyect|soldad|auditor|certific|educac|rehabilit|reabilit)/u;

/** "Criação de identidades", "building data pipelines": that something is done with what is named beside it. */
export const isMereDoing = (word: string): boolean => doing.test(word) && !crafts.test(word);
