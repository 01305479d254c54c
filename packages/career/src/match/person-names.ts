/**
 * Words for people who do something, by their endings in four languages. Who asks for a farmer asks for more than somebody who
 * has had to do with farming.
 */
import { foldedInPlace } from './items/papers.js';

/** Of the last word: English and German say first what kind of a person is meant. */
const last =
  /(?:er|or|ist|ian|medic|eer|wife|man|woman|nurse|chef|cook|clerk|doctor|assistant|accountant|attendant|consultant|erin|orin|istin|mann|frau|kraft|wirt|wirtin|arzt|arztin|entin|antin|eurin|eur|ator|koch|kochin|gehilfe|gehilfin|schwester|anwalt|anwaltin|angestellte[rn]?|beamt(?:er|e|in)|geselle|gesellin|architekt|architektin|architect|analyst|padagoge|padagogin|ologe|ologin|opade|opadin|pilot|pilotin|hebamme|chirurg|coach)$/;
/** Of the first word: Spanish and Portuguese say it afterwards, and German with "für". */
const first =
  /(?:dor|dora|tor|tora|sor|sora|ero|(?<!carret|man|mad|prim|terc|cart|front|vid|gal|barr|cer|col|rib)era|eiro|eira|ista|nte|nta|logo|loga|grafo|grafa|tecto|tecta|teto|teta|bogad[oa]|dvogad[oa]|medic[oa]|ceutic[oa]|peuta|tecnic[oa]|mecanic[oa]|chef|jef[ea]|perit[oa]|iker|ikerin)$/;

/** Things that end like people: "desfibrilador", "of junior"; whole words, because a "coordenador" is somebody. */
const noPeople =
  /^(?:junior|senior|desfibrilador|ordenador|computador|motor|sensor|sector|setor|factor|fator|tract?or|trator|server|router|docker|filter|messer|muster|center|under|over|after|number|order|paper|water|power|customer|per|her|their|other|\p{L}*(?:steuer|wasser|fenster|zimmer|papier|computer))$/u;

export function namesSomebody(words: string): boolean {
  const said = foldedInPlace(words)
    .replace(/[/*:_-]+(?:in|innen|a|o|as|os|r)\b/g, '')
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
  const is = (shape: RegExp, word = '') => shape.test(word) && !noPeople.test(word);
  return is(last, said.at(-1)) || is(first, said[0]);
}
