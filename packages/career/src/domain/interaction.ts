/**
 * One outreach to one person about one opportunity. States and events keep the seed's numbers on the wire; names stand
 * beside them.
 */
export const interactionStates = ['Draft', 'Ready', 'Sent', 'Responded', 'Closed'] as const;
export type InteractionState = (typeof interactionStates)[number];

export const interactionEvents = ['Prepare', 'Send', 'ReceiveReply', 'Close'] as const;
export type InteractionEvent = (typeof interactionEvents)[number];

const table: Readonly<Record<InteractionState, Readonly<Partial<Record<InteractionEvent, InteractionState>>>>> = {
  Draft: { Prepare: 'Ready', Close: 'Closed' },
  Ready: { Send: 'Sent', Close: 'Closed' },
  Sent: { ReceiveReply: 'Responded', Close: 'Closed' },
  Responded: { Close: 'Closed' },
  Closed: {},
};

export function nextState(state: InteractionState, event: InteractionEvent): InteractionState | undefined {
  return table[state][event];
}

export function stateCode(state: InteractionState): number {
  return interactionStates.indexOf(state);
}

export function stateOf(code: number): InteractionState {
  const state = interactionStates[code];
  if (state === undefined) throw new RangeError(`${code} is no interaction state.`);
  return state;
}

export interface Interaction {
  readonly interaction_id: string;
  readonly contact_id: string;
  readonly opportunity_id: string;
  readonly state: InteractionState;
  readonly transition_index: number;
}

/** The table as rows, for the Lua script that must apply the same one. */
export const transitions: readonly { from: InteractionState; event: InteractionEvent; to: InteractionState }[] =
  interactionStates.flatMap((from) =>
    interactionEvents.flatMap((event) => {
      const to = nextState(from, event);
      return to === undefined ? [] : [{ from, event, to }];
    }),
  );
