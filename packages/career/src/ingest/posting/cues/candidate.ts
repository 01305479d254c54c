/**
 * Sentences that say what the candidate is like rather than what is asked: "You've run a kitchen", "Du fühlst dich in React zu
 * Hause", "SQL should be your second language". Beside a sentence that asks, such a one asks too; alone it may tell anything.
 */
import { cueWords } from '../../../domain/cues/cue-words.js';
import { englishVerbs } from './duties.js';

const english = [
  `^(?:and |but |also,? )?you(?: also| already| always| never| really)? (?!(?:${englishVerbs}|will|would|get|receive|earn|start|begin|decide)\\b)\\p{L}+`,
  "you[’'](?:ve|re)",
  "should(?:n[’']t)? (?:be|know|have|like|enjoy|come|scare|bother|frighten|worry)",
  'second nature|comes? naturally|at home (?:in|with)|no stranger to|way around|(?:an eye|a head|a feel|a passion) for',
  "goes without saying|we won[’']t|as (?:would|is|are) ",
  '^(?:good|strong|excellent|solid|sound|clear|careful|neat|advanced|basic|proven|previous|prior|relevant) ',
  '^(?:(?:very |highly )?(?:reliable|punctual|honest|friendly|patient|motivated|hard-?working|trustworthy|organi[sz]ed|energetic|enthusiastic|flexible|proactive|trade qualified|physically fit|clean (?:driving )?licen[cs]e))',
  'attention to detail|team player|self-starter|good communicator|sense of humour|common sense',
];
const german = [
  '^(?:sie|du) \\p{L}+ gerne?',
  'zu hause|kein fremdwort|selbstverständlich|vertraut|geläufig|ein begriff|leicht von der hand',
  '(?:rundet|runden) (?:ihr|dein) profil ab|zeichn(?:et|en) (?:sie|dich) aus|(?:ist|sind) (?:ihnen|dir) \\p{L}+',
  'fühl(?:st|en) (?:dich|sich)|weitergebildet|gelernt|studiert|nachweisen|selbstständig\\w*|teamfähig\\w*|zuverlässig\\w*|belastbar\\w*',
  '(?:ist|sind) uns wichtig|wichtig (?:ist|sind) uns|legen wir wert',
];
const spanish = [
  '^(?:y )?(?:has|llevas|tienes|eres|sabes|hablas|dominas|conoces|cuentas|vienes|manejas|te (?:gusta|manejas|mueves|desenvuelves)|tu \\p{L}+ es)',
  '^(?:y )?(?:lleva|tiene|sabe|domina|habla|conoce|posee) ',
  '^(?:con (?:experiencia|formación|ganas|conocimientos|disponibilidad)|(?:persona )?(?:responsable|dinámic[oa]|proactiv[oa]|organizad[oa]|puntual))',
  'no tienen? secretos|soltura|vocación|ganas de|don de gentes|vehículo propio|mayor de edad|trabajo en equipo',
];
const portuguese = [
  '^(?:e )?(?:tens|és|sabes|falas|dominas|conheces|gostas|já \\p{L}+|você (?:tem|é|sabe|fala|domina|conhece|gosta|já))',
  '^(?:e )?(?:tem|sabe|domina|fala|conhece|possui) ',
  '^(?:com (?:experiência|formação|gosto|conhecimento|disponibilidade)|(?:pessoa )?(?:responsável|dinâmic[oa]|proativ[oa]|organizad[oa]|pontual|assídu[oa]))|conduziu|você \\p{L}+',
  'gosto (?:por|pela|pelo)|sentido de|à vontade|não tem segredos|trabalh\\p{L}+ (?:bem )?em equip[ae]|viatura própria|maior de idade',
];

export const describesCandidate = cueWords([...english, ...german, ...spanish, ...portuguese]);
