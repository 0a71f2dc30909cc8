import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import type { ImportAnswer } from '#sync/calls/catalog-import.ts'
import { clearScreens, drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { createHttp } from '#web/lib/http.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { entityAnswer } from '../../organization/entity-form/entity.fixture.ts'
import { HistoryPage } from './history-page.tsx'
import { ImportPage, OwnPricesImportPage } from './import-page.tsx'

const user = signedInUser({ module: 'root', userType: 'admin' })
const accountId = user.viewedAccountId
const checked = {
  lines: 2,
  format: 'csv',
  encoding: 'windows-1252',
  delimiter: ';',
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
const imported: ImportAnswer = {
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
  undo: null,
  report: {
    error: null,
    lines_count: { found: 4, inserted: 0, updated: 1, ignored: 2 },
    ignored_lines: [
      { line: 3, code: 'LINE_PRODUCT_UNKNOWN', field: 'buyer_reference', value: 'R-7', other: null },
      { line: 4, code: 'PRODUCT_PRICE_BOUNDS', field: 'price_grade_a', value: '70000', other: null },
    ],
    notices: [{ line: 2, code: 'LINE_NUMBER_MANGLED', field: 'gtin', value: '3,2E+12', other: null }],
  },
}

/** A page over a server that answers calls by method and the end of their path, each answer once and the last for good. */
async function open(page: () => React.ReactNode, answers: Readonly<Record<string, readonly (Response | null)[]>>) {
  const left = new Map(Object.entries(answers).map(([key, list]) => [key, [...list]]))
  const asked: URL[] = []
  const said: unknown[] = []
  let hangs = false
  const http = createHttp({
    fetch: async (address, init) => {
      const url = new URL(address as string, 'http://localhost')
      if (init?.method === 'POST') asked.push(url)
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
const wizard =
  (importId: string | null = null) =>
  () => <ImportPage organizationId={accountId} importId={importId} />
const refusal = (code: string, status: number, details = {}) =>
  Response.json({ code, message: code, details }, { status })
const file = () => new File(['buyer_reference;label\nA;b\n'], 'prices.csv', { type: 'text/csv' })

describe('the wizard of an import (IO-01 to IO-03)', () => {
  it('asks for a file, and says what is wrong with one while it keeps what was chosen', async () => {
    const { press, says, choose, asked } = await open(wizard(), {
      'POST check': [
        refusal('IMPORT_CSV_BROKEN', 422, { line: 7 }),
        refusal('SERVER_ERROR', 500),
        Response.json(checked),
      ],
    })
    await press('Load the file')
    await says('Choose a file first.')
    expect(asked).toEqual([])
    await choose(file())
    await press('Load the file')
    await says('cannot be read: check its quotation marks. From line 7 on.')
    await says('prices.csv')
    await press('Load the file')
    await says('Technical error: the file could not be loaded')
    await press('Load the file')
    await says('Unknown columns, which are not read: colour')
    await says('Duplicated columns, of which the first counts: label')
    await says('Check accented letters')
    await says('2 columns are not in the file: Brand and Price A stay as they are')
    await says('red · blue')
  })

  it('lets a person say what a column is, which finds the lines of a file that lacks their key (I7)', async () => {
    const head = [
      { name: 'Mon code', column: null, by: null, samples: ['HAND-1'] },
      { name: 'Prix A', column: 'price_grade_a', by: 'words', samples: ['12,5'] },
    ]
    const { press, says, choose, said, button } = await open(wizard(), {
      'POST check': [
        refusal('IMPORT_COLUMN_MISSING', 422, { columns: ['buyer_reference'], head }),
        Response.json({
          ...checked,
          columns: { ...checked.columns, head: [{ ...head[0], column: 'buyer_reference', by: 'choice' }, head[1]] },
        }),
      ],
      'PUT import-columns': [new Response(null, { status: 204 })],
    })
    await choose(file())
    await press('Load the file')
    await says('lacks a column by which its lines are found')
    await says('HAND-1')
    expect(button('Check 2 lines')).toBeUndefined()
    const field = await vi.waitFor(() => {
      const found = document.querySelector<HTMLSelectElement>('select[aria-label="Read as: Mon code"]')
      expect(found).not.toBeNull()
      return found!
    })
    // What another column is read as is not offered again.
    expect(field.querySelector<HTMLOptionElement>('option[value=price_grade_a]')!.disabled).toBe(true)
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')!.set!.call(field, 'buyer_reference')
    field.dispatchEvent(new Event('change', { bubbles: true }))
    await says('as you said')
    await vi.waitFor(() => expect(button('Check 2 lines')).toBeDefined())
    expect(said).toEqual([{ content: 'products', columns: [{ name: 'Mon code', column: 'buyer_reference' }] }])
  })

  it('sends a file whose answer was lost under the same id again', async () => {
    const { press, says, choose, asked } = await open(wizard(), {
      'POST check': [Response.json(checked)],
      'POST imports': [null, refusal('IMPORT_TOO_MANY_WAITING', 409)],
    })
    await choose(file())
    await press('Load the file')
    await press('Check 2 lines')
    await says('No connection to the server')
    await press('Check 2 lines')
    await says('20 imports of this account are waiting already')
    const [, ...sent] = asked.map(({ searchParams }) => searchParams.get('id'))
    expect(sent).toHaveLength(2)
    expect(new Set(sent).size).toBe(1)
    expect(sent[0]).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('takes a file of the same name again, and asks for one that was saved since it was chosen', async () => {
    const { press, says, choose, input, asked } = await open(wizard(), {
      'POST check': [refusal('IMPORT_CSV_BROKEN', 422), Response.json(checked)],
    })
    await choose(file())
    await press('Load the file')
    await says('check its quotation marks')
    await choose(file())
    expect(input().files).toHaveLength(1)
    // The next choice is a change, even if it is the same file.
    input().click()
    expect(input().files).toHaveLength(0)
    const saved = file()
    saved.slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }) as never
    await choose(saved)
    await press('Load the file')
    await says('Choose it once more')
    expect(asked).toHaveLength(1)
    await choose(file())
    await press('Load the file')
    await says('Unknown columns')
  })

  it('takes no file above 30 MB on its way', async () => {
    const { press, says, choose, asked } = await open(wizard(), {})
    await choose(new File([new Uint8Array(30_000_001)], 'large.csv', { type: 'text/csv' }))
    await says('exceeds 30 MB')
    await press('Load the file')
    expect(asked).toEqual([])
  })

  it('follows an import until it has ended, and says what became of each line', async () => {
    const running = { ...imported, status: 'in_progress', ended_at: null, lines_done: 1 }
    const { says } = await open(wizard(imported.id), {
      [`GET ${imported.id}`]: [
        Response.json({ ...running, started_at: null, waits_for: 2, lines_done: 0 }),
        Response.json(running),
        Response.json(imported),
      ],
    })
    await says('2 imports go first')
    await vi.waitFor(() => expect(document.body.textContent).toContain('1 of 4 lines'), { timeout: 3_000 })
    await vi.waitFor(() => expect(document.body.textContent).toContain('Success, lines ignored'), { timeout: 3_000 })
    await says('Unchanged1')
    await says('Line 3buyer_referenceNo product has this reference.')
    await says('Line 4price_grade_aEnter an amount from 0 to 50,000.')
  })

  it('says while it follows an import that the server is away', async () => {
    const running = { ...imported, status: 'in_progress', ended_at: null, lines_done: 1 }
    const { says } = await open(wizard(imported.id), { [`GET ${imported.id}`]: [Response.json(running), null] })
    await says('1 of 4 lines')
    await vi.waitFor(() => expect(document.body.textContent).toContain('No connection at the moment'), {
      timeout: 5_000,
    })
    await says('1 of 4 lines')
  })

  it('breaks the look at a file off, and looks at another one', async () => {
    const { press, says, choose, hang, asked } = await open(wizard(), { 'POST check': [Response.json(checked)] })
    hang(true)
    await choose(file())
    await press('Load the file')
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    await press('Cancel')
    await says('prices.csv')
    hang(false)
    await press('Load the file')
    await says('Unknown columns')
  })

  it('says of a failed import why it has ended, and of an unknown one that there is none', async () => {
    const report = { ...imported.report, error: 'IMPORT_FAILED', ignored_lines: [] }
    const failed = await open(wizard(imported.id), {
      [`GET ${imported.id}`]: [Response.json({ ...imported, status: 'error', report })],
    })
    await failed.says('A technical error has stopped the import')
    const none = await open(wizard(imported.id), { [`GET ${imported.id}`]: [refusal('REQUEST_NOT_FOUND', 404)] })
    await none.says('There is no such import')
  })
})

const tried: ImportAnswer = {
  ...imported,
  status: 'tried',
  started_at: null,
  ended_at: null,
  changes_count: 2,
  trial: {
    inserted: 1,
    updated: 1,
    ignored: 2,
    prices: {
      rising: 0,
      falling: 3,
      added: 4,
      removed: 0,
      largestRise: null,
      largestFall: { line: 2, name: 'Phone', column: 'price_grade_a', before: 20_000, after: 10_000 },
      bins: [0, 3, 0, 0, 0, 0, 0, 0, 0, 0],
    },
  },
}
const changed = {
  id: imported.id,
  line: 2,
  outcome: 'updated',
  name: 'Phone',
  reference: 'P-1',
  differs: false,
  undo: null,
  changes: [
    { column: 'price_grade_a', isAmount: true, before: 20_000, after: 10_000 },
    { column: 'label', isAmount: false, before: 'Old phone', after: 'Phone' },
    { column: 'comment', isAmount: false, before: 'Told', after: null },
  ],
} as const
const list = (members: readonly object[]) =>
  Response.json({ 'hydra:member': members, 'hydra:totalItems': members.length })

describe('what a check of the whole file has found', () => {
  it('is shown before anything is written: counts, prices, and each old and new value', async () => {
    const { press, says, asked } = await open(wizard(imported.id), {
      [`GET ${imported.id}`]: [
        Response.json({ ...tried, status: 'trying', lines_done: 1 }),
        Response.json(tried),
        Response.json({ ...imported, status: 'in_progress', ended_at: null }),
      ],
      'GET changes': [list([changed])],
      'POST start': [Response.json({ ...imported, status: 'in_progress' })],
    })
    await says('Checking each line')
    await vi.waitFor(() => expect(document.body.textContent).toContain('Nothing is written yet'), { timeout: 5_000 })
    await says('This is what the import will do')
    await says('Largest fall200,00')
    await says('(Phone, price_grade_a, Line 2)')
    await says('3−50 … −20 %')
    await says('price_grade_a 200,00')
    await says('label Old phone → Phone')
    await says('comment Told → nothing')
    await says('Line 3buyer_referenceNo product has this reference.')
    await press('Import 2 changes')
    await vi.waitFor(() => expect(asked.at(-1)?.pathname).toMatch(/\/start$/))
    await says('Import in progress')
  })

  it('is narrowed by what happens and by where prices go', async () => {
    const { says } = await open(wizard(imported.id), {
      [`GET ${imported.id}`]: [Response.json(tried)],
      'GET changes': [list([changed]), list([])],
    })
    await says('label Old phone → Phone')
    const rising = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')].find(
      ({ value }) => value === 'up',
    )
    rising!.click()
    await says('No change matches these filters.')
  })

  it('that changes nothing is nothing to import', async () => {
    const trial = { ...tried.trial!, inserted: 0, updated: 0 }
    const { says, button } = await open(wizard(imported.id), {
      [`GET ${imported.id}`]: [Response.json({ ...tried, trial, changes_count: 0 })],
    })
    await says('This file changes nothing')
    expect(button('Import 0 changes')).toHaveProperty('disabled', true)
  })
})

describe('an import that is there', () => {
  it('is cancelled while it runs', async () => {
    const running = { ...imported, status: 'in_progress', ended_at: null, lines_done: 1 }
    const { press, says, asked } = await open(wizard(imported.id), {
      [`GET ${imported.id}`]: [Response.json(running), Response.json({ ...imported, status: 'cancelled' })],
      'POST cancel': [new Response(null, { status: 204 })],
    })
    await press('Cancel the import')
    await vi.waitFor(() => expect(asked.at(-1)?.pathname).toMatch(/\/cancel$/))
    await says('Cancelled')
  })

  it('is taken back after a question, and says what it left', async () => {
    const done = { ...imported, changes_count: 3 }
    const undo = {
      status: 'partly',
      by: { id: user.id, name: 'Zoé Müller' },
      asked_at: imported.created_at,
      ended_at: imported.created_at,
      undone: 2,
      left: 1,
    }
    const { press, says, asked, button } = await open(wizard(imported.id), {
      [`GET ${imported.id}`]: [Response.json(done), Response.json({ ...done, undo })],
      'GET changes': [list([changed]), list([{ ...changed, undo: 'changed' }])],
      'POST undo': [Response.json(done)],
    })
    await press('Undo the import')
    await says('3 changes are undone')
    expect(asked).toEqual([])
    const confirm = () =>
      document.querySelector('[role=dialog]')?.querySelectorAll<HTMLElement>('button') as NodeListOf<HTMLElement>
    await vi.waitFor(() => expect(confirm().length).toBeGreaterThan(1))
    ;[...confirm()].find(({ textContent }) => textContent === 'Undo the import')!.click()
    await says('Undone in part')
    await says('Left as they are1')
    await says('Left: changed since')
    await vi.waitFor(() => expect(button('Undo the rest too')).toBeDefined())
  })
})

describe('the account of an import', () => {
  const top = '019a6410-0000-7000-8000-000000000077'
  const tops = { 'GET root': [Response.json({ ...entityAnswer, id: top })] }

  it('is named by its own id or by that of its top entity, and no other is known (IO-01, IO-09)', async () => {
    const own = await open(() => <ImportPage organizationId={top} importId={null} />, tops)
    await own.says('Load the file')
    clearScreens()
    const other = await open(() => <ImportPage organizationId={imported.id} importId={null} />, tops)
    await other.says('Unknown organisation')
    expect(document.querySelector('input[type=file]')).toBeNull()
  })
})

describe('a buyer’s own price list', () => {
  it('is a file of prices and nothing else, and is followed to its end', async () => {
    const { press, says, choose, asked, button } = await open(() => <OwnPricesImportPage importId={null} />, {
      'POST check': [Response.json(checked)],
      'POST imports': [Response.json(imported)],
    })
    await says('Prices of the products that your company buys change')
    expect(document.querySelector('input[type=radio]')).toBeNull()
    await choose(file())
    await press('Load the file')
    await says('Products (Recommerce)')
    await press('Import 2 lines')
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    expect(asked.map(({ pathname }) => pathname)).toEqual(['/api/own-prices/imports/check', '/api/own-prices/imports'])
    expect([...asked[1]!.searchParams.keys()].toSorted()).toEqual(['file_name', 'id'])
    expect(button('Import history')).toBeUndefined()
  })
})

describe('the history of imports (IO-10 to IO-14)', () => {
  const page = (results: readonly ImportAnswer[], total_pages = 1) =>
    Response.json({ results, pagination: { total_pages } })
  const numbered = (n: number, change: Partial<ImportAnswer> = {}): ImportAnswer => ({
    ...imported,
    id: `019a6410-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`,
    ...change,
  })

  it('shows where an import comes from, and each once, also where a new one has moved the others on', async () => {
    const { says, press, button } = await open(() => <HistoryPage accountId={accountId} />, {
      'GET imports': [
        page(
          [numbered(1), numbered(2, { created_by: null, source_account: { id: accountId, common_name: 'Partner' } })],
          2,
        ),
        page([numbered(2, { created_by: null }), numbered(3, { created_by: null, origin: 'rs' })], 2),
      ],
    })
    await says('Zoé Müller')
    await says('1 novembre 2026')
    await says('prices.csv')
    await says('0 new, 1 changed, 2 ignored')
    await says('Partner')
    await says('Products (Recommerce)')
    await press('Show more')
    await says('Reprise catalogue')
    expect(document.querySelectorAll('tbody tr')).toHaveLength(3)
    await vi.waitFor(() => expect(button('Show more')).toBeUndefined())
  })

  it('says in the panel of an import that it is not all that there is, and reads it again (IO-12)', async () => {
    const { says, press } = await open(() => <HistoryPage accountId={accountId} />, {
      'GET imports': [page([imported])],
      [`GET ${imported.id}`]: [refusal('SERVER_ERROR', 500), Response.json({ ...imported, file_name: 'whole.csv' })],
    })
    await says('Zoé Müller')
    document.querySelector<HTMLElement>('tbody tr')!.click()
    await says('only the first ignored lines')
    await press('Try again')
    await says('whole.csv')
    expect(document.body.textContent).not.toContain('only the first ignored lines')
  })

  it('shows in the panel of an import in progress what it has done so far (IO-12)', async () => {
    const counts = { ...imported.report, lines_count: { found: 4, inserted: 1, updated: 0, ignored: 0 } }
    const running = {
      ...imported,
      status: 'in_progress' as const,
      ended_at: null,
      report: { ...counts, ignored_lines: [] },
    }
    const { says } = await open(() => <HistoryPage accountId={accountId} />, {
      'GET imports': [page([running])],
      [`GET ${imported.id}`]: [Response.json(running)],
    })
    await says('Zoé Müller')
    document.querySelector<HTMLElement>('tbody tr')!.click()
    await says('EndedNot yet')
    expect(document.body.textContent).not.toContain('Unchanged')
  })

  it('is of the account alone: that of another one, or of nobody, is not known (IO-09)', async () => {
    const other = await open(() => <HistoryPage accountId={imported.id} />, {
      'GET imports': [refusal('REQUEST_NOT_FOUND', 404)],
    })
    await other.says('Unknown organisation')
    clearScreens()
    // What is no id of anything is not asked for either.
    const none = await open(() => <HistoryPage accountId="abc" />, {
      'GET imports': [refusal('REQUEST_INVALID', 422)],
    })
    await none.says('Unknown organisation')
    expect(none.button('Import')).toBeUndefined()
  })

  it('says that there is none, and where the rest could not be read', async () => {
    await (await open(() => <HistoryPage accountId={accountId} />, { 'GET imports': [page([])] })).says('No imports')
    const { press, says } = await open(() => <HistoryPage accountId={accountId} />, {
      'GET imports': [page([numbered(1)], 2), refusal('SERVER_ERROR', 500)],
    })
    await press('Show more')
    await says('The next ones could not be read.')
    await says('Zoé Müller')
  })
})
