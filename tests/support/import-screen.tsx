import { QueryClient } from '@tanstack/react-query'
import { expect, vi } from 'vitest'
import type { ImportAnswer } from '#sync/calls/catalog-import.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { createHttp } from '#web/lib/http-client.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { ImportPage } from '#web/staff/features/catalog-files/import/import-page.tsx'

export const user = signedInUser({ module: 'root', userType: 'admin' })
export const accountId = user.viewedAccountId
export const checked = {
  lines: 2,
  format: 'csv',
  encoding: 'windows-1252',
  delimiter: ';',
  sheet: null,
  sheets: [],
  head_line: 3,
  hidden_lines: 0,
  columns: {
    head: [
      { name: 'buyer_reference', column: 'buyer_reference', by: 'name', samples: ['A'] },
      { name: 'colour', column: null, by: null, samples: ['red', 'blue'] },
    ],
    unknown: ['colour'],
    missing: ['brand', 'price_grade_a'],
    duplicated: ['label'],
  },
}
export const imported: ImportAnswer = {
  id: '019a6410-0000-7000-8000-000000000009',
  origin: 'user',
  created_at: '2026-11-01T10:00:00.000Z',
  destination_account: { id: accountId, common_name: 'Maison' },
  source_account: null,
  created_by: { id: user.id, name: 'Zoé Müller' },
  status: 'success_with_ignored',
  content: 'products',
  strategy: 'recommerce',
  file_name: 'prices.csv',
  queued_at: '2026-11-01T10:00:00.000Z',
  started_at: '2026-11-01T10:00:01.000Z',
  ended_at: '2026-11-01T10:00:02.000Z',
  lines_done: 4,
  has_file: true,
  waits_for: null,
  cancelled_by: null,
  trial: null,
  lines_differing: 0,
  changes_count: 0,
  kept_until: '2027-01-30T10:00:02.000Z',
  forgotten_at: null,
  undo: null,
  report: {
    error: null,
    lines_count: { found: 4, inserted: 0, updated: 1, ignored: 2 },
    ignored_lines: [
      { line: 3, code: 'LINE_PRODUCT_UNKNOWN', field: 'buyer_reference', value: 'R-7', other: null, reference: 'R-7' },
      { line: 4, code: 'PRODUCT_PRICE_BOUNDS', field: 'price_grade_a', value: '70000', other: null, reference: 'R-8' },
    ],
    notices: [{ line: 2, code: 'LINE_NUMBER_MANGLED', field: 'gtin', value: '3,2E+12', other: null, reference: 'R-1' }],
  },
}

/** A page over a server that answers calls by method and the end of their path, each answer once and the last for good. */
export async function open(
  page: () => React.ReactNode,
  answers: Readonly<Record<string, readonly (Response | null)[]>>,
) {
  const left = new Map(Object.entries(answers).map(([key, list]) => [key, [...list]]))
  const asked: URL[] = []
  const read: URL[] = []
  const said: unknown[] = []
  let hangs = false
  const http = createHttp({
    fetch: async (address, init) => {
      const url = new URL(address as string, 'http://localhost')
      if (init?.method === 'POST') asked.push(url)
      if (init?.method === 'GET') read.push(url)
      if (init?.method === 'PUT') said.push(JSON.parse(init.body as string))
      if (hangs)
        return new Promise((_, reject) => init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason)))
      const list = left.get(`${init?.method} ${url.pathname.split('/').at(-1)}`) ?? []
      const answer = list.length > 1 ? list.shift() : list[0]
      if (answer === undefined || answer === null) throw new TypeError('no network')
      return answer.clone()
    },
    module: () => null,
    onSessionEnded: () => undefined,
  })
  const { place } = await drawScreen(overPages(page, ['/imports']).screen, {
    language: 'en-GB',
    texts: ['errors', 'catalog', 'catalog-import'],
    http,
    queries: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    user,
  })
  const button = (name: string) =>
    [...document.querySelectorAll<HTMLElement>('button')].find(({ textContent }) => textContent === name)
  return {
    asked,
    read,
    said,
    /** Whether calls are left without an answer. */
    hang: (next: boolean) => void (hangs = next),
    button,
    press: async (name: string) => {
      await vi.waitFor(() => expect(button(name)).toBeDefined())
      button(name)!.click()
    },
    says: (text: string) => vi.waitFor(() => expect(document.body.textContent).toContain(text)),
    input: () => place.querySelector<HTMLInputElement>('input[type=file]')!,
    choose: async (file: File) => {
      await vi.waitFor(() => expect(place.querySelector('input[type=file]')).not.toBeNull())
      const input = place.querySelector<HTMLInputElement>('input[type=file]')!
      const chosen = new DataTransfer()
      chosen.items.add(file)
      input.files = chosen.files
      input.dispatchEvent(new Event('change', { bubbles: true }))
    },
  }
}
export const wizard =
  (importId: string | null = null) =>
  () => <ImportPage organizationId={accountId} importId={importId} />
export const refusal = (code: string, status: number, details = {}) =>
  Response.json({ code, message: code, details }, { status })
export const file = () => new File(['buyer_reference;label\nA;b\n'], 'prices.csv', { type: 'text/csv' })
