/**
 * Names that are everyday words too: "Go", "R", "Excel", "Spring". They count where the text shows that the name is meant: it
 * stands alone or among names, its neighbours speak of the same field, or somebody makes something in it.
 */
import type { Token } from '../../domain/tokens.js';
import type { PhraseUse } from '../../taxonomy/vocabulary-book.js';

const follows = new Set(
  `developer developers development programming programmer programmers engineer engineers code framework language skills kenntnisse
entwickler entwicklerin entwicklung certified administrator administration macros formulas sheets sheet spreadsheets files
database databases queries scripts scripting apps app api apis backend services microservices components dashboards dashboard
reports containers images cluster clusters compose boot library libraries projects experience certification native
desarrollador programador desenvolvedor avanzado avancado avanzados basico intermedio intermediario level nivel models pages
expert specialist power users welding schweissen software cms chef de kitchen restaurant`.split(/\s+/),
);

const precedes = new Set(
  `in with using mit con com em en via of de y and und e or oder o ou knowledge advanced microsoft ms adobe apache google avanzado
sous head commis pastry executive junior senior skills programming language as als como langage`.split(/\s+/),
);

const makes =
  /\b(?:wrote|written|write|writing|built|build|building|develop\w*|program\w*|cod(?:e|ed|ing)|implement\w*|migrat\w*|automat\w*|creat\w*|design\w*|maintain\w*|analy[sz]\w*|model\w*|deploy\w*|script\w*|experienc\w*|knowledge|proficien\w*|skill\w*|expert\w*|familiar\w*|prepar\w*|track\w*|report\w*|calculat\w*|kenntnis\w*|erfahrung\w*|entwick\w*|programmier\w*|erstell\w*|ausgewert\w*|conocimiento\w*|experiencia|dominio|manejo|desarroll\w*|conhecimento\w*|desenvolv\w*|years|anos|jahre|libraries|software|server|website|plots|visuali[sz]\w*|cook\w*|used|uso|using)\b/i;

/** "Wrote Java", "programmierte Java": what is made this way is a language. */
const made =
  /^(?:wrote|writes?|writing|coded|coding|programm?(?:ed|ing|ier\w*)|develop(?:ed|ing)|used|uses|maintained|learned|strong|entwickelte|schrieb|programe|programei|desarrolle|desenvolvi|usei|use)$/;

const technical = new Set(['software', 'data', 'infrastructure']);
const isSameField = (one: string, other: string) => one === other || (technical.has(one) && technical.has(other));

const startsBig = (token: Token | undefined) => /^\p{Lu}|^[A-Z0-9]/u.test(token?.raw ?? '');

export interface Reading {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly uses: readonly PhraseUse[];
  /** The text is a name or a list of names, as skills are listed. */
  readonly bare: boolean;
  /** Fields that the surroundings speak of, such as the role a claim belongs to. */
  readonly fields: ReadonlySet<string>;
}

export function isMeant(use: PhraseUse, reading: Reading): boolean {
  if (!use.ambiguous) return true;
  const { text, tokens, uses, bare, fields } = reading;
  if (bare) return true;
  const [before, first, after] = [tokens[use.at - 1], tokens[use.at], tokens[use.end]];
  if (!startsBig(first) || (use.at === 0 && /^(?:at|in|to|a|an|the|for)$/.test(after?.word ?? ''))) return false;
  if (isPlace(before, after)) return false;
  const others = uses.filter((one) => one !== use && isSameField(one.concept.field, use.concept.field));
  if (others.some((one) => !one.ambiguous) || [...fields].some((field) => isSameField(field, use.concept.field)))
    return true;
  if (others.length > 0 && others.every((one) => startsBig(tokens[one.at]))) return makes.test(text);
  if (after !== undefined && follows.has(after.word)) return true;
  if (before !== undefined && made.test(before.word)) return true;
  if (isProperName(use, reading)) return true;
  return before !== undefined && precedes.has(before.word) && makes.test(text);
}

const fewestLetters = 5;
const leadsToAPlace = /^(?:in|to|from|at|near|of|through|nach|aus|bei|en|a|para|em|de|do|da)$/;

/** A long enough name in capitals amid small words, as nobody writes a flake of snow: "The warehouse is Snowflake". */
function isProperName({ at, end }: PhraseUse, { tokens }: Reading): boolean {
  const [before, first, after] = [tokens[at - 1], tokens[at], tokens[end]];
  if (before === undefined || first === undefined || first.raw.length < fewestLetters) return false;
  if (startsBig(before) || startsBig(after) || leadsToAPlace.test(before.word)) return false;
  // In German every noun is written big.
  return tokens.filter(startsBig).length <= 2 && /[\p{Ll}]/u.test(before.raw);
}

/** "in Java and Sumatra", "grade C", "vitamin C", "the island of Kotlin". */
function isPlace(before: Token | undefined, after: Token | undefined): boolean {
  return (
    /^(?:grade|vitamin|island|class|klasse|la|port|from|aus|desde|category|kategorie|clase|categoria|licence|license|the|type|level)$/.test(
      before?.word ?? '',
    ) || /^(?:island|sea|beans|coffee|rolls|flowers|quarter)$/.test(after?.word ?? '')
  );
}
