/** What kind of section a heading opens, in any of the languages we read: postings mix them freely. */
import { own } from '@quadrivium/kernel/essentials';
import { linesOf } from '../../../taxonomy/artefacts.js';
import { familyOf } from './families.js';
import type { SectionKind } from './section-kind.js';

export type { SectionKind } from './section-kind.js';

interface KnownPhrase {
  readonly kind: SectionKind;
  readonly phrase: string;
}

/** The longest phrase decides, so that "preferred qualifications" is not taken for "qualifications". */
const known: readonly KnownPhrase[] = linesOf('words/headings.txt')
  .flatMap((line) => {
    const [kind = '', phrases = ''] = line.split(': ');
    return phrases.split(', ').map((phrase) => ({ kind: kind as SectionKind, phrase }));
  })
  .sort((a, b) => b.phrase.length - a.phrase.length);

const byPhrase = new Map([...known].reverse().map((one) => [one.phrase, one] as const));

/** Lower case, no accents, no decoration: "¿Qué buscamos?" and "## QUE BUSCAMOS:" read alike. */
export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[’‘`´]/g, "'")
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}'-]+/gu, ' ')
    .replace(/(?<![\p{L}\p{N}])-+|-+(?![\p{L}\p{N}])/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Words around a known phrase that change nothing: "Your key requirements for this role". */
const slack = 16;

/** The kind of a line that is nothing but a known phrase, give or take a word. */
export function kindOfPhrase(text: string): SectionKind | undefined {
  const said = folded(text);
  const exact = byPhrase.get(said);
  if (exact) return exact.kind;
  const near = known.find(
    ({ phrase }) =>
      said.length <= phrase.length + slack &&
      ((said.startsWith(`${phrase} `) && !isItem(phrase, said)) ||
        (said.endsWith(` ${phrase}`) && !isNamed(phrase, said))),
  );
  return near === undefined ? undefined : softened(near.kind, said);
}

const things =
  /^(?:experien\w+|\w*erfahrung|knowledge|\w*kenntnisse|conocimientos|conhecimentos|formac\w+|\w*ausbildung|education|skills|escolaridade|titulacion|estudios|licen[cs]es?|registration|certifi\w+|qualifications?|habilidades|capacidad\w*|competen\w+)$/;
const papers = /^(?:cnh|carta de conducao|permiso de conducir|carnes|fuhrerschein)$/;

/** "Experience with SAP", "CNH D": a thing that is asked for, and not the heading over such things. */
function isItem(phrase: string, said: string): boolean {
  const rest = said.slice(phrase.length + 1);
  if (papers.test(phrase)) return true;
  return (
    things.test(phrase) &&
    /^(?:in|with|of|as|at|on|for|mit|im|als|auf|bei|en|con|como|de|em|com|na|no|zum|zur)\b|\d/.test(rest)
  );
}

const ofHeadings =
  /^(?:(?:a|an|and|your|you|our|the|key|core|main|required|essential|desired|desirable|preferred|previous|prior|professional|technical|personal|relevant|work|working|additional|other|further|minimum|necessary|specific|practical|general|special|specialist|soft|hard|job|role|for|of|with|ideal|basic|interpersonal|transferable|educational|academic|vocational|language|foreign|behavioural|ihre?|deine?|und|oder|mit|notwendige|erforderliche|gewunschte|fachliche|personliche|soziale|einschlagige|weitere|besondere|berufliche|praktische|tus?|sus?|y|de|la|las|el|los|con|otros|otras|formacion|experiencia|educacion|competencias|requisitos|minim[oa]s?|seus?|suas?|teus?|tuas?|e|da|das|do|dos|outros|outras|formacao|nivel|\d+) ?)+$/;

/** "On-call experience" is a thing that is asked for, "your technical experience" a heading over such things. */
function isNamed(phrase: string, said: string): boolean {
  return things.test(phrase) && !ofHeadings.test(said.slice(0, -phrase.length - 1));
}

export interface HeadingTold {
  readonly kind: SectionKind | undefined;
  /** It is a usual phrase and nothing else; else what stands under it has a say too. */
  readonly sure: boolean;
}

/** The kind of a line that is a heading by its form: a known phrase anywhere in it, or how it speaks of whom. */
export function headingTold(text: string): HeadingTold {
  const said = folded(text);
  const exact = byPhrase.get(said)?.kind ?? own(byPronoun, said);
  if (exact) return { kind: exact, sure: true };
  const family = familyOf(text, ` ${said} `);
  return family?.sure ? family : { kind: kindOfHeading(text), sure: false };
}

/** "Du …" over what you are, "Wir …" over what we give. */
const byPronoun: Readonly<Record<string, SectionKind>> = {
  you: 'required',
  du: 'required',
  sie: 'required',
  tu: 'required',
  voce: 'required',
  we: 'other',
  us: 'other',
  wir: 'other',
  nosotros: 'other',
  nos: 'other',
};

export function kindOfHeading(text: string): SectionKind | undefined {
  const said = ` ${folded(text)} `;
  const told = byPhrase.get(said.trim())?.kind ?? familyOf(text, said)?.kind ?? kindOfPhrase(text) ?? kindByTone(said);
  if (told !== undefined) return told;
  const found = known.find((one) => one.phrase.length > 3 && said.includes(` ${one.phrase} `));
  return found === undefined ? undefined : softened(found.kind, said);
}

const onlyWished =
  /desirable|desired|preferred|optional|nice to have|nice-to-have|nice if|bonus|\bplus\b|extra|ideally|wunschenswert|kann-|von vorteil|idealerweise|deseable|desead|valorable|desejave|desejad|diferencia|preferente|preferencia/;
const demanded =
  /essential|required|must|mandatory|minimum|muss|zwingend|erforderlich|imprescindible|obligatori|obrigatori|indispensav|imprescindive/;

const duties =
  /\b(?:functions?|duties|duty|responsibilit\w+|tasks?|activities|\w*aufgaben|tatigkeiten|funciones|tareas|responsabilidad\w*|atribuic\w+|atividades|funcoes|tarefas)\b/;
const asked = /requi|qualif|skill|experien|profil|anforder|voraussetz|kenntnis|formac|conhecim|conocim/;

/**
 * "Desirable requirements" ask for nothing that one must have, and "essential functions" for nothing at all, whichever of
 * their words is the longer.
 */
function softened(kind: SectionKind, said: string): SectionKind {
  if (kind !== 'other' && duties.test(said) && !asked.test(said)) return 'other';
  return kind === 'required' && onlyWished.test(said) && !demanded.test(said) ? 'preferred' : kind;
}

const candidate =
  "you|your|you'd|you'll|you've|i|me|my|du|dein|deine|dich|dir|sie|ihr|ihre|ihnen|ich|tu|tus|ti|te|voce|seu|sua|teu|tua|si";
const aboutCandidate = new RegExp(` (?:${candidate}) `);
const aboutCompany =
  / (?:we|us|our|wir|uns|unser|unsere|nosotros|nuestro|nuestra|nuestros|nuestras|nos|nosso|nossa|nossos|nossas|a gente|unserem|unseren|unserer) /;

/** How headings talk when they use none of the usual phrases; the first that fits decides. */
const tones: readonly (readonly [RegExp, SectionKind])[] = [
  // Somebody is meant: "we'd love to hear from you if", "lo que nos gustaría ver en ti".
  [/ (?:hear from|see in you|ver en ti|ver em (?:si|ti|voce)|sehen wir (?:dich|sie)) /, 'required'],
  // Somebody gives: "our side of the bargain", "und was hast du davon", "¿y a cambio?", "damos-lhe".
  [
    / (?:get|gets|offer|offers|happens|next|apply|reward|rewards|thank-you|thanks|deal|package|bargain|perks|in return|for you|in it for|why|stay|enjoy|treat yourself|bekommst|bekommen|bieten|freuen|davon|von uns|wir dich|wir sie|wir dir|warum|ofrecemos|recibiras|a cambio|damos|te damos|te llevas|por que|oferecemos|recebes|recebe|em troca|leva|levas|lhe damos|damos-lhe|ganha|ganhas|encontra|encontras|encontraras|hay para ti|para ti|te espera|te ofrece|provide|provides|gives you|give you|mimos|versprechen|geboten|bietet|winkt|drin|darfst du dir|erwartet dich|erwartet sie|das gibt|gibt es|freuen kannst) /,
    'other',
  ],
  // Somebody works: "a normal week", "in this post you will", "womit du dich beschäftigst".
  [
    / (?:normal week|normal day|week look|day look|look like|in this post|in this job|job in short|your work|the work|caseload|themen|wirkungskreis|beschaftigst|worum|worum geht|einsatzgebiet|haras|faras|dia a dia) /,
    'other',
  ],
  [/ (?:do|doing|involve|involves|will|tun|machen|machst|hacer|haras|fazer|faras) $/, 'other'],
  // Somebody wishes: mostly in the subjunctive.
  [
    / (?:lovely|even better|bonus|extra|extras|stand out|great if|nice if|good if|love it|a plus|helpful|would help|would be|would make|would also|we'd love|not a must|may still|advantage|besser|schon ware|ware|waren|sahnehaubchen|kirsche|punkte|plus|suma|sumas|sumaria|sumaras|gustaria|encantaria|mejor si|genial si|ademas|melhor se|melhor ainda|seria|ainda tiver|se tiver|tambem tiver|legal se|otimo se|bom se|dara puntos|da puntos|da pontos|destacar|destaque|somaria) /,
    'preferred',
  ],
  [
    / (?:we ask|we ask for|we need|we require|we expect|we want|wir verlangen|wir brauchen|wir fordern|hear from|interested in|looking for|searching for|seeking|right person|right fit|good fit|suits you|suit you|you if|succeed|shortlisted|considered|walk into|already (?:speak|know|have|use)|demands|(?:job|role|post|work) (?:needs|takes|requires|asks)|rucksack|im gepack|tragas|traigas|do you need|wen wir|passt zu|passen zu|solltest du|sollten sie|uberzeugen|uberzeugst|begeisterst|von ihnen|von dir|encajas|encaja|hace falta|hay que|tienes que|debes|pedimos|necesitas|combina|tem a ver|se destina|precisa ter|tem de ter|deves) /,
    'required',
  ],
];

function kindByTone(said: string): SectionKind | undefined {
  const tone = tones.find(([words]) => words.test(said));
  if (tone !== undefined) return tone[1];
  if (/ (?:if|wenn|si|se)(?: you| du| sie| tu| voce)? $/.test(said)) return 'required';
  if (aboutCompany.test(said)) return 'other';
  return aboutCandidate.test(said) &&
    / (?:bring|need|have|know|are|can|mit|brauch|brauche|brauchst|hast|bist|kannst|konnen|auszeichnet|tienes|necesito|eres|sabes|tem|preciso|precisa|es|sabe) /.test(
      said,
    )
    ? 'required'
    : undefined;
}
