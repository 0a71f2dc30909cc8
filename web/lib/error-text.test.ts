import { beforeAll, describe, expect, it } from 'vitest'
import type { i18n } from 'i18next'
import { callErrorText, codeText } from './error-text.ts'
import { CallError } from './http.ts'
import { startTexts } from './every-text.ts'

let texts: i18n
beforeAll(async () => {
  texts = await startTexts('en-GB', ['errors', 'common'])
})

const say = (failure: 'refused' | 'offline', code: string, status: number) =>
  callErrorText(texts, new CallError(failure, { code, status }))

describe('the text of a failed call', () => {
  it('is that of its code', () => {
    expect(say('refused', 'PASSWORD_SAME_AS_OLD', 422)).toBe(codeText(texts, 'PASSWORD_SAME_AS_OLD'))
    const tooMany = { code: 'IMPORT_TOO_MANY_LINES', status: 422, details: { most: 2_000 } }
    expect(callErrorText(texts, new CallError('refused', tooMany))).toContain('more than 2,000 lines')
    expect(say('offline', 'NETWORK_UNREACHABLE', 0)).toBe(codeText(texts, 'NETWORK_UNREACHABLE'))
  })

  it('is the screen’s own where the server failed, the code is unknown, or the fault is ours (AUTH-14, AUTH-21)', () => {
    expect(say('refused', 'SERVER_ERROR', 500)).toBeNull()
    expect(say('refused', 'SOMETHING_NEW', 409)).toBeNull()
    expect(callErrorText(texts, new TypeError('a bug'))).toBeNull()
  })
})
