import type { NatsSettings } from '@quadrivium/cobre/server';
import type { DataFolder } from '../folder/data-folder.js';
import type { RunningNote } from '../folder/running-note.js';

/** What a check is told; it looks, and changes nothing. */
export interface Patient {
  readonly data: DataFolder;
  readonly port: number;
  /** The server at which workers of cobre are found, when one is named. */
  readonly nats?: NatsSettings;
  /** The process that holds the folder, when there is one. */
  readonly running?: RunningNote | 'somewhere';
}

export interface Finding {
  readonly check: string;
  /** A warning is worth knowing; only a problem makes the whole unhealthy. */
  readonly status: 'ok' | 'warning' | 'problem';
  readonly detail: string;
  readonly suggestion?: string;
  /** Where the documentation explains the check. */
  readonly page?: string;
}

export interface Check {
  readonly name: string;
  look(patient: Patient): Promise<readonly Omit<Finding, 'check'>[]>;
}

export const ok = (detail: string) => [{ status: 'ok' as const, detail }];
export const warning = (detail: string, suggestion: string) => [{ status: 'warning' as const, detail, suggestion }];
export const problem = (detail: string, suggestion: string) => [{ status: 'problem' as const, detail, suggestion }];
