/**
 * Sentences in which somebody else does it. A resume leaves "I" away, so a claim that has somebody in the place of "I" tells of
 * them: "Electricians wired the cabinets", "Angebote kalkuliert der Meister", "the pool is looked after by the lifeguard".
 */
import { namesSomebody } from '../person-names.js';

const i = /(?<!\p{L})(?:i|me|my|we|ich|mir|mich|wir|yo|mí|nosotr[oa]s|eu|mim|nós)(?!\p{L})/iu;

const verb =
  "uses?|used|runs?|ran|does|did|has|had|handles?|handled|writes?|wrote|makes?|made|builds?|built|looks|takes?|took|keeps?|kept|decides?|decided|works|owns|sets?|checks?|checked|looked|gives?|gave|does|doesn't|pays|paid|plans?|planned|signs?|signed|prepares?|prepared";

/** "Android team uses Kotlin", "the laboratory does the sampling": those of a place, and what they do there. */
const placeDoes = new RegExp(
  `^(?:(?:the|another|a)\\s+)?(?:\\p{L}+\\s+){0,2}(?:team|department|office|lab|laboratory|agency|company|firm|IT|HR|headquarters|supplier)\\s+(?:${verb})(?!\\p{L})`,
  'iu',
);
/** "Electricians wired the cabinets". "Trainees supervised" is what was done to them. */
const peopleDid =
  /^(?:the\s+)?(\p{L}+)s\s+\p{L}+(?:ed|built|wrote|made|did|ran|took|gave)\s+(?:the|all|our|most|it|them|a|an)(?!\p{L})/iu;
/** "Der Meister kalkuliert", "La enfermera da la medicación", "The director wrote". */
const somebodyDoes =
  /^(?:the|der|die|das|unsere?|el|la|los|las|nuestr[oa]|o|a|os|as|[ao] nosso?a?)\s+(\p{L}+)\s+(?!(?:and|und|y|e|of|de|del|da|do|der|des|for|für|para|with|mit|con|com|in|im|en|em)(?!\p{L}))(\p{Ll}+)/iu;
/** "Angebote kalkuliert der Meister", "den Dienstplan schreibt die Stationsleitung". */
const doesLast =
  /(?<!\p{L})\p{Ll}{2,}(?:t|et|te|ten|en)\s+(?:der|die|das|unsere?|ein|eine|meine?)\s+(?:\p{Ll}+\s+)?(\p{Lu}\p{L}+)\s*$/u;
/** "Recruitment sat with HR", "liegt bei der Zentrale", "está en manos de la gestoría". */
const liesWith =
  /(?<!\p{L})(?:sits|sat|lies|lay|rests|rested|stays|stayed|remains|is)\s+with\s+(?:the\s+)?\p{L}|(?<!\p{L})(?:liegt|lag|liegen|lagen)\s+bei(?:m)?\s+(?!mir)\p{L}|(?<!\p{L})(?:en|nas?|em) (?:manos|mãos) d[eao]|(?<!\p{L})(?:cabe|compete|corresponde)\s+(?:a|al|ao|à)\s+(?!mí|mim)\p{L}/iu;
/** "SAP is being introduced": it is not there yet. */
const isBeing = /(?<!\p{L})(?:is|are|was|were)\s+(?:just\s+)?being\s+\p{L}+(?:ed|en|t)(?!\p{L})/iu;
/** "Pictures by a hired photographer"; whoever was taught by somebody did it. */
const byOne =
  /(?<!(?:train|taught|teach|certifi|supervis|mentor|approv|inspect|assess|prais|led|commend|recommend)\p{L}*\s+)(?<!\p{L})by\s+an?\s+(?:\p{L}+\s+)?(\p{L}+)\s*$/iu;

const head = /(?:leitung|leiter|meister|chefin?|büro|zentrale|ingeniería|gerencia|gerência|direção|dirección)$/iu;
const isPerson = (word: string | undefined) => word !== undefined && (namesSomebody(word) || head.test(word));

/** The words by which others are shown to do it; undefined where nobody is named or the one who claims is. */
export function theirDoing(said: string): string | undefined {
  const text = said.trim();
  const soon = isBeing.exec(text)?.[0];
  if (soon !== undefined || i.test(text)) return soon;
  const by = byOne.exec(text);
  const people = peopleDid.exec(text);
  const somebody = somebodyDoes.exec(text);
  const who = doesLast.exec(text);
  return (
    placeDoes.exec(text)?.[0] ??
    (isPerson(people?.[1]) ? people?.[0] : undefined) ??
    (isPerson(somebody?.[1]) ? somebody?.[0] : undefined) ??
    (isPerson(who?.[1]) ? who?.[0] : undefined) ??
    (isPerson(by?.[1]) ? by?.[0] : undefined) ??
    liesWith.exec(text)?.[0]
  );
}
