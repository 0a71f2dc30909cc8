import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#tests/support/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

describe('what a browser reports of the content rules', () => {
  const report = (type: string, body: unknown) =>
    api.request('/api/policy-reports', {
      method: 'POST',
      headers: { 'content-type': type },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const logged = () =>
    api.logLines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === 'stopped by content rules')

  it('has a place that every page names', async () => {
    const { headers } = await api.request('/api/docs')
    expect(headers.get('content-security-policy')).toMatch(/; report-uri \/api\/policy-reports; report-to rules$/)
    expect(headers.get('reporting-endpoints')).toBe('rules="/api/policy-reports"')
  })

  it('stands in the log, in either form, without queries and tokens', async () => {
    const former = {
      'csp-report': {
        'effective-directive': 'script-src-elem',
        'blocked-uri': 'https://evil.example/steal.js?who=ada',
        'document-uri': 'https://shop.example/password/new/secret-token?email=ada',
        'line-number': 7,
      },
    }
    const { blocked, page } = { blocked: 'https://evil.example/steal.js', page: 'https://shop.example/password/new/…' }
    expect((await report('application/csp-report', former)).status).toBe(204)
    expect(logged().at(-1)).toMatchObject({ directive: 'script-src-elem', blocked, page, line: 7 })
    const body = {
      effectiveDirective: 'style-src-attr',
      blockedURL: 'inline',
      documentURL: 'https://shop.example/home#x',
    }
    const present = [{ type: 'csp-violation', age: 3, url: 'https://shop.example/home', body }]
    expect((await report('application/reports+json', present)).status).toBe(204)
    expect(logged().at(-1)).toMatchObject({
      directive: 'style-src-attr',
      blocked: 'inline',
      page: 'https://shop.example/home',
    })
  })

  it('fills neither the log nor the memory, whatever is sent', async () => {
    for (const sent of ['nonsense', '{}', '[]', 'null', '{"csp-report":7}'])
      expect((await report('application/csp-report', sent)).status).toBe(204)
    expect((await report('application/csp-report', 'x'.repeat(16 * 1024 + 1))).status).toBe(413)
    expect((await report('application/json', '{}')).status).toBe(415)
    const many = Array.from({ length: 100 }, () => ({ type: 'csp-violation', body: { blockedURL: 'y'.repeat(100) } }))
    for (const _each of [1, 2, 3]) expect((await report('application/reports+json', many)).status).toBe(204)
    expect(logged().length).toBeLessThanOrEqual(60)
    expect(Math.max(...logged().map((line) => String(line['blocked']).length))).toBeLessThanOrEqual(200)
  })
})
