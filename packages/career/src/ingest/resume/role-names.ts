/** Tells a position from the place where it was held, when a line names both. */
import type { Role } from '../../domain/role.js';

/** Words end at letters of any language: "Saúde" is no S.A., and "Señales" no SE. */
const organisation =
  /(?<![\p{L}\p{N}])(?:gmbh|ag|kg|se|ltd|limited|inc|llc|llp|plc|corp|corporation|co|company|group|holding|s\.?a|s\.?l|ltda|lda|bv|nv|oy|ab|university|universität|universidad|universidade|hochschule|college|school|schule|gymnasium|escuela|colegio|escola|instituto|institute|academy|akademie|hospital|clinic|klinik|klinikum|spital|krankenhaus|clínica|hospital|bank|banco|council|ministry|agency|foundation|stiftung|association|verein|hotel|restaurant|studio|labs?|church|trust|nhs|bakery|\p{L}*bäckerei|handwerkskammer|hwk|ihk|airport|airlines)(?![\p{L}\p{N}])/iu;
const position =
  /(?<![\p{L}\p{N}])(?:\p{L}*(?:engineer|developer|manager|nurse|teacher|driver|analyst|designer|architect|consultant|assistant|officer|director|technician|specialist|administrator|coordinator|scientist|researcher|accountant|clerk|chef|cook|lawyer|attorney|lead|intern|trainee|apprentice|worker|operator|electrician|plumber|carpenter|welder|mechanic|pharmacist|physician|doctor|therapist|editor|writer|translator|secretary|receptionist|cashier|waiter|waitress|baker|gardener|programmer|entwickler|ingenieur|leiter|pfleger|schwester|lehrer|fahrer|berater|kaufmann|kauffrau|assistent|techniker|meister|mechaniker|elektriker|verkäufer|buchhalter|sachbearbeiter|koch|köchin|geselle|gesellin|helfer|sanitäter|nutricionista|referent|praktikant|ingenier[oa]|desarrollador|enfermer[oa]|profesor|conductor|contable|abogad[oa]|cociner[oa]|camarer[oa]|gerente|jef[ea]|técnic[oa]|asistente|becari[oa]|engenheir[oa]|desenvolvedor|enfermeir[oa]|professor|motorista|contador|contabilista|advogad[oa]|cozinheir[oa]|vendedor|analista|coordenador|estagiári[oa])(?:in|innen|a|o|e?s)?|bachelor|master|bsc|b\.?a|b\.?sc|m\.?sc|m\.?a|mba|phd|diploma|diplom|licenciatura|grado|mestrado|ba|ma|head of|founder|owner|cto|ceo|cfo|vp)(?![\p{L}\p{N}])/iu;

/** How words for people who do something end, for jobs that nobody has listed: "Supply Planner", "Barista". */
const whoDoes =
  /\p{L}{3}(?:er|or|ist|ista|ian|ant|wife|man|woman|erin|orin|istin|dor|dora|ero|era|eiro|eira|nte)(?:\s*\([^)]*\))?$/iu;

/** A full stop parts names where no short form ends with it: "Electricista. Montajes Ebro", and not "St. Mary's". */
const separators = /\s+[|–—·•@-]\s+|(?<=\p{L}{4}|[ªº])\.\s+(?=\p{Lu})|,\s+(?![^(]*\))|\s+(?:at|bei|beim)\s+/iu;

/** In the order they are usually written: what somebody was, then where. */
export function roleNames(headers: readonly string[]): Pick<Role, 'title' | 'employer'> {
  const pieces = headers.flatMap(piecesOf);
  const employer = pieces.find((piece) => organisation.test(piece));
  const title =
    pieces.find((piece) => piece !== employer && position.test(piece)) ??
    pieces.find((piece) => piece !== employer && whoDoes.test(piece));
  const others = pieces.filter((piece) => piece !== employer && piece !== title);
  const what = title ?? others.shift();
  const where = employer ?? others.shift();
  return { ...(what === undefined ? {} : { title: what }), ...(where === undefined ? {} : { employer: where }) };
}

function piecesOf(header: string): string[] {
  return header
    .split(separators)
    .map(trimmed)
    .filter((piece) => piece !== '');
}

/** How many names a line gives. */
export function namesIn(header: string): number {
  return piecesOf(header).length;
}

export function looksLikeRole(text: string): boolean {
  return organisation.test(text) || position.test(text);
}

/** Whether a line names a position, whether or not it says where. */
export function namesAPosition(text: string): boolean {
  return position.test(text) || namesAPerson(text);
}

/** Whether the first name is that of somebody who does something. */
export function namesAPerson(header: string): boolean {
  return whoDoes.test(piecesOf(header)[0] ?? '');
}

export function namesAnOrganisation(text: string): boolean {
  return organisation.test(text);
}

function trimmed(piece: string): string {
  return piece.replace(/^[\s,;:()[\]]+|[\s,;:([\]]+$/g, '').replace(/^\)|\($/g, '');
}
