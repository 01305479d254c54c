/** What is said not to be needed is no requirement: "A degree isn't necessary", "Berufserfahrung ist nicht nötig". */
import { cueWords } from '../../../domain/cues/cue-words.js';
import { wishes } from '../../../domain/cues/wishing.js';

const denials = [
  '(?<!(?:but|although|though),? )not (?:strictly |actually )?(?:needed|necessary|required)(?! (?:but|though|however))',
  "(?:not|n[’']t) (?:looking for|after|hiring|recruiting|interested in|considering)|^no [^.]{2,40} please$",
  '(?:suchen|wollen|brauchen|verlangen|erwarten) (?:wir )?(?:hier )?(?:nicht|kein\\w*)|(?:fahren|machen|bieten|haben|führen) wir nicht|nützt (?:\\p{L}+ )?nichts|(?:ist|sind) uns (?:egal|gleich)|spielt keine rolle',
  'no (?:buscamos|queremos|necesitamos|requerimos|contratamos|hacemos)|(?:nos )?da igual',
  'não (?:procuramos|buscamos|queremos|precisamos|contratamos|fazemos)|tanto faz|é indiferente',
  "(?:is|are)(?: not|n[’']t) (?:strictly |actually |at all )?(?:needed|necessary|required|essential|a must|a requirement|important|expected|assumed)",
  "(?:do|does|will)(?: not|n[’']t) (?:need|require|have to|expect|mind|ask|insist|matter|care)|need not|no need",
  '(?:no|without) (?:prior |previous |formal |specific )?(?:experience|qualifications?|degree|knowledge|training)[^.]{0,30} (?:is |are )?(?:needed|necessary|required|essential)|whether or not',
  '(?:ist|sind|wird|werden) (?:[\\p{L}-]+ )?(?:nicht|kein\\w*)(?: \\p{L}+)? (?:nötig|notwendig|erforderlich|vorausgesetzt|bedingung|voraussetzung|muss|zwingend|gebraucht|benötigt|verlangt|erwartet|gefordert|gesucht)|(?:wird|werden) nicht (?:gebraucht|benötigt|verlangt|erwartet|gefordert|vorausgesetzt)',
  '(?:brauch|benötig|verlang|erwart|forder)\\w*(?: \\p{L}+){0,4} (?:nicht|kein\\w*)|setzen wir nicht voraus|kein\\w* [^.]{0,40}(?:nötig|notwendig|erforderlich|vorausgesetzt)|(?:musst|müssen) (?:du |sie )?(?:nicht|kein\\w*)',
  'no (?:es|son|hace|hacen|será|se) (?:\\p{L}+ )?(?:necesari[oa]s?|falta|imprescindibles?|obligatori[oa]s?|requieren?|exigen?|pide|precisan?|indispensables?)|sin (?:necesidad de )?experiencia(?: previa)?$|no (?:se )?(?:pedimos|exigimos|exige|piden?|necesitas|importa)',
  'não (?:é|são|será|se)(?: \\p{L}+)? (?:necessári[oa]s?|preciso|obrigatóri[oa]s?|exigid[oa]s?|exige|imprescindíve(?:l|is)|indispensáve(?:l|is)|requer|pede)|não (?:exigimos|pedimos|precisas?|importa)|sem (?:necessidade de )?experiência(?: prévia)?$|dispensa-se',
];
const welcomed =
  '(?:graduates|career changers|returners|beginners|applicants|applications|candidates|people|\\p{L}*einsteiger\\S*|\\p{L}*anfänger\\S*|bewerber\\S*|bewerbungen|menschen|candidaturas|solicitudes|iniciantes|personas) [^.]{0,60}(?:welcome|encouraged|willkommen|bienvenid[oa]s?|bem-vind[oa]s?)|(?:welcome|encourage) (?:applications|applicants|candidates|people)';

const denial = cueWords(denials);
const open = cueWords([welcomed]);
/** "Lovely but not needed", "no es necesario, pero se valorará": something is wished for all the same. */
const butWished =
  /(?<!\p{L})(?:but|though|aber|jedoch|pero|aunque|mas|porém|embora|lovely|helpful|useful|hilfreich|schön|gern\p{L}*)(?!\p{L})/iu;

export function waives(text: string): boolean {
  if (open.test(text)) return true;
  const rest = text.replace(denial, ' ');
  return rest !== text && !butWished.test(text) && !wishes.test(rest);
}
