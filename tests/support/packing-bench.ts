import { afterEach, expect } from 'vitest'
import { resolveCode } from '#domain/item/resolve-code.ts'
import { moveItem } from '#sync/operations/stock/move-item.ts'
import { openPackage } from '#sync/operations/expedition/open-package.ts'
import { putInPackage } from '#sync/operations/expedition/put-in-package.ts'
import { noFacts } from '#sync/wire/item-facts.ts'
import { createDevice, createServer, operator, signIn, type Device } from '#tests/support/device-fixture.ts'
import { config, itemRow, otherWarehouseId, uuid, warehouseId } from '#tests/support/rows.ts'
import type { ForwardedScan } from '#web/staff/features/expedition/leaving.ts'
import { createPackingSession } from '#web/staff/features/expedition/packing-session.ts'
import type { PackingResult } from '#web/staff/features/expedition/packing-state.ts'
import { readWaitingScans, waitingListId } from '#web/staff/features/expedition/waiting-scans.ts'

const devices: Device[] = []
afterEach(async () => {
  for (const device of devices.splice(0)) await device.close()
})

/** A warehouse that only one product is bound for. */
export const thirdWarehouseId = uuid(2, 3)
const tested = {
  status: 'item_completed' as const,
  tested: true,
  warehouseId,
  stockId: config.stocks[1]!.id,
}

/** A package. */
export const box = uuid(8, 9)

/** A code as a screen of packing hears it. */
export function scanOf(text: string): ForwardedScan {
  return { text, symbology: null, resolution: resolveCode(text, 'any'), alternative: null }
}

/** Packing on a device without network; into one package where it is named. */
export async function boot(packageId: string | null = null, inactive: string | null = null) {
  const server = createServer(3, tested)
  const warehouses = config.warehouses.map((one) => ({ ...one, isActive: one.id !== inactive }))
  server.setConfig({ ...config, warehouses })
  // To be forwarded: registered here, bound for the other warehouse. It shares its IMEI with one that awaits its test.
  server.put(
    itemRow(7, {
      status: 'item_registered_in_warehouse',
      warehouseId,
      destinationWarehouseId: otherWarehouseId,
      imei: '356938035643809',
    }),
  )
  server.put(
    itemRow(6, { status: 'item_registered_in_warehouse', warehouseId, destinationWarehouseId: thirdWarehouseId }),
  )
  server.put(itemRow(8, { status: 'item_awaiting_compliancy_tests', warehouseId, imei: '356938035643809' }))
  server.put(itemRow(10, { ...tested, warehouseId: otherWarehouseId, stockId: null }))
  server.put(
    itemRow(11, {
      ...tested,
      status: 'item_to_return',
      warehouseId: otherWarehouseId,
      stockId: null,
      facts: { ...noFacts, hasReturnLabel: true },
    }),
  )
  server.put(itemRow(12, { ...tested, status: 'item_in_quarantine' }))
  server.put(itemRow(9, { ...tested, status: 'item_to_return', facts: { ...noFacts, hasReturnLabel: true } }))
  const device = createDevice(server)
  devices.push(device)
  const engine = await device.openTab()
  await signIn(engine, server, operator(1))
  await expect.poll(() => engine.packageNumber(uuid(8))).not.toBeNull()
  device.offline = true
  const results: PackingResult[] = []
  const opened: string[] = []
  let drawn = 0
  let questions = 0
  const later: string[] = []
  const start = () =>
    createPackingSession({
      engine,
      origin: { type: 'warehouse', warehouseId },
      userId: operator(1).userId,
      accountId: operator(1).accountId,
      newId: () => uuid(9, ++drawn),
      onResult: (result) => results.push(result),
      onPackage: async (id) => void opened.push(id),
      onLater: ({ text }) => void later.push(text),
      onQuestion: () => void questions++,
      packageId,
    })
  const session = start()
  const scan = async (number: number): Promise<PackingResult['outcome'] | undefined> => {
    session.scan(scanOf(itemRow(number).code))
    await session.settled()
    return results.at(-1)?.outcome
  }
  /** Fills a package of this place with these products, of whom a colleague scans the last. */
  const fillWithColleague = async (box: string, own: readonly number[], theirs: number): Promise<void> => {
    const origin = { type: 'warehouse' as const, warehouseId }
    await engine.dispatch(openPackage, { packageId: box, origin, destinationWarehouseId: otherWarehouseId })
    for (const number of own) await scan(number)
    await takeOver(operator(2))
    await engine.dispatch(putInPackage, { itemId: itemRow(theirs).id, packageId: box })
    await takeOver(operator(1))
  }
  /** Signs in on the device, which takes a network: the copy goes with the user before, and comes again. */
  const takeOver = async (author: ReturnType<typeof operator>): Promise<void> => {
    await engine.signIn(author)
    device.offline = false
    await engine.sync()
    device.offline = true
  }
  /** The scans that wait for an answer, as a screen that starts now reads them. */
  const waitingScans = async () =>
    readWaitingScans(engine, waitingListId({ type: 'warehouse', warehouseId }, operator(1).userId))
  const contentOf = async (box: string) => (await engine.package(box))?.row.itemIds
  /** Moves a product to where it stands already, which the server refuses. */
  const refuseMove = async (number: number): Promise<void> => {
    const stockId = config.stocks[4]!.id
    await engine.dispatch(moveItem, { itemId: itemRow(number).id, stockId })
    server.put(itemRow(number, { ...tested, stockId }))
    device.offline = false
    await engine.sync()
    device.offline = true
  }
  /** Sends what waits; of what has left this place the device has no more than the codes then. */
  const confirmSent = async (numbers: readonly number[]): Promise<void> => {
    device.offline = false
    await engine.sync()
    for (const number of numbers) {
      const sent = server.item(itemRow(number).id)!
      server.put({ ...sent, version: sent.version + 1, level: 'slim', brand: null, productLabel: null, facts: null })
    }
    await engine.sync()
    device.offline = true
  }
  const open = async () => ((await engine.packages()) ?? []).filter(({ row }) => row.status === 'open')
  return {
    engine,
    session,
    start,
    scan,
    results,
    opened,
    later,
    open,
    refuseMove,
    confirmSent,
    fillWithColleague,
    takeOver,
    contentOf,
    waitingScans,
    questions: () => questions,
  }
}
