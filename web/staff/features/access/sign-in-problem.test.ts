import { describe, expect, it } from 'vitest'
import { languages } from '#domain/kernel/languages.ts'
import { readTexts } from '#tests/support/texts.ts'
import { CallError } from '#web/lib/http.ts'
import { startTexts } from '#web/lib/every-text.ts'
import { signInProblem } from './sign-in-problem.ts'
import { parseSsoProblem, ssoProblems } from './sso-problem.ts'

const refused = (code: string, status: number) => new CallError('refused', { code, status })

describe('a sign-in that failed', () => {
  it('says by its own text what was wrong (AUTH-11, AUTH-12)', async () => {
    const texts = await startTexts('en-GB', ['access', 'errors', 'common'])
    const t = texts.getFixedT('en-GB', 'access')
    const said = [
      refused('ACCESS_CREDENTIALS_INVALID', 401),
      refused('ACCESS_SSO_REQUIRED', 403),
      refused('SOMETHING_NEW', 409),
      refused('SERVER_ERROR', 500),
      new TypeError('a bug'),
    ].map((error) => signInProblem(error, t, texts))
    const access = readTexts('en-GB', 'access')
    expect(said[0]).toMatch(/wrong/i)
    expect(said[1]).toMatch(/organisation/)
    expect(said.slice(2)).toEqual([access('login.failed'), access('login.unexpected'), access('login.unexpected')])
    expect(new Set(said).size).toBe(4)
  })

  it('through the organisation has a text for each reason, in each language (AUTH-13)', () => {
    const reasons = Object.keys(ssoProblems).map(parseSsoProblem)
    expect(reasons).toEqual(['failed', 'no-organization', 'configuration', 'callback'])
    for (const language of languages) {
      const said = Object.values(ssoProblems).map((key) => readTexts(language, 'access')(`sso.${key}`))
      expect(new Set(said).size, language).toBe(4)
    }
    expect(parseSsoProblem('toString')).toBeNull()
  })
})
