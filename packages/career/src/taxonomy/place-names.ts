/** Whether words name a place and nothing else: towns and regions of the list, countries, postcodes, and the words that lead to them. */
import { foldedWord } from '../domain/tokens.js';
import { townsIn } from './towns.js';

const leading =
  /^(?:in|near|bei|nahe|nähe|raum|region|großraum|standort|einsatzort|dienstort|based in|office in|cerca de|próximo de|perto de|zona de|sede en|sede em|base de|oficina en|greater)\s+(?=\p{Lu})/iu;
const aboutPlaces = new Set(
  `in near bei nahe am an der raum region grossraum standort based office cerca de proximo perto zona sede en em base oficina greater city
  town area centre center county zentrum innenstadt stadt ciudad cidade provincia distrito estado und and or oder o ou y e within the desde from
  del do da dos das la el bundesweit deutschlandweit nationwide nacional`.split(/\s+/),
);
const countries = new Set(
  `germany deutschland alemania alemanha austria osterreich switzerland schweiz suiza suica spain espana spanien espanha portugal brazil brasil
  brasilien france frankreich ireland irland england scotland wales uk gb eu usa us united kingdom states europe europa mexico argentina chile
  colombia canada australia netherlands belgium italy poland`.split(/\s+/),
);
/** How near to the place one has to be, which belongs to it: "Berlin (hybrid)", "remote". */
const fromWhere =
  /(?<!\p{L})(?:\d+ ?% )?(?:fully |100 ?% )?(?:remote(?:ly)?(?: first| possible)?|hybrid[oae]?|on[- ]?site|vor ort|home[- ]?office|work from home|teletrabajo|teletrabalho|remot[oa]|híbrid[oa]|presencial(?:es)?|anywhere)(?!\p{L})/iu;

export const saysFromWhere = (text: string): boolean => fromWhere.test(text);

/** "San José, CA", "Belo Horizonte/MG", "49074 Osnabrück": the form tells, whether or not the town is known. */
const formed =
  /^(?:(?:[A-Z]{1,2}-)?\d{4,5}\s+\p{Lu}[\p{L} .-]+|\p{Lu}[\p{L}' .-]+\s?(?:\/|,\s|-)\s?[A-Z]{2}|\p{Lu}[\p{L}' .-]+\s\([A-Z]{2}\))$/u;

export function namesAPlaceOnly(text: string): boolean {
  const said = text.replace(/\([^)]*\)/g, ' ').trim();
  if (formed.test(said) || leading.test(said)) return true;
  if (saysFromWhere(text) && wordsLeft(said.replace(fromWhere, ' ')).length === 0) return true;
  return (
    (townsIn(said).length > 0 || wordsOf(said).some((word) => countries.has(word))) && wordsLeft(said).length === 0
  );
}

const wordsOf = (text: string) => (text.match(/[\p{L}\p{M}]+/gu) ?? []).map((word) => foldedWord(word));

/** What is neither a known place nor speaks of one. */
function wordsLeft(text: string): string[] {
  const known = new Set(
    townsIn(text)
      .flatMap(({ names, regions, country }) => [...names, ...regions, country])
      .flatMap(wordsOf),
  );
  return wordsOf(text).filter((word) => !known.has(word) && !aboutPlaces.has(word) && !countries.has(word));
}
