import { beforeAll } from 'vitest'
import type { PaymentReleaseAnswer, PaymentRuleAnswer } from '#sync/calls/payment-release.ts'
import type { TestSession } from './api.ts'
import { preparePayments } from './payment-world.ts'

/** An account to be debited, as a manager gives it. */
export const payer = {
  name: 'Maison Essai',
  iban: 'FR7630006000011234567890189',
  bic: null,
  town: 'Paris',
  country: 'FR',
}

/** The status of an answer and the code of its refusal; null of none. */
export const told = async (response: Response) => {
  const body = (await response.json()) as { code?: string }
  return [response.status, body.code ?? null]
}

/**
 * Payments of an account with two managers, its payer, and what they do where two people are asked for; `withRule`
 * signs `second` and `admin` in again.
 */
export function prepareReleases() {
  const world = preparePayments()
  const { api, owner, manager, paymentOf } = world
  let sessions: { readonly second: TestSession; readonly admin: TestSession }

  beforeAll(async () => {
    await put(payer)
    await owner().query(
      `update user_module m set user_type = 'root_management_unit_manager', organization_id = $2
       from user_account u where u.id = m.user_id and u.email = $1`,
      ['south@retailer.example', api().accounts.retailer.rootId],
    )
    await signIn()
  })

  const second = () => sessions.second
  const post = (path: string, json: object = {}, by = manager()) => by.request(path, { method: 'POST', json })
  const put = (json: object, by = manager()) => by.request('/api/payer', { method: 'PUT', json })
  const rulePath = () => `/api/accounts/${api().accounts.retailer.id}/payment-rule`
  const patchRule = (releaseAboveCents: number | null, by = manager()) =>
    by.request(rulePath(), {
      method: 'PATCH',
      json: { releaseAboveCents },
      headers: { 'content-type': 'application/merge-patch+json' },
    })
  const readRule = async () => (await (await manager().request(rulePath())).json()) as PaymentRuleAnswer
  const listed = async (query = 'state=waiting', by = second()) =>
    (
      (await (await by.request(`/api/payment-releases?${query}&itemsPerPage=200`)).json()) as {
        'hydra:member': PaymentReleaseAnswer[]
      }
    )['hydra:member']
  /** What waits of a subject, or of a payment or file, as the second manager reads it. */
  const waitingFor = async (id: string, by = second()) =>
    (await listed('state=waiting', by)).find(
      ({ subject, paymentId, fileId }) => subject === id || paymentId === id || fileId === id,
    )!
  const release = (id: string, by = second()) => post(`/api/payment-releases/${id}/release`, {}, by)
  const refuse = (id: string, by = second(), reason: string | null = null) =>
    post(`/api/payment-releases/${id}/refuse`, { reason }, by)
  const paymentIdOf = async (buybackId: string) => (await paymentOf(buybackId)).id
  /** Asks for nothing that waits from before, and leaves the days of both users free of what they moved alone. */
  async function withRule(releaseAboveCents: number | null): Promise<void> {
    for (const { id } of await listed()) await refuse(id)
    await owner().query(
      `insert into payment_rule (account_id, release_above_cents) values ($1, $2)
       on conflict (account_id) do update set release_above_cents = excluded.release_above_cents`,
      [api().accounts.retailer.id, releaseAboveCents],
    )
    world.pass(25 * 3600_000)
    // Each rule signs all in again, more often than the sign-in takes from one address.
    await owner().query('delete from throttle')
    await Promise.all([world.signInAgain(), signIn()])
  }

  async function signIn(): Promise<void> {
    const [other, administrator] = await Promise.all([api().signIn('south@retailer.example'), api().signIn('admin')])
    sessions = { second: other, admin: administrator }
  }

  return {
    ...world,
    second,
    admin: () => sessions.admin,
    signIn,
    post,
    put,
    rulePath,
    patchRule,
    readRule,
    listed,
    waitingFor,
    release,
    refuse,
    paymentIdOf,
    withRule,
  }
}
