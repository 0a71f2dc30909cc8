import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { plannedSteps } from '#domain/refurb/refurb-step.ts'
import type { OperationDefinition } from '#sync/operations/define-operation.ts'
import {
  colleague,
  config,
  facts,
  id,
  op,
  operator,
  refurb,
  run,
  testedRow,
  warehouse,
} from '#tests/support/floor-world.ts'
import { scannedInto } from '#tests/support/scanned-into.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Operation } from '#sync/wire/operation.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { FeedbackProvider } from '#web/scan/feedback-provider.tsx'
import { ScannerContext } from '#web/scan/use-scanner.ts'
import { stepPauseMs } from '#web/staff/ui/floor/use-step-pause.ts'
import { itemStepId } from './item-step-id.ts'
import { ItemStepPage } from './item-step-page.tsx'

const steps = plannedSteps(config.refurbSteps ?? [], warehouse)
const item = testedRow(1, { status: 'item_refurb_in_progress', facts: facts({ steps }) })
const known = {
  ...config,
  people: [{ id: colleague, name: 'Camille Roux' }],
  refurbSteps: config.refurbSteps?.map((step) => ({ ...step, description: `How to do it: ${step.name}` })),
}

/** What a user does to a step, the battery's unless another is named. */
const acts = (action: string, seenRevision: number, actor: string, stepId = refurb.battery) =>
  op(
    'workOnRefurbStep',
    {
      itemId: item.id,
      stepId,
      action,
      seenRevision,
      ...(action === 'start' ? { stockId: steps.find((step) => step.stepId === stepId)!.stockId } : {}),
    },
    { actor },
  )

/** A device whose copy holds the product as these actions have left it, and decides as every device does. */
function deviceAfter(...done: readonly Operation[]) {
  const after = (row: ItemRow, ops: readonly Operation[]) => {
    const { records, codes } = run({ items: [row] }, ops)
    return { codes, row: records.item(item.id) as ItemRow }
  }
  let { row } = after(item, done)
  const heard = new Set<(event: object) => void>()
  const user = { id: operator, userType: 'warehouse_operator', currentOrganization: { id: warehouse } } as StoredUser
  const pull = (next: ItemRow): void => {
    row = next
    for (const listener of heard) listener({ kind: 'items', itemIds: [item.id] })
  }
  const engine = {
    subscribe: (listener: (event: object) => void) => {
      heard.add(listener)
      return () => heard.delete(listener)
    },
    config: () => known,
    author: () => user,
    copyInfo: () => ({}),
    deviceId: () => Promise.resolve(id(3)),
    tray: () => Promise.resolve([]),
    viewed: () => ({ item: row, pending: 0 }),
    view: () => Promise.resolve([{ item: row, pending: 0 }]),
    dispatch: (definition: OperationDefinition<Record<string, unknown>>, args: Record<string, unknown>) => {
      const decided = after(row, [op(definition.type, args, { actor: operator })])
      if (decided.codes[0] !== 'applied') return Promise.resolve({ captured: false, code: decided.codes[0] })
      pull(decided.row)
      return Promise.resolve({ captured: true, items: [decided.row] })
    },
  }
  return {
    user,
    engine,
    /** What others have done arrives: it is done to the copy, or, where nothing had been done before, to the item. */
    hears: (ops: readonly Operation[], from: ItemRow = row) => pull(after(from, ops).row),
    step: () => row.facts?.steps.find(({ stepId }) => stepId === refurb.battery),
  }
}

async function open(device: ReturnType<typeof deviceAfter>) {
  const { hub, scan } = scannedInto()
  const pages = overPages(
    () => <ItemStepPage itemRefurbStepId={itemStepId(item.id, refurb.battery)} />,
    ['/', '/warehouse/item-refurb-steps/items/$itemId'],
  )
  const { place } = await drawScreen(
    <FeedbackProvider>
      <ScannerContext value={hub}>{pages.screen}</ScannerContext>
    </FeedbackProvider>,
    { language: 'en-GB', texts: ['refurb', 'warehouse', 'scan'], ...device },
  )
  await vi.waitFor(() => expect(place.querySelector('[role=timer]')).not.toBeNull())
  const sheetOf = (scanned: string) => {
    scan(scanned)
    return vi.waitFor(() => {
      const found = document.querySelector('dialog[open]')
      if (found === null) throw new Error('no sheet yet')
      return found
    })
  }
  return { place, scan, path: pages.path, sheetOf }
}

const started = acts('start', 0, operator)
const cases = [
  ['a cancellation of a waiting step', [], 'RPR:CANCEL', [acts('start', 0, colleague)], 'in_progress'],
  ['the end of a running step', [started], 'RPR:CONFIRM', [acts('pause', 1, colleague)], 'paused'],
] as const

describe.each(cases)('%s that another user moves while its sheet is open', (_name, before, command, theirs, stays) => {
  it('is refused, whatever the pull has brought', async () => {
    const device = deviceAfter(...before)
    const { place, scan, sheetOf, path } = await open(device)
    const sheet = await sheetOf(command)
    if (command === 'RPR:CANCEL') scan('RPR:A')
    device.hears(theirs)
    await vi.waitFor(() => expect(sheet.querySelector('[role=alert]')?.textContent).toContain('Camille Roux has just'))
    scan('RPR:CONFIRM')
    await vi.waitFor(() => expect(place.textContent).toContain('Changed by someone else'))
    expect(document.querySelector('dialog[open]')).toBeNull()
    expect(device.step()).toMatchObject({ status: stays, actorId: colleague })
    expect(path()).toBe('/')
  })
})

it('a cancellation is refused where the step is as old as it was, and another’s', async () => {
  const device = deviceAfter(started)
  const { place, scan, sheetOf } = await open(device)
  const sheet = await sheetOf('RPR:CANCEL')
  scan('RPR:A')
  // The server refuses the operator's start, because a colleague's came first.
  device.hears([acts('start', 0, colleague)], item)
  await vi.waitFor(() => expect(sheet.querySelector('[role=alert]')?.textContent).toContain('Camille Roux has just'))
  scan('RPR:CONFIRM')
  await vi.waitFor(() => expect(place.textContent).toContain('Changed by someone else'))
  expect(device.step()).toMatchObject({ status: 'in_progress', actorId: colleague })
})

it('a sheet that nobody has overtaken does what it asks', async () => {
  const device = deviceAfter(started)
  const { sheetOf, scan, path } = await open(device)
  const sheet = await sheetOf('RPR:CONFIRM')
  expect(sheet.querySelector('[role=alert]')).toBeNull()
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull())
  await sheetOf('RPR:CONFIRM')
  scan('RPR:CONFIRM')
  await vi.waitFor(() => expect(path()).toBe(`/warehouse/item-refurb-steps/items/${item.id}`))
  expect(device.step()).toMatchObject({ status: 'completed', actorId: operator })
})

describe('the undo on the page of a step', () => {
  const undoButton = (place: Element) =>
    [...place.querySelectorAll('button')].find((each) => each.textContent === 'Undo')

  it('puts its latest action back and names it', async () => {
    const device = deviceAfter(acts('start', 0, operator, refurb.polish), started)
    const { place, scan } = await open(device)
    expect(undoButton(place)).not.toBeUndefined()
    scan('RPR:UNDO')
    await vi.waitFor(() => expect(place.querySelector('[data-tone=done]')?.textContent).toContain('Battery'))
    expect(device.step()?.status).toBe('to_do')
  })

  it('leaves an action on another step alone', async () => {
    const device = deviceAfter(started, acts('start', 0, operator, refurb.polish))
    const { place, scan } = await open(device)
    expect(undoButton(place)).toBeUndefined()
    const dispatch = vi.spyOn(device.engine, 'dispatch')
    scan('RPR:UNDO')
    await vi.waitFor(() => expect(place.querySelector('[data-stays]')?.textContent).toContain('Nothing to undo'))
    expect(dispatch).not.toHaveBeenCalled()
  })
})

it.each([
  ['cancellation', 'RPR:CANCEL', 'Cancel the step'],
  ['completion', 'RPR:CONFIRM', 'Complete the step'],
])('a %s that is refused keeps its sheet with what was typed', async (_name, command, title) => {
  const device = deviceAfter(started)
  // Once the result is taken away, it can be tried again.
  vi.spyOn(device.engine, 'dispatch').mockResolvedValueOnce({ captured: false, code: 'STOCK_UNKNOWN' })
  const { sheetOf, scan, path } = await open(device)
  const sheet = await sheetOf(command)
  const field = sheet.querySelector('textarea')!
  await userEvent.fill(field, 'The clip broke')
  scan('RPR:CONFIRM')
  await vi.waitFor(() => expect(document.querySelector('[data-stays]')?.textContent).toContain('Action refused'))
  expect(sheet.isConnected && sheet.textContent).toContain(title)
  expect(field.value).toBe('The clip broke')
  scan('RPR:CONFIRM')
  await vi.waitFor(() => expect(document.querySelector('[data-stays]')).toBeNull())
  scan('RPR:CONFIRM')
  await vi.waitFor(() => expect(path()).toBe(`/warehouse/item-refurb-steps/items/${item.id}`))
  expect(device.step()?.comment).toBe('The clip broke')
})

it('a step says how it is done, as the account describes it', async () => {
  const { place } = await open(deviceAfter())
  expect(place.querySelector('main')?.textContent).toContain('How to do it: Battery')
})

it('a step that nobody has touched says that there is nothing to undo', async () => {
  const { place, scan } = await open(deviceAfter())
  scan('RPR:UNDO')
  await vi.waitFor(() => expect(place.querySelector('[data-stays]')?.textContent).toContain('Nothing to undo'))
})

const paused = acts('pause', 1, operator)

it.each([
  ['the start of a step shows its work', [], 'I am at this stock', 'in_progress'],
  [
    'its end asks where the product goes, and completes nothing (REFURB-26)',
    [started],
    'Complete the step',
    'in_progress',
  ],
  ['its cancellation asks why', [started, paused], 'Cancel the step', 'paused'],
] as const)('a double tap on %s', async (_name, before, name, status) => {
  const device = deviceAfter(...before)
  const { place } = await open(device)
  const button = (within: ParentNode) =>
    [...within.querySelectorAll('button')].find((each) => each.textContent === name)
  await new Promise((resolve) => setTimeout(resolve, stepPauseMs))
  await userEvent.dblClick(button(place)!)
  await vi.waitFor(() => expect(device.step()?.status).toBe(status))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(device.step()?.status).toBe(status)
  const sheet = document.querySelector('dialog[open]')
  expect(sheet === null).toBe(before.length === 0)
  expect(sheet?.querySelector('[role=alert]') ?? null).toBeNull()
})
