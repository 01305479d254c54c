/**
 * What is done is said by a noun in postings ("Wartung", "edição", "pruning") and by a verb in resumes ("gewartet", "editei",
 * "pruned"). Both have a root, the same for either; words are folded. Roots are compared with roots only: they are no words.
 */

import { own } from '@quadrivium/kernel/essentials';

/** English, German, Spanish and Portuguese, in the order of the stemmers. */
type Roots = (word: string) => readonly string[];

export interface Deeds {
  readonly ofNoun: Roots;
  readonly ofVerb: Roots;
}

const none: readonly string[] = [];
const fewestLetters = 3;
const long = (roots: readonly string[]) => roots.filter((root) => root.length >= fewestLetters);

const irregularForms = `wrote written:writ built:build taught:teach drove driven:driv led:lead ran:run kept:keep sold:sal bought:buy made:mak laid:lay
cut:cut drew drawn:draw dealt:deal held:hold took taken:tak gave given:giv grew grown:grow bred:breed fed:feed sewn:sew
wove woven:weav sang sung:sing shot:shoot spoke:speak set:set dug:dig ground:grind bound:bind caught:catch ridden rode:rid
flew flown:fly won:win brought:bring found:find sent:send paid:pay hung:hang rewrote:rewrit rebuilt:rebuild`;

const irregular = new Map(
  [...irregularForms.matchAll(/([a-z\s]+):([a-z]+)/g)].flatMap(([, forms = '', root = '']) =>
    forms
      .trim()
      .split(/\s+/)
      .map((form) => [form, root] as const),
  ),
);

/** "administer" and "administr-ation", "planning" and "plan", "produced" and "product-ion", "analyzed" and "analys-is". */
const englishRoot = (stem: string) =>
  stem
    .replace(/(?<=\p{L}{2})([bdgklmnprt])\1$/u, '$1')
    .replace(/(?<=\p{L}{3})e$/u, '')
    .replace(/(?<=\p{L}{3})er$/u, 'r')
    .replace(/(?<=\p{L}{4})at$/u, '')
    .replace(/(?<=\p{L}{2})ct$/u, 'c')
    .replace(/z$/u, 's')
    .replace(/(?<=\p{L}{3})[iy]$/u, '')
    .replace(/maintain$/u, 'mainten');

const englishNoun = /^(\p{L}{2,}?)(?:ations?|itions?|(?<=[cpst]t?)ions?|ments?|(?<=mainten)ance|als?|y|ing|ings|is|)$/u;
/** Nouns that are their own verb. */
const bare =
  /^(?:design|repair|support|audit|review|control|research|sales?|purchase|transport|test|service|search|care|trade|harvest|edit|audit|layout)$/;

const english: Deeds = {
  ofNoun(word) {
    if (/^sales?$/.test(word)) return ['sal'];
    const [, stem = ''] = englishNoun.exec(word) ?? [];
    return stem !== word || bare.test(word) ? long([englishRoot(stem)]) : none;
  },
  ofVerb(word) {
    const known = irregular.get(word);
    if (known !== undefined) return [known];
    const [, stem = ''] = /^(\p{L}{2,}?)(?:ed|ing)$/u.exec(word) ?? [];
    return stem === '' ? none : long([englishRoot(stem)]);
  },
};

const particles =
  'ab|an|auf|aus|bei|durch|ein|her|hin|mit|nach|um|vor|weg|zu|zusammen|zuruck|instand|fertig|bereit|fest|nieder|los';
const inseparable = 'be|ver|ent|er|zer|miss|uber|unter|wieder';
const participle = new RegExp(`^((?:${particles})?)ge(\\p{L}{3,}?)(?:et|t|en)$`, 'u');
const prefixed = new RegExp(
  `^((?:${particles})?(?:${inseparable})\\p{L}{3,}?|\\p{L}{2,}ier)(?:et|t|ete|te|eten|ten|en)$`,
  'u',
);
const past = /^(\p{L}{3,}?)(?:ete|te|eten|ten)$/u;
/** Strong verbs, whose participles have other vowels than their nouns. */
const strong: Readonly<Record<string, string>> = {
  entworfen: 'entwurf',
  abgenommen: 'entnahm',
  entnommen: 'entnahm',
  angenommen: 'annahm',
  aufgenommen: 'aufnahm',
  geschrieben: 'schreib',
  beschrieben: 'beschreib',
  geschnitten: 'schnitt',
  geschlossen: 'abschluss',
  gegossen: 'giess',
  gezogen: 'zucht',
  gezuchtet: 'zucht',
  unterwiesen: 'unterweis',
  eingewiesen: 'einweis',
  betrieben: 'betrieb',
  unterrichtet: 'unterricht',
  verkauft: 'verkauf',
  eingekauft: 'einkauf',
  transportiert: 'transport',
  repariert: 'reparatur',
  montiert: 'montag',
  demontiert: 'demontag',
  analysiert: 'analys',
  kontrolliert: 'kontroll',
  gepflegt: 'pfleg',
  diagnostiziert: 'diagnos',
  installiert: 'installation',
  dokumentiert: 'dokumentation',
  koordiniert: 'koordination',
  organisiert: 'organisation',
  produziert: 'produktion',
  konstruiert: 'konstruktion',
};

/** Heads of compounds that name a deed without ending in "-ung". */
const germanNoun =
  /^(\p{L}{3,})ung(?:en)?$|^(entnahm|annahm|aufnahm|pfleg|montag|demontag|analys|kontroll|diagnos)en?$|^(entwurf|verkauf|einkauf|unterricht|transport|reparatur|zucht|betrieb|installation|dokumentation|koordination|organisation|produktion|konstruktion)(?:en)?$|^(\p{L}{3,})en$/u;

const germanDeeds: Deeds = {
  ofNoun(word) {
    const [, ...roots] = germanNoun.exec(word) ?? [];
    return long(roots.filter((root) => root !== undefined));
  },
  ofVerb(word) {
    const known = own(strong, word);
    if (known !== undefined) return [known];
    const [, before = '', root] = participle.exec(word) ?? [];
    if (root !== undefined) return long([`${before}${root}`]);
    const found = prefixed.exec(word)?.[1] ?? past.exec(word)?.[1];
    return found === undefined ? none : long([found]);
  },
};

/** "busqué" of "buscar", "pagué" of "pagar", "organicé" of "organizar": one sound, spelled as the vowel behind it asks for. */
const spelled = (root: string) =>
  root
    .replace(/qu$/u, 'c')
    .replace(/gu$/u, 'g')
    .replace(/z$/u, 'c')
    .replace(/j$/u, 'g')
    .replace(/(?<=\p{L}{3})i$/u, '');

const romanceNoun =
  /^(\p{L}{3,}?)(?:acao|acoes|acion|aciones|(?<=gest)ao|(?<=gest)ion|amentos?|imentos?|amientos?|imientos?|agem|agens|ajes?|aduras?|iduras?|ieza|eza|ado|ada|encia|encias|ancia|ancias)$/u;
const withT = /^(\p{L}{2,}?)(icao|icoes|icion|iciones|ucao|ucoes|uccion|ucciones|cao|coes|cion|ciones)$/u;
const romanceVerb =
  /^(\p{L}{3,}?)(?:ei|ou|amos|aram|ava|avamos|ando|ado|ada|ados|adas|ar|e|o|aba|abamos|aron|i|iu|eu|io|imos|iram|ieron|ia|iamos|endo|indo|iendo|ido|ida|idos|idas|er|ir)$/u;
const strongRomance: Readonly<Record<string, readonly string[]>> = {
  fiz: ['fac', 'confec'],
  hice: ['hech', 'fac'],
  mantive: ['manuten'],
  mantuve: ['manten', 'mantenim'],
  conduzi: ['condu'],
  conduje: ['condu'],
  produzi: ['produ'],
  produje: ['produ'],
  traduzi: ['tradu'],
  traduje: ['tradu'],
  geri: ['gest'],
  geria: ['gest'],
  dirigi: ['dire'],
  redigi: ['reda'],
  corrigi: ['corre'],
  corregi: ['corre'],
  construi: ['constru'],
  distribui: ['distribu'],
};

const romance: Deeds = {
  ofNoun(word) {
    const [, whole] = romanceNoun.exec(word) ?? [];
    if (whole !== undefined) return long([spelled(whole)]);
    const [, stem, ending = ''] = withT.exec(word) ?? [];
    if (stem === undefined) return none;
    const vowel = /^[iu]/.exec(ending)?.[0] ?? '';
    return long([spelled(stem), `${stem}${vowel}`, `${stem}${vowel}t`, `${stem}${vowel}d`]);
  },
  ofVerb(word) {
    const known = own(strongRomance, word);
    if (known !== undefined) return known;
    const [, stem] = romanceVerb.exec(word) ?? [];
    return stem === undefined ? none : long([spelled(stem)]);
  },
};

const mostRemembered = 100_000;

/** Claims share most of their words, and every one of them is asked about. */
function remembering(roots: Roots): Roots {
  const known = new Map<string, readonly string[]>();
  return (word) => {
    const kept = known.get(word);
    if (kept !== undefined) return kept;
    const found = roots(word);
    if (known.size >= mostRemembered) known.clear();
    known.set(word, found.length === 0 ? none : found);
    return found;
  };
}

const remembered = ({ ofNoun, ofVerb }: Deeds): Deeds => ({ ofNoun: remembering(ofNoun), ofVerb: remembering(ofVerb) });
const [ofEnglish, ofGerman, ofRomance] = [remembered(english), remembered(germanDeeds), remembered(romance)];

export const deedsByTongue: readonly Deeds[] = [ofEnglish, ofGerman, ofRomance, ofRomance];
/** Each once, where the language does not matter. */
export const allDeeds: readonly Deeds[] = [ofEnglish, ofGerman, ofRomance];
