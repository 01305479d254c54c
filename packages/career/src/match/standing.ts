/**
 * In which standing somebody did the work: as the one who is qualified for it, or as helper, trainee or assistant to that one.
 * Who asks for the former is shown the field by the latter, and not the profession.
 */
import { foldedInPlace } from './items/papers.js';
import { namesSomebody } from './person-names.js';

const helping =
  /\b(?:assistants?|assistenz|assistente|zuarbeit|stellvertret\w*|deputy|helped (?:the|a|an)|assist(?:ed|ing|s) (?:the|our|my|a)|support(?:ed|ing) the|helping (?:the|a)|ayudaba|ayude|ajudava|ajudei|subjef[ea]|trainee|apprentice|student (?:nurse|teacher|midwife)|aide|helper|auxiliary|orderly|licensed practical|healthcare assistant|\w*helfer(?:in)?|\w*hilfskraft|\w*assistent(?:in)?|auszubildende\w*|auxiliar(?:es)?|ayudantes?|aprendiz|becari[oa]|ajudantes?|estagiari[oa]|tecnic[oa] de enfermagem|veterinary|tierarzt\w*|veterinari[ao])\b/;

/** A profession is meant, not only its field: by a paper, or by being it. */
const asProfession =
  /\b(?:registered|qualified|chartered|licensed|certified|accredited|examiniert\w*|approbiert\w*|staatlich\w*|fachkraft|\w+fachkraft|titulad[oa]|colegiad[oa]|grado en|licenciatura|as an? |als |como |coren|crc|oab|head|chief|jef[ea] de|chef[ea] de|meister\w*|director[a]?)/;

const leads = /leitung\b|\b(?:manager|head of|direction|jefatura|chefia|direccion|direcao)\b/;

export function onlyHelped(asked: string, shown: readonly string[]): boolean {
  const said = foldedInPlace(asked);
  const isProfession = asProfession.test(said) || leads.test(said) || namesSomebody(asked);
  if (!isProfession || helping.test(said) || shown.length === 0) return false;
  return shown.every((text) => helping.test(foldedInPlace(text)));
}
