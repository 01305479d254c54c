/** Whether a claim gives what it names to others: to an agency, a colleague, a department that somebody worked beside. */
import { tokensOf } from '../../domain/tokens.js';
import { namesSomebody } from '../person-names.js';
import { handedOn } from './handed-on.js';
import { theirDoing } from './their-doing.js';

const article =
  '(?:(?:the|our|my|an?|another|der|die|den|dem|das|unsere?[rnm]?|meine?[rnm]?|einer?|einem|ein|el|la|los|las|una?|mi|nuestr[oa]s?|otr[oa]|o|a|os|as|meu|minha|noss[oa]|outr[oa])\\s+)?';
const somebodyElse =
  '(?:agency|agentur\\p{L}*|agencia|agência|steuer(?:büro|berater\\p{L}*)|dienstleister\\p{L}*|extern\\p{L}*|gestor[ií]a|asesor[ií]a|contabilista|zentrale|headquarters|central|sede|head office|it(?:-abteilung)?|firma|firmen|company|empresa|owner|inhaber(?:in)?|dueñ[oa]|propietari[oa]|patrão|patroa|onlineredaktion|redaktion|colleagues?|kolleg\\p{L}+|compañer\\p{L}+|colegas?|chef(?:in)?|boss|manager|jef[ea]|chefe|suppliers?|fornecedor|proveedor|contractors?|professional|profissional|freelance(?:r(?:in)?)?|partner company|it department|accountant|gutachter(?:in)?|perit[oa]|despachante|agente?|other team|anderes? team|otro equipo|outra equipa|somebody else|someone else)';

/** "By the agency", "von der Zentrale", "a cargo de la gestoría". */
const byThem = new RegExp(
  `(?<!\\p{L})(?:by|via|through|von|vom|durch|über|bei der|beim|por|pel[oa]s?|a trav[eé]s de|através de|mediante|por meio de|a cargo d\\p{L}+)\\s+${article}${somebodyElse}(?!\\p{L})`,
  'iu',
);
/** "Our agency ran the ads", "Das Steuerbüro bucht": they are who the sentence is about. */
const theyDo = new RegExp(`^${article}${somebodyElse}\\s+(?!(?:and|und|y|e|of|de|der|des)\\s)(?=\\p{L})`, 'iu');

/** "Quoting is done by the owner", "é feita por um gabinete": whoever it is, it is not the one who claims. */
const doneBy =
  /(?<!\p{L})(?:done|handled|made|written|prepared|managed|run|kept|issued|signed|carried out|taken care of|gemacht|erledigt|geführt|erstellt|übernommen|verantwortet|hech[oa]s?|llevad[oa]s?|realizad[oa]s?|gestionad[oa]s?|firmad[oa]s?|feit[oa]s?|tratad[oa]s?|assinad[oa]s?|geridas?|geridos?)\s+(?:by|por|pel[oa]s?)\s+(?!(?:me|myself|my team|us|mí|mi equipo|nosotr|mim|nós|hand|mano|mão|email|e-mail|phone|post)(?!\p{L}))\p{L}+|(?<!\p{L})(?:von|vom|durch)\s+(?!(?:mir|uns|hand)(?!\p{L}))(?:\p{L}+\s+){1,3}(?:gemacht|erledigt|geführt|erstellt|übernommen|verantwortet)(?!\p{L})/iu;
/** "Nóminas las hacía la gestoría", "die Abrechnung machte das Büro": it is they who did it. */
const theyDid =
  /(?<!\p{L})(?:l[ao]s? (?:hac[ií]an?|hizo|hace|hacen|llev[ao]n?|llevaban?|prepara\p{L}*)|(?:fez|fazia|faz|fazem|trata|tratava) (?:a|o|os|as|quem)|(?:macht|machte|machen|erledigt|erledigte|übernimmt|übernahm|führt|führte|hat|haben|hatte|hatten)(?: (?:bei uns|immer))? (?:der|die|das|unser\p{L}*|mein\p{L}*|ein\p{L}*|meist))\s+(?!ich(?!\p{L})|yo(?!\p{L})|eu(?!\p{L}))\p{L}+/iu;

/** "La pastelería se la dejo a mi mujer", "überlasse ich der Kollegin". */
const leftToThem =
  /(?<!\p{L})(?:se l[ao]s? dej[oaóé]\p{L}* a|deixo (?:isso )?(?:para|a|à|ao|aos) (?!\p{L}+ar(?!\p{L}))|(?:überlasse|überließ) ich)(?!\p{L})/iu;

/** "Den Aufzug wartet eine Firma", "drones: piloto el compañero": they come last, and it is they who do it. */
const theyLast = new RegExp(
  `(?<!\\p{L})\\p{Ll}+(?:t|te|en|o|a|e)\\s+(?:eine|die|der|das|unsere?|meine?|el|la|o|a|an|the|our)\\s+${somebodyElse}\\s*$`,
  'iu',
);

/** "Deposits are registered by the accounts team", "é assegurada pela proprietária": whoever it is that does it. */
const isDoneBy =
  /(?<!\p{L})(?:is|are|was|were|gets?|been|es|son|era|eran|fue|fueron|está|están|é|são|foi|foram|eram)\s+(?:\p{L}+ly\s+)?\p{L}+(?:ed|en|pt|ght|ad[oa]s?|id[oa]s?|it[oa]s?|st[oa]s?)\s+(?:by|por|pel[oa]s?)\s+(?!(?:me|myself|us|mí|mim|nós|nosotr\p{L}*|hand|mano|mão)(?!\p{L}))\p{L}+/iu;
/** "Las estructuras las calcula una ingeniería": what was named is taken up again, and then comes who does it. */
const takenUp =
  /(?<!\p{L})(?:el|la|los|las|eso|esto)\s+(?:\p{L}+\s+){0,4}?l[oa]s? \p{L}{3,}(?:an?|en?|ían?|aban?|ó|aron|ieron)\s+(?:una?|el|la|los|las|mi|mis|nuestr\p{L}+|otr\p{L}+|siempre)\s+\p{L}+/iu;
/** "La agencia que gestiona las campañas", "instrumental births are for the doctors". */
const whoDoes = new RegExp(
  `(?<!\\p{L})${somebodyElse}\\s*,?\\s+(?:que|who|that|which|die|der|das)\\s|(?<!\\p{L})(?:are|is) for the \\p{L}+(?:s|or|er)(?!\\p{L})`,
  'iu',
);
/** "Supplier audits": without an article it says what is audited. */
const isOfThing = /^(?:suppliers?|contractors?|manager|central|it|company|colleagues?|sede|owner)\s/iu;
/** "The safeguarding lead is a colleague", "ficam com o meu sócio": others have it. */
const theirsItIs =
  /(?<!\p{L})(?:is|are|was|ist|sind|war|es|son|era|é|são|fica[mv]?\p{L}*|stays?|lies|liegt|bleibt)\s+(?:with |com |con |bei )?(?:(?:a|an|my|our|the|ein|eine|mein|meine|unser|unsere|un|una|mi|mis|nuestr[oa]|um|uma|o meu|a minha|meu|minha|o|el|la)\s+)?(?:colleague|partner(?:in)?|boss|manager|kolleg(?:e|in)|chef(?:in)?|compañer[oa]|soci[oa]|sóci[oa]|jef[ea]|colega|chefe|wife|husband|brother|sister|frau|mann|bruder|schwester|mujer|marido|hermano|hermana|mulher|irmão|irmã|patrão|dueñ[oa]|proprietári[oa])(?!\p{L})/iu;

/** "Porta-voz é o diretor clínico", "as prescrições eram da nutricionista": somebody is named who it is. */
const belongsTo =
  /(?<!\p{L})(?:is|are|was|were|ist|sind|war|waren|es|son|era|eran|é|são|eram)\s+(?:the|der|die|das|el|la|los|las|o|a|os|as|del|de la|de los|da|do|das|dos|von der|vom|von den|sache d\p{L}+|up to the)\s+(\p{L}+)/iu;

function isSomebodys(said: string): string | undefined {
  const found = belongsTo.exec(said);
  return found !== null && namesSomebody(found[1] ?? '') ? found[0] : undefined;
}

export function givesToOthers(said: string): string | undefined {
  const they = theyDo.exec(said.trim())?.[0];
  const isVerb = they !== undefined && !isOfThing.test(they) && /^\p{Ll}/u.test(said.trim().slice(they.length));
  // "Kontaktlinsen passt bei uns die Meisterin an": what is so at a place says nothing of who does it.
  const atOurs = /(?<!\p{L})bei uns(?!\p{L})(?!.*(?<!\p{L})ich(?!\p{L}))/iu.exec(said)?.[0];
  return (
    byThem.exec(said)?.[0] ??
    handedOn(said) ??
    doneBy.exec(said)?.[0] ??
    theyDid.exec(said)?.[0] ??
    theyLast.exec(said.trim())?.[0] ??
    leftToThem.exec(said)?.[0] ??
    isDoneBy.exec(said)?.[0] ??
    whoDoes.exec(said)?.[0] ??
    isSomebodys(said) ??
    takenUp.exec(said)?.[0] ??
    theirsItIs.exec(said)?.[0] ??
    atOurs ??
    theirDoing(said) ??
    (isVerb ? they : undefined)
  );
}

const beside =
  /(?<!\p{L})(?:with|to|for|(?<=meetings? |offices? |requests? |calendars? |travel |minutes )of|alongside|support(?:ed|ing)?|assist(?:ed|ing)?|help(?:ed|ing)?|accompan\p{L}+|paired|mit|für|neben|dem|den|unterstütz\p{L}*|begleit\p{L}*|con|junto a|al|acompañ\p{L}*|ayud\p{L}*|apoy\p{L}*|com|ao|aos|acompanh\p{L}*|ajud\p{L}*|apoi\p{L}*|\d+|two|three|four|five|six|zwei|drei|vier|fünf|sechs|dos|tres|cuatro|cinco|dois|três|quatro)\s+(?:\p{L}+\s+){0,2}$/iu;
const group = /^(?:team|department|abteilung|unit|squad)(?!\p{L})|^(?:abteilung|team)/iu;
const groupBefore = /(?:equip[oa]|departamento|área|team|abteilung)\s+(?:de\s+|of\s+|für\s+)?(?:el\s+|la\s+)?$/iu;
const besideGroup =
  /(?<!\p{L})(?:with|alongside|for|mit|zusammen|neben|für|con|junto|com|para)\s+(?:\p{L}+\s+){0,4}$/iu;
/** Who leads a team or recruits for it is another matter than who books its travels. */
const leads = /(?<!\p{L})(?:lead|led|manag|head|respons|leit|verantwort|führ|jef|lider|dirig|coordin|chef|director)/iu;

/** "Worked with the payroll team", "Zusammenarbeit mit der Rechtsabteilung": the work is that of the others. */
export function isBesideAGroup(text: string, [from, to]: readonly [number, number]): boolean {
  const [before, after] = [text.slice(0, from), text.slice(to)];
  const isGroup = group.test(after.trimStart()) || groupBefore.test(before) || /abteilung$/i.test(text.slice(from, to));
  return isGroup && !leads.test(before) && besideGroup.test(before.replace(groupBefore, ''));
}

const many =
  /^(.{3,}?(?:er|or|ist|ian|ant|eur|nurse|chef|cook|clerk|architect|analyst))s$|^(.{3,}?(?:dor|tor))es$|^(.{3,}?(?:eiro|ero|ista|nte))s$|^(.{3,}?er)(?:innen|n)$/;
/** Things that end like people. */
const noPeople =
  /(?:server|container|computer|router|docker|filter|motor|sensor|folder|flyer|letter|paper|number|order|register|poster|banner|center|tower|water|power|cluster|trailer|tracker|scanner|controller|document|component|error|factor|sector|generator|monitor|processor|editor|kataster|demeter|cliente|paciente|ambiente|restaurante|agente|fonte|ponte|parte|frente|noite|fenster|steuer|zimmer|messer|muster)(?:e?s|n)?$/;

/** "Paired with four front-end developers", "dem Statiker zugearbeitet", "Bakers Direct": the one who claims is not meant. */
export function namesOthers(text: string, at: readonly [number, number], isTitle: boolean): boolean {
  const last = tokensOf(text.slice(...at)).at(-1)?.word ?? '';
  const one = many.exec(last)?.slice(1).find(Boolean);
  const isPerson = one === undefined ? !isTitle && namesSomebody(last) : namesSomebody(one);
  return isPerson && !noPeople.test(last) && ((isTitle && one !== undefined) || beside.test(text.slice(0, at[0])));
}
