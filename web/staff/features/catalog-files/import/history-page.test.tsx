import { describe, expect, it, vi } from 'vitest'
import type { ImportAnswer } from '#sync/calls/catalog-import.ts'
import { clearScreens } from '#tests/support/staff-screen.tsx'
import { HistoryPage } from './history-page.tsx'
import { accountId, imported, open, refusal } from '#tests/support/import-screen.tsx'

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
