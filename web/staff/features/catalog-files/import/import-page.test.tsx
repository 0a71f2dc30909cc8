import { describe, expect, it, vi } from 'vitest'
import { clearScreens } from '#tests/support/staff-screen.tsx'
import { entityAnswer } from '../../organization/entity/entity.fixture.ts'
import { ImportPage, OwnPricesImportPage } from './import-page.tsx'
import { checked, file, imported, open, refusal, wizard } from '#tests/support/import-screen.tsx'

const lackingKey = {
  columns: ['buyer_reference'],
  head: [{ name: 'Mon code', column: null, by: null, samples: ['HAND-1'] }],
}

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
    await says('Buyer’s reference (buyer_reference)')
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

  it('lets a person choose the sheet of a workbook, and sends it by that one', async () => {
    const sheets = ['Janvier', 'Février', 'Notes']
    const { press, says, choose, asked } = await open(wizard(), {
      'POST check': [
        refusal('IMPORT_WORKBOOK_SHEETS', 422, { sheets }),
        Response.json({ ...checked, format: 'xlsx', sheet: 'Février', sheets }),
        refusal('IMPORT_COLUMN_MISSING', 422, { ...lackingKey, sheet: 'Notes', sheets }),
        Response.json({ ...checked, format: 'xlsx', sheet: 'Janvier', sheets }),
      ],
      'POST imports': [null],
    })
    const field = () =>
      vi.waitFor(() => {
        const [found] = [...document.querySelectorAll('select')].filter(
          ({ labels }) => labels[0]?.textContent === 'Sheet',
        )
        expect(found?.disabled).toBe(false)
        return found!
      })
    const pick = async (sheet: string) => {
      const found = await field()
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')!.set!.call(found, sheet)
      found.dispatchEvent(new Event('change', { bubbles: true }))
    }
    await choose(file())
    await press('Load the file')
    await says('Choose the one to import')
    expect((await field()).value).toBe('')
    await pick('Février')
    await says('3 sheets of this workbook have lines')
    expect((await field()).value).toBe('Février')
    // Who chooses by the keyboard goes on from where that was.
    expect(document.activeElement).toBe(await field())
    await pick('Notes')
    await says('lacks a column by which its lines are found')
    await says('Mon code')
    await pick('Janvier')
    await press('Check 2 lines')
    await says('No connection to the server')
    expect(asked.map(({ searchParams }) => searchParams.get('sheet'))).toEqual([
      null,
      'Février',
      'Notes',
      'Janvier',
      'Janvier',
    ])
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
    await says('Line 3R-7Buyer’s reference buyer_referenceNo product has this reference.')
    await says('Line 4R-8Price A price_grade_aEnter an amount from 0 to 50,000.')
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
    await press('Check 2 lines')
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    expect(asked.map(({ pathname }) => pathname)).toEqual(['/api/own-prices/imports/check', '/api/own-prices/imports'])
    expect([...asked[1]!.searchParams.keys()].toSorted()).toEqual(['file_name', 'id', 'try'])
    expect(button('Import history')).toBeUndefined()
  })
})
