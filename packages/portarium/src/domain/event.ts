/** A fact for subscribers. It is stored in the transaction that made it true. */
export interface DomainEvent {
  /** For instance `run.RunStarted`; becomes `com.portarium.run.RunStarted`. */
  readonly type: string;
  readonly subject: string;
  readonly correlationId?: string;
  readonly runId?: string;
  readonly actionId?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** CloudEvents 1.0, structured mode. */
export interface CloudEvent {
  readonly specversion: '1.0';
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly subject: string;
  readonly time: string;
  readonly datacontenttype: 'application/json';
  readonly tenantid: string;
  readonly correlationid?: string;
  readonly runid?: string;
  readonly actionid?: string;
  /** The place of the event in the workspace's feed, as text because CloudEvents has no 64-bit integers. */
  readonly sequence: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface OutboxEvent {
  readonly workspaceId: string;
  readonly seq: number;
  readonly event: CloudEvent;
}

/** Whoever is sent what happens, and how far in the feed of the workspace they are. */
export interface Subscriber {
  readonly workspaceId: string;
  readonly active: boolean;
  readonly createdBy: string;
  readonly createdAt: number;
  /** Everything up to this number was delivered or given up. */
  readonly deliveredUpTo: number;
  readonly attempts: number;
  readonly nextAttemptAt: number;
  readonly lastError?: string;
  /** The last events that arrived, by their number, and when. */
  readonly arrived?: readonly { readonly sequence: number; readonly at: number }[];
  /** Events that were given up, by their number. */
  readonly deadLetters: readonly number[];
  /** Those of them that somebody wants sent again. */
  readonly replaying?: readonly number[];
}

export interface Webhook extends Subscriber {
  readonly webhookId: string;
  readonly url: string;
  /** Empty means all; otherwise the beginnings of the types wanted. */
  readonly types: readonly string[];
  /** Opens only with the key file of the control plane; see `Sealer`. */
  readonly sealedSecret: string;
}
