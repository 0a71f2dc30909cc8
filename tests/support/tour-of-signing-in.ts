import { randomUUID } from 'node:crypto'
import { URI } from 'otpauth'
import { vi } from 'vitest'
import type { OwnSessions } from '#sync/calls/own-session.ts'
import { firstAdministrator, openLink, withoutAdministrators } from './platform.ts'
import { callPasskeys } from './tour-of-passkeys.ts'
import type { Tour } from './tour.ts'

const post = (json: unknown = {}) => ({ json })

/** Operations of sessions, passwords, one-time codes and passkeys. */
export async function callSignIns(tour: Tour): Promise<void> {
  const { api, call } = tour
  const email = 'management_unit_analyst@demo.example'
  const headers = { 'x-client': 'api' }
  await call('post /api/login', 'nobody', { headers, json: { email, password: 'Reprise-2026' } })
  const analyst = await tour.person('management_unit_analyst')
  const buyer = await tour.person('buyer_manager')
  await call('get /api/session', analyst)
  const { accounts } = await call<{ accounts: readonly { id: string }[] }>('get /api/session/accounts', buyer)
  await call('post /api/session/account', buyer, post({ accountId: accounts[0]!.id }))
  await call('get /api/users/{id}/permissions', analyst, { params: { id: analyst.user.id } })
  await call('get /api/users/{id}/current-organization', analyst, { params: { id: analyst.user.id } })
  await call('post /api/session/language', analyst, post({ language: analyst.user.language }))
  await call('post /api/session/module', analyst, post({ module: analyst.user.module }))
  await call('post /api/password/renew', 'nobody', post({ email }))
  const token = /renew\/([\w-]+)/.exec(await lastRenewalMail(tour, email))?.[1] ?? ''
  await call('get /api/password/new/{token}', 'nobody', { params: { token } })
  await call('post /api/password/new/{token}', 'nobody', { params: { token }, json: { password: 'Autre-2026' } })
  const again = await api.signIn(email, { as: 'api', password: 'Autre-2026' })
  await call('post /api/password/change', again, post({ current: 'Autre-2026', password: 'Encore-Une-2026' }))
  const last = await api.signIn(email, { as: 'api', password: 'Encore-Une-2026' })
  const deviceId = randomUUID()
  const elsewhere = await api.signIn(email, { as: 'api', password: 'Encore-Une-2026', deviceId })
  const own = await call<OwnSessions>('get /api/session/list', elsewhere)
  const { id } = own.sessions.find(({ isThis }) => isThis)!
  await call('post /api/session/devices/{id}/end', last, { params: { id: deviceId } })
  await call('post /api/session/list/{id}/end', last, { params: { id } })
  await call('get /api/session/codes', last)
  const password = 'Encore-Une-2026'
  const { uri } = await call<{ uri: string }>('post /api/session/codes', last, post({ password }))
  const codeAt = (seconds: number) => URI.parse(uri).generate({ timestamp: Date.now() + seconds * 1000 })
  await call('post /api/session/codes/confirm', last, post({ code: codeAt(0) }))
  await call('post /api/session/codes/off', last, post({ password, code: codeAt(30) }))
  await callPasskeys(tour, last, password)
  await call('post /api/logout', last, post())
  const body = new URLSearchParams({ url: 'https://shop.demo.example/' })
  await call('post /api/webtoken-with-account-and-ord', 'nobody', { body })
}

/** The mail is made after the answer, which comes as soon for an unknown address, and each ends the links before it. */
async function lastRenewalMail(tour: Tour, email: string): Promise<string> {
  const mails = `from mail_message where kind = 'password_renewal' and recipient = $1`
  let before = ''
  await vi.waitUntil(
    async () => {
      const [former, now] = [before, await tour.value(`select count(*)::text ${mails}`, email)]
      before = now
      return now !== '0' && former === now
    },
    { interval: 500, timeout: 10_000 },
  )
  return tour.value(`select body_text ${mails} order by id desc limit 1`, email)
}

/** Operations that set an installation up. */
export const callSetUp = (tour: Tour): Promise<void> =>
  withoutAdministrators(tour.owner, async () => {
    const params = { token: (await openLink(tour.api.db))! }
    await tour.call('get /api/set-up/{token}', 'nobody', { params })
    await tour.call('post /api/set-up/{token}', 'nobody', { params, json: firstAdministrator })
  })
