/** How names of employers look, in the four languages, and what stands beside them on a posting without being one. */
import { dayIn } from '../../domain/calendar-day.js';
import { namesAnOrganisation, namesAPosition } from '../resume/role-names.js';

export const legalForm = String.raw`(?:GmbH(?: & Co\.? KGa?A?)?|gGmbH|mbH|AG|KG|SE|UG|e\. ?V\.|eG|Ltd\.?|Limited|LLP|LLC|PLC|plc|Inc\.?|Corp\.?|S\. ?L\. ?U?\.?|S\. ?A\. ?U?\.?|S\/A|SA|SL|Lda\.?|Ltda\.?|EIRELI)`;

/** They begin names of employers, or end them. */
const house =
  /(?<![\p{L}\p{N}])(?:kanzlei|praxis|haus|spedition|stadt(?:werke|verwaltung)?|gemeinde|landkreis|landratsamt|diakonie|caritas|autohaus|baubetrieb|\p{L}+gesellschaft|\p{L}+beratung|\p{L}+büro|\p{L}+betriebe?|\p{L}+werke?|\p{L}+bau|\p{L}+schule|solicitors|partners?|builders|farm|estate|society|brothers|surgery|dental|care|library|museum|theatre|garage|brewery|despacho|bufete|ayuntamiento|taller(?:es)?|residencia|cooperativa|fundación|grupo|asesoría|gestoría|ferretería|panadería|editorial|câmara municipal|prefeitura|escritório|ateliê|gabinete|oficina|farmácia|farmacia|padaria|construtora|fundação|cerâmica|transport(?:e|es|adora)|laticínios|metalúrgica)(?![\p{L}\p{N}])/iu;

/** Of how much and how long one works, what is paid, when it was published, in which part of the house. */
const manner =
  /(?<!\p{L})(?:full|part|permanent|temporary|contract|freelance|internship|apprenticeship|fixed|term|hours?|hrs|std|stunden|wochenstunden|vollzeit|teilzeit|(?:un)?befristet\p{L}*|minijob|festanstellung|praktikum|jornada|tiempo|indefinid[oa]|temporal|parcial|completa|contrato|tempo|integral|clt|pj|turnos?|shifts?|nights?|weekends?|schicht\p{L}*|posted|published|ago|applicants?|vacanc(?:y|ies)|vor \d|hace \d|há \d|candidat\p{L}+|bewerb\p{L}*|apply|bewirb|closing|deadline|ab|immediate(?:ly)?|start(?:ing|s)?|sofort|eintritt|incorporación|início|inicio|ref|reference|referenz|kennziffer|id|req|department|abteilung|bereich|departamento|directorate|team|equip[oae]|equipe|salary|salario|salário|gehalt|pay|band|grade|nível|nivel|grupo \w\d?|tv[öo]d|tv-?l|entgeltgruppe|allowance|bonus|benefits?|vagas?|plazas?|plätze|save|share|level|entry|m\/w\/d|w\/m\/d|h\/m|m\/f|f\/m\/d|experience|months?|monate|meses|job|stelle\p{L}*|notice|about|über|sobre)(?!\p{L})/iu;
const money = /[£€$]|\b(?:eur|gbp|chf|usd|brl|euros?)\b|\d+ ?k\b/i;
const mostWords = 8;

export const namesAnEmployer = (text: string): boolean =>
  namesAnOrganisation(text) || house.test(text) || / & /.test(text);

/** Begins as a name does, and speaks of no work, pay, day or term. */
export function mayBeAName(piece: string): boolean {
  const words = piece.split(/\s+/).length;
  if (!/^[\p{Lu}\d]/u.test(piece) || !/\p{L}/u.test(piece) || words > mostWords) return false;
  if (money.test(piece) || dayIn(piece) !== undefined || (/[!?]$|[.:]$/.test(piece) && !endsInAForm.test(piece)))
    return false;
  return namesAnEmployer(piece) || (!manner.test(piece) && !namesAPosition(piece));
}

const endsInAForm = new RegExp(`\\s${legalForm}$`, 'u');

/** A short name of something of which only its place on the line tells what it is: "Sotto Valle". */
export const mayBeATown = (piece: string): boolean =>
  /^\p{Lu}\p{L}/u.test(piece) && piece.split(/\s+/).length <= 4 && !namesAPosition(piece) && !namesAnEmployer(piece);
