import { useEffect, useState, type ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { stockCode } from '#domain/item/resolve-code.ts'
import {
  bench,
  config,
  facts,
  id,
  operator,
  otherWarehouse,
  refurb,
  testedRow,
  warehouse,
} from '#tests/support/floor-world.ts'
import { scannedInto } from '#tests/support/scanned-into.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { diagnosisDraftOf, type Drafts } from '#web/local/outbox/drafts.ts'
import { PhotoProvider, useDrafts } from '#web/local/photo/photo-context.tsx'
import { FeedbackProvider } from '#web/scan/feedback-provider.tsx'
import { ScannerContext } from '#web/scan/use-scanner.ts'
import { emptyDraft } from './diagnosis-draft.ts'
import { DiagnosisQuestionsPage } from './diagnosis-questions-page.tsx'
import { DiagnosisStockPage } from './diagnosis-stock-page.tsx'
import { DiagnosisSummaryPage } from './diagnosis-summary-page.tsx'

const startOpId = id(700)
const item = testedRow(1, {
  status: 'item_refurb_diagnostic_in_progress',
  productLabel: 'Fairphone 4',
  facts: facts({ diagnosis: { startedAtMs: 1, startedBy: operator, answers: [], finalizedAtMs: null, startOpId } }),
})
const answered = { ...emptyDraft, answers: { [refurb.state]: [refurb.weak], [refurb.look]: [] } }

const startPath = '/refurb-diagnosis/start'
/** The product as its operator's own start has left it. */
const justStarted: ItemRow = {
  ...item,
  last: { opId: id(77), type: 'startRefurbDiagnosis', actor: operator, before: testedRow(1) } as ItemRow['last'],
}

/** A device of a warehouse that holds the product and no more. */
function deviceIn(warehouseId: string, held: ItemRow) {
  const user = { id: operator, userType: 'warehouse_operator', currentOrganization: { id: warehouseId } } as StoredUser
  const view = { item: { ...held, warehouseId }, pending: 0 }
  const engine = {
    subscribe: () => () => undefined,
    config: () => config,
    author: () => user,
    copyInfo: () => ({}),
    viewed: () => view,
    view: () => Promise.resolve([view]),
  }
  return { user, engine }
}

/** Draws a page once its diagnosis is kept as if every question had been answered; `onDrafts` hears where. */
function Answered(props: {
  readonly kept: object
  readonly onDrafts: (drafts: Drafts) => void
  readonly children: ReactNode
}) {
  const { kept, onDrafts } = props
  const drafts = useDrafts()
  const [isKept, setKept] = useState(false)
  useEffect(() => {
    onDrafts(drafts)
    void drafts.write(diagnosisDraftOf(id(1)), kept, Date.now()).then(() => setKept(true))
  }, [drafts, kept, onDrafts])
  return isKept ? props.children : null
}

async function open(
  page: ReactNode,
  begins: string,
  warehouseId = warehouse,
  held: ItemRow = item,
  kept: object = answered,
) {
  const { hub, scan } = scannedInto()
  const pages = overPages(
    () => page,
    ['/', startPath, ...['questions', 'summary', 'stock', 'finalized'].map((name) => `/refurb-diagnosis/$id/${name}`)],
  )
  const { user, engine } = deviceIn(warehouseId, held)
  const dispatch = vi.fn<(definition: { readonly type: string }) => Promise<object>>(() =>
    Promise.resolve({ captured: true, items: [item] }),
  )
  let drafts: Drafts | null = null
  const onDrafts = (found: Drafts): void => void (drafts = found)
  const { place } = await drawScreen(
    <FeedbackProvider>
      <PhotoProvider>
        <ScannerContext value={hub}>
          <Answered kept={kept} onDrafts={onDrafts}>
            {pages.screen}
          </Answered>
        </ScannerContext>
      </PhotoProvider>
    </FeedbackProvider>,
    { language: 'en-GB', texts: ['refurb', 'warehouse', 'scan'], user, engine: { ...engine, dispatch } },
  )
  await vi.waitFor(() => expect(place.textContent).toContain(begins))
  const draft = () => drafts?.read(diagnosisDraftOf(id(1)))
  return { place, scan, dispatch, draft, path: pages.path }
}

const stops = (place: Element) =>
  vi.waitFor(() => expect(place.querySelector('[data-stays]')?.textContent).toContain('Another product'))
const isFree = (place: Element) => vi.waitFor(() => expect(place.querySelector('[data-stays]')).toBeNull())

/** Answers at the pace of a hand, by a barcode or by a key. */
async function answer(by: string, scan: (text: string) => void, text = 'RPR:CONFIRM'): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 250))
  if (by === 'Enter') document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  else scan(text)
}

describe.each([
  ['the questions', () => <DiagnosisQuestionsPage itemId={item.id} />, 'Question 1 of 2'],
  ['the summary', () => <DiagnosisSummaryPage itemId={item.id} />, '1 step to do'],
  ['the stock', () => <DiagnosisStockPage itemId={item.id} />, 'Where do you put the product?'],
])('a diagnosis at %s', (_name, page, begins) => {
  it('stops at another product and names the one in hand', async () => {
    const { place, scan } = await open(page(), begins)
    scan('20000018')
    await vi.waitFor(() => expect(place.querySelector('[role=alert]')?.textContent).toContain('Another product'))
    expect(place.querySelector('[role=alert]')?.textContent).toContain('Fairphone 4')
  })

  it('knows the product in hand again', async () => {
    const { place, scan } = await open(page(), begins)
    scan(item.code)
    await vi.waitFor(() => expect(place.querySelector('[data-tone=done]')?.textContent).toContain('Right product'))
    expect(place.querySelector('[role=alert]')).toBeNull()
  })
})

const undoBy = ['the barcode', 'the keys']
/** Undoes by the command's barcode, or by its keys. */
function undo(by: string, scan: (text: string) => void): void {
  if (by === 'the barcode') scan('RPR:UNDO')
  else document.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }))
}
const firstQuestion = () => <DiagnosisQuestionsPage itemId={item.id} />
const buttons = (within: ParentNode) => [...within.querySelectorAll<HTMLButtonElement>('button')]
const tap = (within: ParentNode, word: string): void =>
  buttons(within)
    .find(({ textContent }) => textContent === word)!
    .click()

describe.each(undoBy)('an undo by %s', (by) => {
  it('goes from the summary of a diagnosis back to its last question, with every answer', async () => {
    const page = <DiagnosisSummaryPage itemId={item.id} />
    const { scan, dispatch, draft, path } = await open(page, '1 step to do', warehouse, justStarted)
    undo(by, scan)
    await vi.waitFor(() => expect(path()).toBe(`/refurb-diagnosis/${item.id}/questions`))
    expect(await draft()).toMatchObject({ ...answered, at: 1 })
    expect(dispatch).not.toHaveBeenCalled()
  })

  it('goes from the stock of a diagnosis back to its summary, with every answer', async () => {
    const page = <DiagnosisStockPage itemId={item.id} />
    const { scan, dispatch, draft, path } = await open(page, 'Where do you put the product?', warehouse, justStarted)
    undo(by, scan)
    await vi.waitFor(() => expect(path()).toBe(`/refurb-diagnosis/${item.id}/summary`))
    expect(await draft()).toMatchObject(answered)
    expect(dispatch).not.toHaveBeenCalled()
  })

  it('goes from a question of a diagnosis back to the one before, with every answer', async () => {
    const kept = { ...answered, at: 1 }
    const { place, scan, dispatch, draft } = await open(
      firstQuestion(),
      'Question 2 of 2',
      warehouse,
      justStarted,
      kept,
    )
    undo(by, scan)
    await vi.waitFor(() => expect(place.textContent).toContain('Question 1 of 2'))
    expect(await draft()).toMatchObject(answered)
    expect(dispatch).not.toHaveBeenCalled()
  })

  it('takes the start of a diagnosis back at its first question while nothing is answered', async () => {
    const { scan, dispatch, path } = await open(firstQuestion(), 'Question 1', warehouse, justStarted, emptyDraft)
    undo(by, scan)
    await vi.waitFor(() => expect(path()).toBe(startPath))
    expect(dispatch.mock.calls.map(([{ type }]) => type)).toEqual(['undoRefurbDiagnosisStart'])
  })

  it('asks at the first question before answers go, which no barcode and no key erases', async () => {
    const { place, scan, dispatch, draft, path } = await open(firstQuestion(), 'Question 1', warehouse, justStarted)
    undo(by, scan)
    await vi.waitFor(() => expect(place.querySelector('dialog[open]')?.textContent ?? '').toContain('2 answers'))
    for (const command of ['CONFIRM', 'NEXT', 'A']) scan(`RPR:${command}`)
    await answer('Enter', scan)
    expect([dispatch.mock.calls, path()]).toEqual([[], '/'])
    undo('the barcode', scan)
    await vi.waitFor(() => expect(place.querySelector('dialog')).toBeNull())
    expect(await draft()).toMatchObject(answered)
    expect([dispatch.mock.calls, path()]).toEqual([[], '/'])
  })

  it('says at the first question that there is nothing to undo where its start is not the latest action', async () => {
    const { place, scan, dispatch } = await open(firstQuestion(), 'Question 1 of 2')
    undo(by, scan)
    await vi.waitFor(() => expect(place.querySelector('[data-stays]')?.textContent).toContain('Nothing to undo'))
    expect(dispatch).not.toHaveBeenCalled()
  })
})

it('the start of a diagnosis is undone with its answers once a hand says so', async () => {
  const { place, dispatch, draft, path } = await open(firstQuestion(), 'Question 1', warehouse, justStarted)
  tap(place, 'Undo the start')
  await vi.waitFor(() => expect(place.querySelector('dialog[open]')).not.toBeNull())
  tap(place.querySelector('dialog')!, 'Erase the answers')
  await vi.waitFor(() => expect(path()).toBe(startPath))
  expect(dispatch.mock.calls.map(([{ type }]) => type)).toEqual(['undoRefurbDiagnosisStart'])
  expect(await draft()).toBeNull()
})

it('a diagnosis tells why its start is not undone', async () => {
  const { place, scan, dispatch, path } = await open(firstQuestion(), 'Question 1', warehouse, justStarted, emptyDraft)
  dispatch.mockResolvedValueOnce({ captured: false, code: 'UNDO_NOT_LATEST' })
  scan('RPR:UNDO')
  await vi.waitFor(() => expect(place.querySelector('[data-stays]')?.textContent).toContain('Cannot be undone'))
  expect(place.querySelector('[data-stays]')?.textContent).toContain('something else has happened')
  expect(path()).toBe('/')
})

it.each(['a command', 'Enter'])('a question is answered by %s once no stop stands before it', async (by) => {
  const { place, scan, path } = await open(<DiagnosisQuestionsPage itemId={item.id} />, 'Question 1 of 2')
  scan('20000018')
  await stops(place)
  await answer(by, scan, 'RPR:A')
  await isFree(place)
  expect(path()).toBe('/')
  await answer(by, scan, 'RPR:A')
  await vi.waitFor(() => expect(path()).toBe(`/refurb-diagnosis/${item.id}/summary`))
})

it.each(['a command', 'Enter'])(
  'a diagnosis goes on from its summary by %s once no stop stands before it',
  async (by) => {
    const { place, scan, path } = await open(<DiagnosisSummaryPage itemId={item.id} />, '1 step to do')
    scan('20000018')
    await stops(place)
    await answer(by, scan)
    await isFree(place)
    expect(path()).toBe('/')
    await answer(by, scan)
    await vi.waitFor(() => expect(path()).toBe(`/refurb-diagnosis/${item.id}/stock`))
  },
)

it.each(['a command', 'Enter'])('a diagnosis is ended by %s once no stop stands before its stock', async (by) => {
  const { place, scan, dispatch } = await open(<DiagnosisStockPage itemId={item.id} />, 'Where do you put the product?')
  scan('20000018')
  await stops(place)
  await answer(by, scan)
  await isFree(place)
  expect(dispatch).not.toHaveBeenCalled()
  await answer(by, scan)
  await vi.waitFor(() => expect(dispatch).toHaveBeenCalledOnce())
})

it('a diagnosis is sent with its questions as they were asked, and keeps its answers in case it is refused', async () => {
  const { dispatch, draft, path, scan } = await open(
    <DiagnosisStockPage itemId={item.id} />,
    'Where do you put the product?',
  )
  scan(stockCode(bench))
  await vi.waitFor(() => expect(path()).toBe(`/refurb-diagnosis/${item.id}/finalized`))
  const [weak] = config.refurbQuestions![0]!.answers
  expect(dispatch.mock.calls).toMatchObject([
    [
      { type: 'finalizeRefurbDiagnosis' },
      {
        asked: [
          { id: refurb.state, label: 'Battery', type: 'unique', answers: [weak] },
          { id: refurb.look, label: 'Look', type: 'multiple', answers: [] },
        ],
      },
    ],
  ])
  expect(await draft()).toMatchObject(answered)
})

it('a diagnosis goes on with answers of its own, not with those of one whose start was taken back', async () => {
  const page = <DiagnosisQuestionsPage itemId={item.id} />
  const { draft, place, scan } = await open(page, 'Question 1 of 2', warehouse, item, {
    ...answered,
    startOpId: id(701),
  })
  expect(place.querySelector('[aria-pressed=true]')).toBeNull()
  scan('RPR:A')
  await vi.waitFor(async () =>
    expect(await draft()).toMatchObject({ answers: { [refurb.state]: [refurb.weak] }, at: 1, startOpId }),
  )
  expect(await draft()).not.toHaveProperty(['answers', refurb.look])
})

it('a stock’s barcode takes a stop away from a summary, as from every other screen', async () => {
  const { place, scan } = await open(<DiagnosisSummaryPage itemId={item.id} />, '1 step to do')
  scan('20000018')
  await stops(place)
  scan(stockCode(bench))
  await isFree(place)
})

it.each([
  ['the bench of the first step', warehouse, 'Bench'],
  ['*to refurbish* where that bench is in another warehouse', otherWarehouse, 'To refurbish'],
])('a diagnosis ends at %s until another stock is chosen', async (_name, warehouseId, stock) => {
  const { place } = await open(<DiagnosisStockPage itemId={item.id} />, 'Where do you put the product?', warehouseId)
  expect([...place.querySelectorAll('[aria-pressed=true] strong')].map((each) => each.textContent)).toEqual([stock])
})
