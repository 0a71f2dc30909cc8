import { expect } from 'vitest'
import type pg from 'pg'
import type { UserDetail } from '#sync/calls/user.ts'
import { createTestApi, testOrigin, type TestApi, type TestSession } from './api.ts'
import { connectAsOwner } from './factories.ts'

/** A user as an answer tells one, or a refusal. */
export type UserAnswerOrRefusal = UserDetail & { readonly code?: string; readonly field?: string }

/** The application with what tests of users do over and over. */
export interface UserOffice {
  readonly api: TestApi
  readonly owner: pg.Client
  admin: TestSession
  readonly root: TestSession
  send(
    who: TestSession,
    method: string,
    path: string,
    json?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ readonly status: number; readonly etag: string | null; readonly body: UserAnswerOrRefusal }>
  /** A new seller of the northern store, whose address nobody else has. */
  person(change?: object): Readonly<Record<string, unknown>>
  /** Makes such a seller. */
  made(change?: object, who?: TestSession): Promise<UserAnswerOrRefusal>
  patch(
    id: string,
    json: object,
    who?: TestSession,
    headers?: Readonly<Record<string, string>>,
  ): ReturnType<UserOffice['send']>
  read(id: string, who?: TestSession): Promise<UserAnswerOrRefusal>
  idOf(email: string): string
  /** Mails that have gone to an address, oldest first. */
  mails(to: string): Promise<readonly { readonly subject: string; readonly text: string }[]>
  setPassword(token: string, password?: string): Promise<Response>
  /** The token of the newest link mailed to an address. */
  newestLink(to: string): Promise<string>
  close(): Promise<void>
}

/** Boots the application with an administrator and a manager of the whole retailer signed in. */
export async function createUserOffice(): Promise<UserOffice> {
  const api = await createTestApi()
  const owner = await connectAsOwner(api.testDatabase.ownerUrl)
  let count = 0
  const send: UserOffice['send'] = async (who, method, path, json, headers = {}) => {
    const answer = await who.request(path, { method, json, headers })
    const text = await answer.text()
    const body = JSON.parse(text === '' ? '{}' : text) as UserAnswerOrRefusal
    return { status: answer.status, etag: answer.headers.get('etag'), body }
  }
  const office: UserOffice = {
    api,
    owner,
    admin: await api.signIn('admin'),
    root: await api.signIn('root_management_unit_manager'),
    send,
    person: (change = {}) => ({
      email: `new-${(count += 1)}@retailer.example`,
      firstname: 'Nadia',
      lastname: 'Benali',
      modules: { root: { type: 'store_seller', organizationId: api.accounts.retailer.northStoreId } },
      ...change,
    }),
    made: async (change, who = office.admin) => {
      const { status, body } = await send(who, 'POST', '/api/users', office.person(change))
      expect([status, body.code]).toEqual([200, undefined])
      return body
    },
    patch: (id, json, who = office.admin, headers = {}) => send(who, 'PATCH', `/api/users/${id}`, json, headers),
    read: async (id, who = office.admin) => (await send(who, 'GET', `/api/users/${id}`)).body,
    idOf: (email) => api.accounts.userIds[email] ?? '',
    mails: async (to) => {
      while ((await api.mailRunner.runOnce()) > 0);
      return api.mailbox.sent.filter((mail) => mail.to === to)
    },
    setPassword: (token, password = 'Nouvelle-2026') =>
      api.request(`/api/password/new/${token}`, {
        method: 'POST',
        json: { password },
        headers: { origin: testOrigin },
      }),
    newestLink: async (to) => /\/renew\/(\S+)/.exec((await office.mails(to)).at(-1)?.text ?? '')?.[1] ?? '',
    close: async () => {
      await owner.end()
      await api.close()
    },
  }
  return office
}
