import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { countPageView } from './page-view.ts'

interface Page {
  dataLayer?: readonly unknown[]
}

let page: Page

beforeEach(() => {
  page = {}
  vi.stubGlobal('window', page)
  vi.stubGlobal('location', { protocol: 'http:' })
  vi.stubGlobal('document', { cookie: 'consent=all' })
})
afterEach(() => vi.unstubAllGlobals())

it('a page view is counted by its path, and one without a path is not (PUB-29)', () => {
  countPageView('')
  expect(page.dataLayer).toBeUndefined()
  countPageView('/home')
  expect(page.dataLayer).toEqual([{ event: 'page_view', page_path: '/home' }])
})

it('no page view is counted before the visitor has consented', () => {
  vi.stubGlobal('document', { cookie: '' })
  countPageView('/home')
  expect(page.dataLayer).toBeUndefined()
})
