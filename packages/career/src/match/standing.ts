/**
 * In which standing somebody did the work: as the one who is qualified for it, or as helper, trainee or assistant to that one.
 * Who asks for the former is shown the field by the latter, and not the profession.
 */
import { foldedInPlace } from './items/papers.js';

const helping =
  /\b(?:assistants?|trainee|apprentice|student (?:nurse|teacher|midwife)|aide|helper|auxiliary|orderly|licensed practical|healthcare assistant|\w*helfer(?:in)?|\w*hilfskraft|\w*assistent(?:in)?|auszubildende\w*|auxiliar(?:es)?|ayudantes?|aprendiz|becari[oa]|ajudantes?|estagiari[oa]|tecnic[oa] de enfermagem|veterinary|tierarzt\w*|veterinari[ao])\b/;

/** A profession is meant, not only its field: by a paper, or by being it. */
const asProfession =
  /\b(?:registered|qualified|chartered|licensed|certified|accredited|examiniert\w*|approbiert\w*|staatlich\w*|fachkraft|\w+fachkraft|titulad[oa]|colegiad[oa]|grado en|licenciatura|as an? |als |como |coren|crc|oab|head|chief|jef[ea] de|chef[ea] de|meister\w*|director[a]?)/;

export function onlyHelped(asked: string, shown: readonly string[]): boolean {
  const said = foldedInPlace(asked);
  if (!asProfession.test(said) || helping.test(said) || shown.length === 0) return false;
  return shown.every((text) => helping.test(foldedInPlace(text)));
}
