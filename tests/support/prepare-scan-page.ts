import { test, type Page } from 'playwright/test'
import { gs1CheckDigit } from '#domain/kernel/check-digit.ts'
import { serveTestPage, type StaticPages } from './static-pages.ts'

/** The page of the scanner alone, for the tests of one file. */
export function prepareScanPage() {
  let pages: StaticPages
  test.beforeAll(async () => {
    pages = await serveTestPage('scan.html')
  })
  test.afterAll(async () => {
    await pages.stop()
  })
  return { address: () => pages.address, requested: () => pages.requested }
}

/** A buyback code of 13 digits. */
export function buybackCode(n: number): string {
  const body = `26000012${String(n).padStart(4, '0')}`
  return body + gs1CheckDigit(body)
}

/** What the page has heard, one line a scan. */
export const lines = (page: Page) => page.getByRole('list', { name: 'scans' }).getByRole('listitem')
