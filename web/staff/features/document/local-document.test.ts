import { describe, expect, it } from 'vitest'
import { openPackage } from '#sync/operations/warehouse/open-package.ts'
import { boot, box } from '#tests/support/packing-bench.ts'
import { otherWarehouseId, warehouseId } from '#tests/support/rows.ts'
import type { Engine } from '#web/local/engine.ts'
import { localDocument } from './local-document.ts'

const names = { day: String, time: String, place: null }

/** What the packing slip of the package calls its products; null where the device prints none. */
async function namesOf(engine: Pick<Engine, 'config' | 'view' | 'package' | 'lines'>) {
  const document = await localDocument(engine, { kind: 'packing_slip', id: box }, names)
  return document?.kind === 'packing_slip' ? document.content.lines.map(({ product }) => product) : null
}

describe('the packing slip of a package whose products are on their way to another place', () => {
  async function sent() {
    const bench = await boot(box)
    const { engine, session, scan } = bench
    const origin = { type: 'warehouse' as const, warehouseId }
    await engine.dispatch(openPackage, { packageId: box, origin, destinationWarehouseId: otherWarehouseId })
    await scan(1)
    await scan(2)
    expect(await session.close(box)).toBeNull()
    return bench
  }

  it('names them by what its closing has kept', async () => {
    const { engine, confirmSent } = await sent()
    const before = await namesOf(engine)
    await confirmSent([1, 2])
    expect((await engine.package(box))?.items.map(({ level }) => level)).toEqual(['slim', 'slim'])
    expect(await namesOf(engine)).toEqual(before)
    expect(before).toEqual(['Fairphone 5', 'Fairphone 5'])
  })

  it('is the server’s where the package was closed elsewhere', async () => {
    const { engine, confirmSent } = await sent()
    await confirmSent([1, 2])
    const elsewhere = { ...engine, lines: async () => [] }
    expect(await namesOf(elsewhere)).toBeNull()
    // A label tells how many they are, and none of their names.
    const label = await localDocument(elsewhere, { kind: 'package_label', id: box }, names)
    expect(label?.kind === 'package_label' ? label.content.lines : null).toHaveLength(2)
  })
})
