import { describe, expect, it } from 'vitest'
import { throttleLimits } from '#domain/access/throttle-limits.ts'
import { prepareAccess } from '#tests/support/access.ts'
import { testPassword } from '#tests/support/api.ts'
import { connectAsOwner } from '#tests/support/factories.ts'
import { countLockWaiters } from '#tests/support/lock-waiters.ts'

const access = prepareAccess()
const { login, post, system } = access

const force = (email: string, isForced: boolean) =>
  system('update user_account set force_sso = $1 where email = $2', [isForced, email])

describe('a new password by mail', () => {
  const linkTo = (text: string) => /\/renew\/(p_[\w-]{43})/.exec(text)?.[1] ?? ''
  const renew = async (email: string) => {
    const answer = await post('/api/password/renew', { email })
    await access.api.mailRunner.runOnce()
    return answer
  }

  it(
    'is asked for with one answer for all, and mailed in the language of the user (AUTH-15)',
    { tags: ['slow'] },
    async () => {
      const before = access.api.mailbox.sent.length
      expect((await renew('nobody@retailer.example')).status).toBe(204)
      expect((await renew('inactive@retailer.example')).status).toBe(204)
      expect((await renew('forced@retailer.example')).status).toBe(204)
      expect(access.api.mailbox.sent).toHaveLength(before)
      expect((await renew('German@Retailer.example')).status).toBe(204)
      const mail = access.api.mailbox.sent.at(-1)
      expect(mail).toMatchObject({ to: 'german@retailer.example', subject: 'Wählen Sie ein neues Passwort' })
      expect(mail?.text).toContain('http://retailer.example/renew/p_')
    },
  )

  it(
    'is impossible where the domain signs in through SSO, for known and unknown alike',
    { tags: ['slow'] },
    async () => {
      for (const email of ['someone@sso.example', 'nobody@sso.example']) {
        expect(await renew(email)).toMatchObject({ status: 403, code: 'ACCESS_SSO_PASSWORD_MANAGED' })
      }
    },
  )

  it(
    'is mailed under such a domain to a user who has a password there, and to nobody else',
    { tags: ['slow'] },
    async () => {
      const email = 'someone@sso.example'
      const sent = () => access.api.mailbox.sent.filter(({ to }) => to === email).length
      const before = sent()
      await renew(email)
      expect(sent()).toBe(before)
      await force(email, false)
      expect(await renew(email)).toMatchObject({ status: 403, code: 'ACCESS_SSO_PASSWORD_MANAGED' })
      expect(sent()).toBe(before + 1)
      await force(email, true)
    },
  )

  it(
    'is impossible for a user who has come under forced SSO since the link was mailed',
    { tags: ['slow'] },
    async () => {
      await renew('store_manager@retailer.example')
      const token = linkTo(access.api.mailbox.sent.at(-1)?.text ?? '')
      const set = () => post(`/api/password/new/${token}`, { password: 'Neuve-2026' })
      await force('store_manager@retailer.example', true)
      expect(await set()).toMatchObject({ status: 403, code: 'ACCESS_SSO_PASSWORD_MANAGED' })
      await force('store_manager@retailer.example', false)
      expect((await login('store_manager@retailer.example')).status).toBe(200)
      expect((await set()).status).toBe(204)
    },
  )

  it('never points where a request claims to come from', { tags: ['slow'] }, async () => {
    await access.api.request('/api/password/renew', {
      method: 'POST',
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
      json: { email: 'store_seller@retailer.example' },
    })
    await access.api.mailRunner.runOnce()
    expect(access.api.mailbox.sent.at(-1)?.text).not.toContain('evil.example')
  })

  it(
    'follows the rule, works once, and ends every session and grant (AUTH-18, AUTH-20)',
    { tags: ['slow'] },
    async () => {
      const deviceId = '018f0000-0000-7000-8000-000000000003'
      const session = await access.api.signIn('management_unit_manager', { deviceId })
      await renew('management_unit_manager@retailer.example')
      const token = linkTo(access.api.mailbox.sent.at(-1)?.text ?? '')
      expect((await access.api.request(`/api/password/new/${token}`)).status).toBe(200)
      const set = (password: string) => post(`/api/password/new/${token}`, { password })
      for (const [password, code] of [
        ['Ab1', 'PASSWORD_TOO_SHORT'],
        [`Ab1${'x'.repeat(200)}`, 'PASSWORD_TOO_LONG'],
        ['ABCDEFG1', 'PASSWORD_NEEDS_LOWERCASE'],
        ['abcdefg1', 'PASSWORD_NEEDS_UPPERCASE'],
        ['Abcdefgh', 'PASSWORD_NEEDS_DIGIT'],
        ['Password1', 'PASSWORD_COMMON'],
        ['Azerty123456', 'PASSWORD_COMMON'],
        ['P@ssw0rd1', 'PASSWORD_COMMON'],
        ['Xx-Manager-17', 'PASSWORD_HOLDS_NAME'],
        [testPassword, 'PASSWORD_SAME_AS_OLD'],
      ] as const) {
        expect(await set(password)).toMatchObject({ status: 422, code, field: 'password' })
      }
      const answers = await Promise.all([set('Neuve-2026'), set('Other-2026')])
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([204, 404]))
      expect(await set('Encore-Une-2026')).toMatchObject({ status: 404, code: 'ACCESS_PASSWORD_LINK_INVALID' })
      expect((await session.request('/api/session')).status).toBe(401)
      const grants = await system('select 1 from device_grant where user_id = $1 and revoked_at is null', [
        session.user.id,
      ])
      expect(grants).toEqual([])
      expect((await login('management_unit_manager@retailer.example')).status).toBe(401)
      const fresh = [
        await login('management_unit_manager@retailer.example', 'Neuve-2026'),
        await login('management_unit_manager@retailer.example', 'Other-2026'),
      ]
      expect(new Set(fresh.map((answer) => answer.status))).toEqual(new Set([200, 401]))
      await access.api.mailRunner.runOnce()
      expect(access.api.mailbox.sent.at(-1)).toMatchObject({ subject: 'Votre mot de passe a changé' })
    },
  )

  it(
    'is refused by a link that is unknown, replaced or half an hour old (AUTH-18, AUTH-19)',
    { tags: ['slow'] },
    async () => {
      await renew('store_seller@retailer.example')
      const first = linkTo(access.api.mailbox.sent.at(-1)?.text ?? '')
      await renew('store_seller@retailer.example')
      const second = linkTo(access.api.mailbox.sent.at(-1)?.text ?? '')
      const read = async (token: string) => {
        const answer = await access.api.request(`/api/password/new/${encodeURIComponent(token)}`)
        return answer.status === 200 ? 200 : [answer.status, ((await answer.json()) as { code: string }).code]
      }
      const invalid = [404, 'ACCESS_PASSWORD_LINK_INVALID']
      expect(await read(first)).toEqual(invalid)
      expect(await read(second)).toBe(200)
      expect(await read(second.slice(0, -1) + (second.endsWith('A') ? 'B' : 'A'))).toEqual(invalid)
      // A mail program cuts an address, or takes a full stop into it.
      for (const damaged of ['short', second.slice(0, 12), `${second}.`, `<${second}>`, 'p_é'])
        expect(await read(damaged), damaged).toEqual(invalid)
      const set = await access.api.request('/api/password/new/short', {
        method: 'POST',
        json: { password: 'Neuve-2026' },
      })
      expect([set.status, ((await set.json()) as { code: string }).code]).toEqual(invalid)
      // 29 minutes after it was mailed the link works, after 30 it does not.
      await system(`update password_token set expires_at = expires_at - interval '29 minutes' where used_at is null`)
      expect(await read(second)).toBe(200)
      await system(`update password_token set expires_at = expires_at - interval '1 minute' where used_at is null`)
      expect(await read(second)).toEqual(invalid)
    },
  )
})

describe('a changed password', () => {
  it('asks for the present one, and ends the other sessions but not this one', async () => {
    const here = await access.api.signIn('root_management_unit_analyst')
    const there = await access.api.signIn('root_management_unit_analyst')
    const change = async (json: unknown) => {
      const response = await here.request('/api/password/change', { method: 'POST', json })
      return [response.status, response.status === 204 ? null : ((await response.json()) as { code: string }).code]
    }
    expect(await change({ current: 'Wrong-1234', password: 'Neuve-2026' })).toEqual([
      422,
      'ACCESS_CURRENT_PASSWORD_WRONG',
    ])
    // Looking for the next one is no guessing of the present one.
    for (let tried = 0; tried < throttleLimits.passwordChangeByUser.attempts; tried++)
      expect(await change({ current: testPassword, password: testPassword })).toEqual([422, 'PASSWORD_SAME_AS_OLD'])
    expect(await change({ current: testPassword, password: 'Neuve-2026' })).toEqual([204, null])
    expect((await here.request('/api/session')).status).toBe(200)
    expect((await there.request('/api/session')).status).toBe(401)
    expect((await login('root_management_unit_analyst@retailer.example', 'Neuve-2026')).status).toBe(200)
  })

  it('is impossible under forced SSO, also within a session from before', async () => {
    const { request } = await access.api.signIn('management_unit_analyst')
    await force('management_unit_analyst@retailer.example', true)
    const json = { current: testPassword, password: 'Neuve-2026' }
    const response = await request('/api/password/change', { method: 'POST', json })
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      403,
      'ACCESS_SSO_PASSWORD_MANAGED',
    ])
    await force('management_unit_analyst@retailer.example', false)
    expect((await login('management_unit_analyst@retailer.example')).status).toBe(200)
  })

  it('is changed by one of several changes at once: no other is confirmed and lost, and one mail is sent', async () => {
    const email = 'buyer_manager@retailer.example'
    const { request } = await access.api.signIn('buyer_manager')
    await system(`delete from mail_message where kind = 'password_changed'`)
    const passwords = Array.from({ length: 8 }, (_, at) => `Neuve-Etage-${at}`)
    const answers = await Promise.all(
      passwords.map((password) =>
        request('/api/password/change', { method: 'POST', json: { current: testPassword, password } }),
      ),
    )
    const won = passwords.filter((_, at) => answers[at]?.status === 204)
    expect(won).toHaveLength(1)
    expect((await login(email, won[0])).status).toBe(200)
    expect(await system(`select 1 from mail_message where kind = 'password_changed'`)).toHaveLength(1)
  })

  /** Runs calls while the user's row is held, so that each has come as far as it before the next begins. */
  const crossed = async <T>(email: string, calls: readonly (() => Promise<T>)[]): Promise<readonly T[]> => {
    const holding = await connectAsOwner(access.api.testDatabase.ownerUrl)
    const looking = await connectAsOwner(access.api.testDatabase.ownerUrl)
    await holding.query('begin')
    await holding.query('select 1 from user_account where email = $1 for no key update', [email])
    const begun: Promise<T>[] = []
    for (const call of calls) {
      begun.push(call())
      await expect.poll(() => countLockWaiters(looking), { timeout: 10_000 }).toBe(begun.length)
    }
    await holding.query('commit')
    await Promise.all([holding.end(), looking.end()])
    return Promise.all(begun)
  }

  it('leaves no session to a sign-in with the former one that was under way', async () => {
    const email = 'south@retailer.example'
    const { request } = await access.api.signIn(email)
    const [changed, signedIn] = await crossed<{ readonly status: number }>(email, [
      () =>
        request('/api/password/change', {
          method: 'POST',
          json: { current: testPassword, password: 'Neuve-Porte-2026' },
        }),
      () => login(email),
    ])
    expect(changed?.status).toBe(204)
    expect(signedIn).toMatchObject({ status: 401, code: 'ACCESS_CREDENTIALS_INVALID' })
    expect((await login(email, 'Neuve-Porte-2026')).status).toBe(200)
  })

  it('is the only one where a link is used in the same moment, without a deadlock', async () => {
    const email = 'second_operator@retailer.example'
    const { request } = await access.api.signIn(email)
    await post('/api/password/renew', { email })
    await access.api.mailRunner.runOnce()
    const token = /\/renew\/(p_[\w-]{43})/.exec(access.api.mailbox.sent.at(-1)?.text ?? '')?.[1]
    const logged = access.api.logLines.length
    const [changed, set] = await crossed<{ readonly status: number }>(email, [
      () =>
        request('/api/password/change', {
          method: 'POST',
          json: { current: testPassword, password: 'Neuve-Rue-2026' },
        }),
      () => post(`/api/password/new/${token}`, { password: 'Autre-Rue-2026' }),
    ])
    expect(changed?.status).toBe(204)
    expect(set).toMatchObject({ status: 404, code: 'ACCESS_PASSWORD_LINK_INVALID' })
    expect(access.api.logLines.slice(logged).filter((line) => line.includes('40P01'))).toEqual([])
    expect((await login(email, 'Neuve-Rue-2026')).status).toBe(200)
  })
})
