/**
 * Claims that name a work without doing it: whoever hands documents to the auditors, cleans the offices of lawyers, or was a
 * guest of hotels was near it, and no more. Where a claim is of that shape, what it names is not its own.
 */
import type { Place } from './places.js';

/** "Passed sheets on to payroll", "schickte Texte an das Übersetzungsbüro": what comes behind is done by who receives it. */
const handsOver =
  /(?<!\p{L})(?:passed|sent|handed|forwarded|transferred|referred|escalated|submitted|transported|brought|escorted|took|delivered|reported|liaised|weitergeleitet|übergab|übergeben|schickte|geschickt|brachte|gebracht|lieferte|geliefert|begleitete|envi[éó]|enviaba|entregué|remití|llevé|trasladé|derivé|enviei|encaminhei|levei|entreguei|transportei|remeti)(?!\p{L})[^.;:,]*(?<!\p{L})(?:to|an|nach|zu[rm]?|into|a|al|para|à|ao|aos|às)\s+(?:(?:the|an?|our|their|der|die|das|den|dem|eine?[rnm]?|el|la|los|las|una?|nuestr[oa]|o|os|as|uma?)\s+)?(?:\p{L}+\s+)?$/iu;

const preposition =
  /(?<!\p{L})(?:at|of|for|in|to|from|bei|für|von|vom|der|des|einer|eines|im|en|de|del|para|em|do|da|dos|das|num|numa|no|na)\s/iu;

/** Services that every house needs: they say nothing of the trade of the house. */
const serves =
  /^(?:(?:part-time|night|office|\p{L}+)\s+)?(?:clean(?:ed|er|ing)|guard(?:ed)?|washed|swept|tidied|catered|cooked|drove|delivered|booked|receptionist|security|proofread|filed|watered|reinig\p{L}*|putz\p{L}*|bewach\p{L}*|empfang|pförtner\p{L}*|beliefer\p{L}*|limpi\p{L}*|limpé|vigilante|recepcionista|repart\p{L}*|porter[oa]|segurança|porteir[oa]|limpeza|entreguei|faxineir[oa])(?!\p{L})/iu;

/** "Regular guest of sushi restaurants", "Mitglied im Turnverein", "cliente habitual de". */
const consumes =
  /^(?:\p{L}+\s+)?(?:guest|customer|client|patient|visitor|fan|member|reader|spectator|user|gast|kunde|kundin|besucher(?:in)?|mitglied|leser(?:in)?|zuschauer(?:in)?|cliente|paciente|visitante|soci[oa]|aficionad[oa]|lector(?:a)?|hóspede|utente|visita|membro|leitor(?:a)?|fã)(?:\s+(?:habitual|regular|assídu[oa]|frecuente|frequente))?\s+(?:at|of|in|on|im|bei[m]?|der|des|von|vom|en|de|del|do|da|dos|das|em|num|numa)(?!\p{L})/iu;
/** "Enjoys", "likes", "loves", at the head: what somebody likes is no work. */
const likes =
  /^(?:i\s+|ich\s+|me\s+)?(?:enjoys?|likes?|loves?|liebe|mag|begeistert|encantan?|gustan?|adoro|gosto)(?!\p{L})/iu;
/** Chairs of societies and members of professions have more than a card. */
const professional =
  /(?<!\p{L})(?:bar|chamber|college|institute|association|society|board|council|team|staff|crew|faculty|committee|panel|kammer|verband|vorstand|team|gremium|ausschuss|colegio|asociación|equipo|junta|comité|ordem|conselho|equipa|equipe|direção|associação)(?!\p{L})/iu;

export function standsBy({ text, at: [from], isTitle }: Place): string | undefined {
  if (isTitle) return undefined;
  const before = text.slice(0, from);
  const handed = handsOver.exec(before)?.[0];
  if (handed !== undefined) return handed.trim();
  const served = serves.exec(text)?.[0];
  if (served !== undefined && from > served.length && preposition.test(before.slice(served.length))) return served;
  const consumed = professional.test(text) ? undefined : consumes.exec(text)?.[0];
  return consumed !== undefined && from >= consumed.length ? consumed : likes.exec(text)?.[0];
}
