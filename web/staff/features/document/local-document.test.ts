import { describe, expect, it } from 'vitest'
import { openPackage } from '#sync/operations/expedition/open-package.ts'
import { boot, box } from '#tests/support/packing-bench.ts'
import { config, itemRow, otherWarehouseId, uuid, warehouseId } from '#tests/support/rows.ts'
import type { Control, ItemFacts } from '#sync/wire/item-facts.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { localDocument } from './local-document.ts'

const names = { day: String, time: String, place: null }

/** What the packing slip of the package calls its products; null where the device prints none. */
async function namesOf(engine: Pick<Engine, 'config' | 'view' | 'package' | 'lines'>) {
  const document = await localDocument(engine, { kind: 'packing_slip', id: box }, names)
  return document?.kind === 'packing_slip' ? document.content.lines.map(({ product }) => product) : null
}

describe('the label of a product', () => {
  const control = { grade: 'grade_d', setAside: null } as Control
  const labelOf = async (facts: Partial<ItemFacts> | null) => {
    const engine = { config: () => config, view: async () => [{ item: itemRow(1, { facts: facts as ItemFacts }) }] }
    const document = await localDocument(engine as unknown as Engine, { kind: 'item_label', id: uuid(4, 1) }, names)
    return document?.content
  }

  it('bears the grade that its test has found, and until then the declared one', async () => {
    expect(await labelOf(null)).toMatchObject({ grade: 'grade_a', gradeOf: 'declaration' })
    expect(await labelOf({ control })).toMatchObject({ grade: 'grade_d', gradeOf: 'control' })
  })

  it('bears the declared grade where its test has only set it aside', async () => {
    const aside = { ...control, grade: null, setAside: 'locked' } as const
    expect(await labelOf({ control: aside })).toMatchObject({ grade: 'grade_a', gradeOf: 'declaration' })
  })
})

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
