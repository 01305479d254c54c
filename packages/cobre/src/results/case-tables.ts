import { members } from '../equipment/members.js';
import { resolvedEcho } from './resolved-echo.js';

/** Tables that follow from a case alone. */
export const sideTables = [...members.flatMap(({ results }) => results.models ?? []), resolvedEcho];

/** Where the planes are told, and in which columns. */
export const fittedPlanes = {
  path: 'hydro_models/fpha_hyperplanes.parquet',
  columns: [
    'hydro_id:int32',
    'stage_id?:int32',
    'plane_id:int32',
    'gamma_0:double',
    'gamma_v:double',
    'gamma_q:double',
    'gamma_s:double',
    'kappa?:double',
  ],
} as const;
