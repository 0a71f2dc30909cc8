import { describe, expect, it } from 'vitest'
import { languages } from '#domain/kernel/languages.ts'
import { readTexts } from '#tests/support/texts.ts'
import { CallError } from '#web/lib/http.ts'
import { startTexts } from '#web/lib/every-text.ts'
import { signInProblem } from './sign-in-problem.ts'
import { ssoProblem } from './sso-problem.ts'

const refused = (code: string, status: number) => new CallError('refused', { code, status })

describe('a sign-in that failed', () => {
  it('says by its own text what was wrong (AUTH-11, AUTH-12)', async () => {
    for (const language of languages) {
      const texts = await startTexts(language, ['access', 'errors', 'common'])
      const t = texts.getFixedT(language, 'access')
      const said = [
        refused('ACCESS_CREDENTIALS_INVALID', 401),
        refused('ACCESS_SSO_REQUIRED', 403),
        refused('SOMETHING_NEW', 409),
        refused('SERVER_ERROR', 500),
        new TypeError('a bug'),
      ].map((error) => signInProblem(error, t, texts))
      const access = readTexts(language, 'access')
      expect(said.slice(2)).toEqual([access('login.failed'), access('login.unexpected'), access('login.unexpected')])
      expect(new Set(said).size, language).toBe(4)
      if (language !== 'en-GB') continue
      // Of the domain alone the server says that SSO is mandatory: the password may be wrong all the same.
      for (const text of said.slice(0, 2)) expect(text).toMatch(/wrong/i)
      expect(said[1]).toMatch(/organisation/)
    }
  })

  it('for want of a passkey says where the user has one', async () => {
    const details = { hosts: ['sales.shop.example', 'shop.example'] }
    const error = new CallError('refused', { code: 'ACCESS_PASSKEY_ELSEWHERE', status: 403, details })
    for (const language of languages) {
      const texts = await startTexts(language, ['access', 'errors', 'common'])
      const t = texts.getFixedT(language, 'access')
      expect(signInProblem(error, t, texts), language).toContain('sales.shop.example, shop.example')
    }
  })

  it('through the organisation has a text for each reason, in each language (AUTH-13)', async () => {
    const reasons = [
      new TypeError('a bug'),
      refused('ACCESS_SSO_NOT_CONFIGURED', 422),
      refused('ACCESS_SSO_CONFIGURATION', 409),
      refused('ACCESS_SSO_CALLBACK_INVALID', 403),
      refused('ACCESS_SSO_DENIED', 403),
      refused('ACCESS_SSO_UNREACHABLE', 409),
      refused('ACCESS_SSO_USER_UNKNOWN', 403),
      refused('ACCESS_SSO_EMAIL_UNFIT', 403),
      refused('ACCESS_SSO_OTHER_USER', 403),
      refused('ACCESS_SSO_ROLE_MISSING', 403),
      refused('ACCESS_THROTTLED', 429),
      new CallError('offline', { code: 'NETWORK_UNREACHABLE', status: 0 }),
    ]
    for (const language of languages) {
      const texts = await startTexts(language, ['access', 'errors', 'common'])
      const t = texts.getFixedT(language, 'access')
      const said = reasons.map((reason) => ssoProblem(reason, t, texts))
      expect(new Set(said).size, language).toBe(reasons.length)
      expect(ssoProblem(refused('SOMETHING_NEW', 409), t, texts)).toBe(said[0])
    }
  })
})
