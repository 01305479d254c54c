/** What a person can do at the control plane, over its REST API. */
export interface Desk {
  ask<T>(path: string, body?: object): Promise<T>;
}

export function deskOf(url: string, key: string): Desk {
  return {
    async ask<T>(path: string, body?: object): Promise<T> {
      const response = await fetch(`${url}/portarium/v1/workspaces/demo${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer: unknown = await response.json();
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`);
      return answer as T;
    },
  };
}

export interface Approval {
  readonly approvalId: string;
  readonly runId: string;
  readonly status: string;
  readonly plan: readonly { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> }[];
  readonly decisions: readonly object[];
}

export interface Run {
  readonly runId: string;
  readonly status: string;
  readonly failure?: object;
  readonly output?: { readonly deltas: { readonly lb_delta: number }; readonly exported: string };
}

export async function approvalsOf(desk: Desk, runId: string): Promise<readonly Approval[]> {
  const { items } = await desk.ask<{ items: Approval[] }>('/approvals?limit=200');
  return items.filter((approval) => approval.runId === runId);
}
