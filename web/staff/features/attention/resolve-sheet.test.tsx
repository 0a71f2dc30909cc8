import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { id, refurb, testedRow } from '#tests/support/floor-world.ts'
import { config } from '#tests/support/floor-world.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { ItemHistoryAnswer } from '#sync/calls/item.ts'
import type { Http } from '#web/lib/http.ts'
import { ResolveSheet } from './resolve-sheet.tsx'
import type { TrayEntry } from './tray-entry.ts'

const step = { stepId: refurb.battery, name: 'Battery', status: 'paused', revision: 2 }
const item = { ...testedRow(1), status: 'item_refurb_in_progress', facts: { steps: [step] } } as unknown as NonNullable<
  TrayEntry['item']
>
const entryOf = (opId: string, more: Partial<TrayEntry> = {}): TrayEntry => ({
  opId,
  type: 'workOnRefurbStep',
  args: { itemId: item.id, stepId: refurb.battery, action: 'complete', seenRevision: 1 },
  code: item.code,
  product: 'Phone',
  capturedAtMs: 1,
  authorName: 'Ada',
  mayResolve: true,
  reason: 'REFURB_STEP_CHANGED',
  causeOp: null,
  due: null,
  item,
  blocked: [],
  ...more,
})
const line = (lineId: string, action: string, status: string, actorName: string): ItemHistoryAnswer => ({
  id: lineId,
  action,
  deviceAt: '2026-11-21T10:00:00.000Z',
  serverAt: '2026-11-21T10:00:00.000Z',
  actorName,
  warehouseId: null,
  fromStatus: 'item_refurb_in_progress',
  toStatus: 'item_refurb_in_progress',
  fromStockId: null,
  toStockId: null,
  opId: null,
  comment: null,
  details: { stepId: refurb.battery, name: 'Battery', status },
})
const lines = [line('3', 'refurb_step_pause', 'paused', 'Béa'), line('2', 'refurb_step_start', 'in_progress', 'Ada')]

async function draw(entry: TrayEntry, verdict: string | null) {
  const onDiscard = vi.fn<(reason: string, blocked: readonly TrayEntry[]) => Promise<string | null>>()
  onDiscard.mockResolvedValue(null)
  const history = { id: item.id, version: 9, lines }
  const kept = { history, readAtMs: 1, isCurrent: true }
  const info = { config, scope: { warehouseIds: [id(1)] } }
  const engine = {
    subscribe: () => () => undefined,
    config: () => config,
    copyInfo: () => info,
    operationsOf: () => Promise.resolve([]),
  }
  const drawn = await drawScreen(
    <ResolveSheet
      entry={entry}
      judgeRetry={() => Promise.resolve(verdict)}
      onRetry={() => Promise.resolve(null)}
      onEnd={() => Promise.resolve(null)}
      onDiscard={onDiscard}
      onClose={() => undefined}
    />,
    {
      language: 'en-GB',
      texts: ['sync', 'item', 'warehouse'],
      http: (() => Promise.reject(new Error('offline'))) as unknown as Http,
      engine,
      histories: { of: () => Promise.resolve(kept), keep: () => undefined },
    },
  )
  const button = (name: string) =>
    [...document.querySelectorAll('button')].find((one) => one.textContent.replace(/^[A-J] /, '') === name)
  return { ...drawn, onDiscard, button }
}

it('a refusal says the step, the action, and what a colleague did to it, from what to what (F2)', async () => {
  const { button } = await draw(entryOf('1'), null)
  await vi.waitFor(() => expect(document.body.textContent).toContain('Step completed: Battery'))
  await vi.waitFor(() => expect(document.body.textContent).toContain('Step paused · In progress → Paused'))
  expect(document.body.textContent).toContain('Béa')
  expect(document.body.textContent).toContain('Battery: Paused')
  await vi.waitFor(() => expect(button('Try again')).toBeDefined())
})

it('another try is not offered where it cannot work, and why is said', async () => {
  const { button } = await draw(entryOf('1'), 'REFURB_STEP_STATUS')
  await vi.waitFor(() => expect(document.body.textContent).toContain('Trying again as it stands cannot work'))
  expect(button('Try again')).toBeUndefined()
  expect(button('Discard')).toBeDefined()
})

it('discarding a refusal keeps what fell with it, unless it is discarded too', async () => {
  const blocked = [entryOf('2', { causeOp: '1' }), entryOf('3', { causeOp: '1' })]
  const { button, onDiscard } = await draw(entryOf('1', { blocked }), null)
  await vi.waitFor(() => expect(button('Discard')).toBeDefined())
  await userEvent.click(button('Discard')!)
  await vi.waitFor(() => expect(document.body.textContent).toContain('The 2 blocked actions are kept and tried again.'))
  await userEvent.click(button('Scanned twice')!)
  await userEvent.click(button('Discard')!)
  await vi.waitFor(() => expect(onDiscard).toHaveBeenLastCalledWith('Scanned twice', []))
  await userEvent.click(button('Also discard the 2 blocked actions')!)
  await userEvent.click(button('Discard')!)
  await vi.waitFor(() => expect(onDiscard).toHaveBeenLastCalledWith('Scanned twice', blocked))
})
