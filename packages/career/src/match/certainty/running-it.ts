/** Who asks for the management of a thing asks for somebody who ran it: to have been near it, or worked in it, is not that. */
import type { ParsedItem } from '../../domain/parsed-item.js';
import { foldedInPlace } from '../items/papers.js';
import type { Place } from './places.js';

const houses =
  'hotel|restaurant|kitchen|bar|shop|store|school|hospital|warehouse|farm|office|factory|plant|clinic|kuche|bar|laden|filiale|schule|krankenhaus|lager|betrieb|cocina|tienda|escuela|hospital|almacen|cozinha|loja|escola|armazem|hotelaria|fazenda';
const runs = new RegExp(
  `^(?:${houses})s? (?:management|leadership|administration|operations)$|^(?:${houses})(?:n|s)?(?:leitung|fuhrung|verwaltung)$|^(?:gestion|direccion|gestao|direcao|gerencia) de (?:${houses})s?$`,
  'u',
);
const ran =
  /(?<!\p{L})(?:manag|ran|run|led|lead|head|direct|oversaw|supervis|owner|owned|responsib|chef|leit|fuhr|verantwort|inhab|verwalt|jef|dirig|direct|gerent|gest|lider|encargad|responsable|responsavel|chefi|coorden|coordin)/u;

export function isNotRun({ text }: ParsedItem, place: Place, title: string): boolean {
  return runs.test(foldedInPlace(text).trim()) && !ran.test(foldedInPlace(`${place.text} ; ${title}`));
}
