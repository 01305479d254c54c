/**
 * Sentences in which somebody else does it. A resume leaves "I" away, so a claim that has somebody in the place of "I" tells of
 * them: "Electricians wired the cabinets", "Angebote kalkuliert der Meister", "the pool is looked after by the lifeguard".
 */
import { namesSomebody } from '../person-names.js';

const i = /(?<!\p{L})(?:i|me|we|ich|mir|mich|wir|yo|mí|nosotr[oa]s|eu|mim|nós)(?!\p{L})/iu;

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

/** "Factura mi compañera", "para las calderas viene el técnico oficial": at the end of the clause stands who does it. */
const comesLast =
  /(?<!\p{L})(?!(?:(?:dur|medi)?ante|para|contra|entre|desde|hacia|hasta|sobre|como|donde|onde|toda|cada|with|mit|sempre|siempre|seit)(?!\p{L}))(?:\p{Ll}{3,}(?:a|an|e|en|am|em|ó|ía|ían|aba|aban|ava|avam)|vem|vêm|kommt|kommen|comes)\s+(?:mi|el|la|una?|nuestr[oa]|o|a|uma?|(?:o )?meu|(?:a )?minha|(?:o )?nosso|der|die|eine?|the|an?)\s+(\p{L}+)(?:\s+(?:oficial|extern[oa]|\p{Ll}+al))?\s*$/iu;
const colleague = /^(?:compañer[oa]|colega|soci[oa]|sóci[oa]|chefe?|jef[ea]|patr[oã][ao]?|dueñ[oa]|don[oa]|titular)$/iu;

const head = /(?:leitung|leiter|meister|chefin?|büro|zentrale|ingeniería|gerencia|gerência|direção|dirección)$/iu;
const isPerson = (word: string | undefined) =>
  word !== undefined && (namesSomebody(word) || head.test(word) || colleague.test(word));

/** The words by which others are shown to do it; undefined where nobody is named or the one who claims is. */
export const theirDoing = (said: string): string | undefined =>
  said.split(/[;,]\s+/).flatMap((clause) => doingIn(clause.trim()) ?? [])[0];

function doingIn(text: string): string | undefined {
  const soon = isBeing.exec(text)?.[0];
  if (soon !== undefined || i.test(text)) return soon;
  const named = [peopleDid, somebodyDoes, doesLast, byOne, comesLast].map((shape) => shape.exec(text));
  const theirs = named.find((found) => isPerson(found?.[1]));
  return placeDoes.exec(text)?.[0] ?? theirs?.[0] ?? liesWith.exec(text)?.[0];
}
