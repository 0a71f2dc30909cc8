import type { OrganizationAnswer } from '#sync/calls/organization.ts'
import type { TestSession } from './api.ts'

/** What a call that changes an entity answers. */
export interface EntityOutcome {
  readonly status: number
  readonly body: OrganizationAnswer & {
    readonly code?: string
    readonly field?: string
    readonly details?: Readonly<Record<string, unknown>>
  }
}

/** Calls that create and change entities, by the user of the session. */
export function entityCalls(session: TestSession) {
  const send = async (path: string, init: object): Promise<EntityOutcome> => {
    const answer = await session.request(path, init)
    return { status: answer.status, body: (await answer.json()) as EntityOutcome['body'] }
  }
  return {
    create: (json: object) => send('/api/organizations', { method: 'POST', json }),
    patch: (id: string, json: object, version?: number) =>
      send(`/api/organizations/${id}`, {
        method: 'PATCH',
        json,
        headers: {
          'content-type': 'application/merge-patch+json',
          ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
        },
      }),
    read: (id: string) => send(`/api/organizations/${id}`, {}),
  }
}

/** Status, code and field of a refusal. */
export const saidOf = ({ status, body }: EntityOutcome) => [status, body.code, body.field]
