import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isOpenedInTab, refusedPage } from './plain-pages.ts'

const asked = (headers: Readonly<Record<string, string>>, method = 'GET'): Request =>
  new Request('http://localhost/api/buybacks/1/documents/receipt.pdf', { method, headers })

describe('an address that is refused', () => {
  it.each<[string, Record<string, string>, boolean]>([
    ['a tab', { 'sec-fetch-dest': 'document', accept: 'text/html,*/*;q=0.8' }, true],
    ['a frame of a page', { 'sec-fetch-dest': 'iframe' }, true],
    ['an older browser', { accept: 'text/html,application/xhtml+xml' }, true],
    ['a script of a page', { 'sec-fetch-dest': 'empty', accept: '*/*' }, false],
    ['a program', { accept: 'application/json' }, false],
    ['a program that says nothing', {}, false],
  ])('is shown as a page to %s: %o is %s', (_who, headers, expected) => {
    expect(isOpenedInTab(asked(headers))).toBe(expected)
  })

  it('is answered to no form as a page', () => {
    expect(isOpenedInTab(asked({ 'sec-fetch-dest': 'document' }, 'POST'))).toBe(false)
  })

  it('says in the reader’s language what is wrong, with the status of its code', async () => {
    const page = refusedPage(asked({ 'accept-language': 'de-DE' }), { code: 'DOCUMENT_NOT_READY' })
    expect([page.status, page.headers.get('content-type')]).toEqual([409, 'text/html; charset=utf-8'])
    const html = await page.text()
    expect(html).toContain('<html lang="de-DE">')
    expect(html).toContain('Das kann nicht angezeigt werden')
    expect(html).not.toContain('{{')
    // The rules take the style that stands in the page, and no other one.
    const style = /<style>(.*)<\/style>/s.exec(html)?.[1] ?? ''
    const digest = createHash('sha256').update(style).digest('base64')
    expect(style).toContain('font:')
    expect(page.headers.get('content-security-policy')).toContain(`; style-src 'self' 'sha256-${digest}';`)
    const unknown = refusedPage(asked({ 'accept-language': 'en-GB' }), { code: 'REQUEST_NOT_FOUND' })
    expect(unknown.status).toBe(404)
    expect(await unknown.text()).toContain('not for you to see')
  })
})
