/**
 * Whether a paper that a claim names is held. What is said behind the name of a degree or a licence is mostly where, when and how
 * well; what else is said of it is of few kinds: something is left to do, it was broken off, a place was offered, a part was
 * passed, it is planned, it has run out. Of work the same words say nothing of the kind, so only papers are read this way.
 */
import { foldedInPlace } from '../items/papers.js';

type Range = readonly [number, number];

const remains =
  /\b(?:(?:noch )?fehl(?:t|en)|steh(?:t|en) (?:noch )?aus|noch (?:offen|vor mir)|quedan? (?:por|\w+ )|(?:me |le )?faltan?(?= )|faltam?(?:-me)? |restam? |a falta d\w+|(?:por|sem|sin) (?:entregar|defender|terminar|acabar|concluir|presentar|apresentar|finalizar|leer|renovar|homologar)|pendientes?|pendentes?|outstanding|(?:still|yet) to (?:be |do|sit|take|pass|come|submit)|to go(?=$|[.,;)])|\w+ short(?=$|[.,;)])|not (?:yet )?(?:submitted|defended|begun|started|taken up|sat|finished|completed)|never (?:finished|completed|submitted)|unfinished|incomplet\w*)/;

const brokenOff =
  /\b(?:left (?:after|before|early|without)|dropped out|with(?:drew|drawn)|gave (?:it )?up|broke off|break from|interrupted|deferred|postponed|on hold|paused|parad[oa]|abandon\w*|(?:lo|la) deje|dejad[oa]|interrumpid[oa]|interrompid[oa]|trancad[oa]|congelad[oa]|trunc[oa]|aplazad[oa]|adiad[oa]|desisti|larguei|parei|abgebrochen|unterbrochen|pausiert|ruht|exmatrikuliert|verschoben|nach \w+ (?:semestern?|jahren?) (?:gewechselt|aufgehort|beendet)|nicht (?:bestanden|geschafft|beendet|abgeschlossen|begonnen|angetreten|fertig)|no (?:terminad|acabad|aprobad|superad|empezad)[oa]|nao (?:terminad|acabad|concluid|iniciad)[oa])\b/;

const offered =
  /\b(?:(?:conditional )?offer (?:accepted|from|of)|(?:offered|given) a place|place (?:offered|confirmed|accepted)|admitted (?:for|to)|accepted (?:for|to|onto)|applied for|zusage|zugesagt|studienplatz|zulassung erhalten|beworben|admitid[oa]|plaza (?:concedida|asignada|reservada)|me han (?:aceptado|admitido)|fui aceite|aceit[eo] (?:no|na|para)|vaga (?:garantida|reservada)|matricula (?:feita|hecha)|candidatura)\b/;

const few =
  '(?:1|2|3|4|5|one|two|three|four|some|half|first|second|zwei|drei|einige|erste[sr]?|zweite[sr]?|un|uno|dos|tres|primer|primero|segundo|dois|duas|tres|primeir[oa]|segund[oa]|metade|mitad)';
const stages =
  '(?:modules?|units?|terms?|years?|semesters?|stages?|module?|teil(?:e|prufung)?|semestern?|jahre?|modulos?|cursos?|asignaturas|semestres?|anos?|cadeiras|disciplinas)';
const achieved =
  '(?:passed|done|completed|finished|bestanden|geschafft|absolviert|aprobad[oa]s?|superad[oa]s?|hech[oa]s?|aprovad[oa]s?|feit[oa]s?|conclui\\w+)';
const inPart = new RegExp(
  `(?<!\\b(?:all|alle|the|die|los|todos|todas|os|as) )\\b${few}[.ºª°]{0,2} (?:of \\w+ )?${stages} ${achieved}\\b|\\b${achieved} ${few}[.ºª°]{0,2} (?:of \\w+ )?${stages}\\b`,
);

/** "HubSpot Inbound: 4 de 9 módulos", "60 % de los créditos": so far, and not all of it. */
const soFar =
  /\b(\d{1,3}|\w{3,6}) (?:out of|of|von|de|dos|das|\/) (?:the |los |las |os |as |den )?(\d{1,3}|\w{3,6}) (?:modules?|units?|terms?|semesters?|papers?|exams?|credits?|module?n?|semestern?|teilen?|prufungen|modulos?|semestres?|creditos?|asignaturas|examenes|provas|cadeiras|disciplinas|materias)\b/;
const shareOfIt =
  /\b\d{1,2} ?% (?:of|de|der|des|dos|das|do|da) (?:the |los |las |la )?(?:credits?|course|degree|creditos?|carrera|curso|asignaturas|materias|disciplinas|studiums?|leistungspunkte)/;

function isSoFar(said: string): boolean {
  const [, done = '', all = ''] = soFar.exec(said) ?? [];
  const [some, whole] = [done, all].map((word) => numbers[word] ?? Number(word));
  return shareOfIt.test(said) || (some !== undefined && whole !== undefined && some < whole);
}

const intended =
  /\b(?:pretendo|tenciono|penso (?:em |fazer|tirar|que)|quero|gostava|gostaria|pienso (?:\w+r\b)|quiero|quisiera|voy a|vou (?:fazer|tirar|comecar)|plan(?:ning)? to|intend to|hope to|want to|will (?:take|sit|start|do|begin|renew|try)|would (?:do|take|like)|mochte|werde (?:ich)?|will ich|habe (?:ich )?vor|(?:cuando|quando) (?:la|el|a|o|pueda|puder|haya|houver|tenga|tiver)|sobald|as soon as|when(?:ever)? (?:the|my|i) |empiezo|empezare|comienzo|comeco|comecarei|ich beginne|me apunto|me apuntare|apuntad[oa]|inscrevi|inscrevo|inscrit[oa] (?:para|no|na)|enroll?ed|enroll?ing|(?:evening )?(?:class|course)(?:es)? (?:from|in|starting)|kurs (?:ab|im|beginnt)|clases (?:en|desde|a partir)|booked for|(?:examen|exame|exam|prufung) (?:is|es|e|ist)? ?(?:due|in|en|em|im|no|na)\b|tirar (?:no|em)|sacar(?:melo|lo)? (?:el|en)|next (?:year|month|spring|summer|autumn|winter)|el (?:ano|curso|mes) que viene|(?:no )?proxim[oa] (?:ano|mes|curso)|nachste[sn] (?:jahr|semester))/;

const over =
  /\b(?:overdue|uberfallig|atrasad[oa]|em atraso|needs? (?:renew\w*|a renewal|updating|refreshing)|(?:to|must) be renewed|r[au]n out|expired|lapsed|abgelaufen|erloschen|verfallen|caducad[oa]|caduco|vencid[oa]|venceu|expirou|expirad[oa]|revoked|entzogen|retirad[oa]|(?:nicht|nie|keine?) (?:\w+ ){0,2}(?:erneuert|verlangert|aufgefrischt|unterweisung|auffrischung|fortbildung)|(?:sin|sem|nunca|no|nao) (?:\w+ )?renov\w+|(?:tenho|tengo|hay) (?:de|que) (?:repetir|renovar)|muss (?:\w+ )?(?:erneuert|aufgefrischt|verlangert))/;

const kinds: readonly (readonly [RegExp, string])[] = [
  [remains, 'something is left to do'],
  [brokenOff, 'it was broken off'],
  [offered, 'a place is not a paper'],
  [inPart, 'a part of it was passed'],
  [intended, 'it is intended'],
  [over, 'it has run out'],
];

/** "Forklift, MSc": another paper of the list, of which the next remark speaks. */
const anotherPaper =
  /\b(?:b\.?sc|m\.?sc|b\.?a|m\.?a|phd|bachelor|master|diplom\w*|degree|grado|licenciatura|mestrado|maestria|certific\w*|zertifik\w*|licen[cs]e|licencia|\w*schein|\w*brief|carnet?|carne|carta|curso|kurs|course|ausbildung|nvq|btec|card|ticket|cfg[ms]|tecnic[oa]|[a-c][12])\b/;

/** What is said of the paper: its item of a list and those behind it, as far as they name no other paper. */
function saidOf(folded: string, [from, to]: Range): string {
  const start = Math.max(...['. ', '; ', '| ', '\n'].map((mark) => folded.lastIndexOf(mark, from - 1) + 1), 0);
  const rest = folded.slice(to).split(/[;|\n]|\.\s/)[0] ?? '';
  const items = rest.split(/,\s/);
  const next = items.findIndex((item, at) => at > 0 && anotherPaper.test(item) && !inPart.test(item));
  const before = folded.slice(start, from).split(/,\s/).at(-1) ?? '';
  return `${before}${folded.slice(from, to)}${items.slice(0, next < 0 ? items.length : next).join(', ')}`;
}

const numbers: Readonly<Record<string, number>> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, ein: 1, zwei: 2, drei: 3, vier: 4, funf: 5 },
  ...{ un: 1, dos: 2, tres: 3, cuatro: 4, cinco: 5, um: 1, dois: 2, quatro: 4 },
};
const year = /\b(?:19|20)\d\d\b/g;
const count = `(\\d{1,2}|${Object.keys(numbers).join('|')})`;
const lasting = new RegExp(
  `\\b(?:valid|validez|valide[zs]a?|valido|valida|validade|vigencia|gultig|gilt|good)(?: for| fur| de| por|:)? ${count} (?:years?|jahre?|anos?)\\b|\\b${count}[- ](?:years?|jahre?|anos?)(?:n)?[- ](?:certificate|card|ticket|licen[cs]e|gultig|lang gultig|de (?:validez|validade|vigencia)|valid)`,
);

/** "Course of 2020, valid two years": a paper that says itself how long it lasts. */
function hasRunOut(said: string, today: number): boolean {
  const found = lasting.exec(said);
  const lasts = found?.[1] ?? found?.[2];
  const latest = Math.max(0, ...(said.match(year) ?? []).map(Number));
  return lasts !== undefined && latest > 0 && latest + (numbers[lasts] ?? Number(lasts)) < today;
}

/** "Passed the exam in 2024": that exam is not ahead. */
const passed = /\b(?:passed|bestanden|aprobe|aprobad[oa]|superad[oa]|passei|aprovad[oa])\b/;

/** Why a paper that is named is not held, if so. */
export function notHeld(text: string, at: Range, today: number): string | undefined {
  const said = saidOf(foldedInPlace(text), at);
  if (hasRunOut(said, today)) return 'it has run out';
  if (isSoFar(said)) return 'a part of it is done';
  return kinds.find(([words]) => words.test(said) && !(words === intended && passed.test(said)))?.[1];
}
