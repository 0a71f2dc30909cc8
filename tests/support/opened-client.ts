import type { AuthenticatedUser } from '#sync/calls/session-answers.ts'
import type { TestApi, TestSession } from './api.ts'

/** A session of the platform after its switch to an account: the answer brings another token. */
export interface OpenedClient {
  readonly status: number
  readonly code: string | undefined
  readonly user: AuthenticatedUser
  readonly headers: Readonly<Record<string, string>>
  readonly request: TestSession['request']
}

/** Goes on in a client, or back at the platform; naming a device asks for a grant. */
export async function openClient(
  request: TestApi['request'],
  session: Pick<TestSession, 'request'>,
  accountId: string,
  deviceId?: string,
): Promise<OpenedClient> {
  const json = { accountId, ...(deviceId !== undefined && { deviceId }) }
  const response = await session.request('/api/session/account', { method: 'POST', json })
  const body = (await response.json()) as AuthenticatedUser & { readonly code?: string }
  const headers = { authorization: `Bearer ${body.apiToken}` }
  return {
    status: response.status,
    code: body.code,
    user: body,
    headers,
    request: async (path, init = {}) =>
      request(path, { ...init, headers: { ...headers, ...(init.headers as object) } }),
  }
}
