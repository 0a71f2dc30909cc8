import { describe, expect, it, vi } from 'vitest'
import type { ImportAnswer } from '#sync/calls/catalog-import.ts'
import { OwnPricesImportPage } from './import-page.tsx'
import { imported, open, user, wizard } from '#tests/support/import-screen.tsx'

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
      removed: 2,
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
    await says('(Phone, Price A, Line 2)')
    await says('3−50 … −20\u00a0%')
    await says('2 prices are taken away, because their fields are empty.')
    await says('Price A: 200,00')
    await says('Name: Old phone → Phone')
    await says('Comment: Told → nothing')
    await says('Line 3R-7Buyer’s reference buyer_referenceNo product has this reference.')
    await press('Import 2 changes')
    await vi.waitFor(() => expect(asked.at(-1)?.pathname).toMatch(/\/start$/))
    await says('Import in progress')
  })

  it('is shown to a buyer of its own price list too, without pages that are not the buyer’s', async () => {
    const { press, says, asked } = await open(() => <OwnPricesImportPage importId={imported.id} />, {
      [`GET ${imported.id}`]: [Response.json(tried), Response.json({ ...imported, status: 'in_progress' })],
      'GET changes': [list([changed])],
      'POST start': [Response.json({ ...imported, status: 'in_progress' })],
    })
    await says('Price A: 200,00')
    expect(document.querySelector(`a[href*="${imported.id}/edit"]`)).toBeNull()
    await press('Import 2 changes')
    await vi.waitFor(() =>
      expect(asked.map(({ pathname }) => pathname)).toEqual([`/api/own-prices/imports/${imported.id}/start`]),
    )
    await says('Import in progress')
  })

  it('is narrowed by what happens and by where prices go', async () => {
    const { says, read } = await open(wizard(imported.id), {
      [`GET ${imported.id}`]: [Response.json(tried)],
      'GET changes': [list([changed]), list([])],
    })
    await says('Name: Old phone → Phone')
    // Each choice is in view, however narrow the place is.
    const field = [...document.querySelectorAll('select')].find(({ labels }) => labels[0]?.textContent === 'Prices')!
    expect([...field.options].map(({ text }) => text)).toEqual(['All', 'Rising', 'Falling', 'Taken away'])
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')!.set!.call(field, 'removed')
    field.dispatchEvent(new Event('change', { bubbles: true }))
    await says('No change matches these filters.')
    expect(read.map(({ searchParams }) => searchParams.get('moves'))).toContain('removed')
  })

  it('says that all lines are refused, and not that they say what is there', async () => {
    const trial = { ...tried.trial!, inserted: 0, updated: 0, ignored: 4 }
    const report = { ...tried.report, lines_count: { found: 4, inserted: 0, updated: 0, ignored: 4 } }
    const { says } = await open(wizard(imported.id), {
      [`GET ${imported.id}`]: [Response.json({ ...tried, changes_count: 0, trial, report })],
    })
    await says('Every line was refused: nothing has changed. The lines below say why.')
    expect(document.body.textContent).not.toContain('This file changes nothing')
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
    await says('kept until 30 janvier 2027: until then the import can be undone')
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
