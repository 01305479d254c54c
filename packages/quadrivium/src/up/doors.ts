/** Who comes in, and how: with a key, with a session, or from this machine without either. */
import type { Authenticator, Logger, Routes } from '@quadrivium/kernel';
import { type ControlPlane, type LoginSettings, openLogin } from '@quadrivium/portarium/server';
import { noLogin } from '../console/no-login.js';
import { type HouseKey, keyOnly, keyOrLocal } from './authenticate.js';

export interface DoorOptions {
  readonly port: number;
  readonly publicUrl?: string | undefined;
  /** Browsers come over TLS. */
  readonly isSecure: boolean;
  readonly login?: LoginSettings | undefined;
  readonly workspace: string;
  readonly log: Logger;
}

export interface Doors {
  readonly routes: Routes;
  readonly authenticator: Authenticator;
  /** Names beside those of this machine under which browsers may come. */
  readonly allowedHosts: readonly string[];
}

export function openDoors(plane: ControlPlane, house: HouseKey, options: DoorOptions): Doors {
  const { port, publicUrl, isSecure, login, workspace, log } = options;
  const keys = publicUrl === undefined ? keyOrLocal(plane, house) : keyOnly(plane, house);
  const allowedHosts = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  if (login === undefined) return { routes: { '/auth/session': noLogin }, authenticator: keys, allowedHosts };
  const place = publicUrl ?? `${isSecure ? 'https' : 'http'}://localhost:${port}`;
  const desk = openLogin(plane.deps, { ...login, publicUrl: place }, { publicUrl: place, workspace, log });
  return { routes: desk.routes, authenticator: desk.accepting(keys), allowedHosts };
}
