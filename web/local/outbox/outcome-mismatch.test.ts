import { afterEach, describe, expect, it } from 'vitest'
import { createDevice, scope, signIn } from '#tests/support/device-fixture.ts'
import {
  config,
  declaration,
  facts,
  id,
  native,
  operator,
  question,
  refurb,
  row,
  testedRow,
  warehouse,
} from '#tests/support/floor-world.ts'
import { createMemorySyncServer } from '#tests/support/memory-sync-server.ts'
import { finalizeRefurbDiagnosis } from '#sync/operations/refurb/finalize-refurb-diagnosis.ts'
import { testItem } from '#sync/operations/compliance/test-item.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Author } from './outbox-database.ts'
import { retentionMs } from './outbox-retention.ts'

const author: Author = {
  userId: operator,
  name: 'Inès',
  accountId: scope.accountId,
  module: 'rps',
  userType: 'warehouse_operator',
  warehouseIds: [warehouse],
}

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** A device with an item, and what becomes of its operation. */
async function deviceWith(item: ItemRow) {
  const server = createMemorySyncServer({
    config,
    scope: { ...scope, warehouseIds: [warehouse] },
    items: [item],
    actors: [{ userId: operator, userType: 'warehouse_operator', warehouseIds: [warehouse] }],
  })
  const device = createDevice(server)
  ends.push(device.close)
  const engine = await device.openTab()
  await signIn(engine, server, author)
  device.offline = true
  const arrive = async (): Promise<void> => {
    device.offline = false
    await engine.sync()
    await engine.refreshStatus()
  }
  return { device, engine, server, arrive }
}

/** A device without a network that has tested an item as worn, which the retailer pays for by the terms that it knows. */
async function tested() {
  const item = row(70)
  const { device, engine, server, arrive } = await deviceWith(item)
  const captured = await engine.dispatch(testItem, {
    itemId: item.id,
    warehouseId: warehouse,
    answers: [{ questionId: question.screen, answerId: question.worn }],
    photos: [],
  })
  expect(captured).toMatchObject({ verdict: 'applied', result: { outcome: 'with_absorption' } })
  const opId = captured.captured ? captured.opId : ''
  // What the server has learnt since then: nothing is paid for the retailer any more.
  const change = () => server.put({ ...item, facts: facts({ declaration: { ...declaration, absorption: null } }) })
  return { device, engine, server, arrive, opId, change }
}

describe('a test that the server decides', () => {
  it('as the operator was told needs nobody', async () => {
    const { engine, arrive } = await tested()
    await arrive()
    expect(await engine.accounting()).toMatchObject({ applied: 1 })
    expect(engine.status()).toMatchObject({ differing: 0, attention: 0 })
    expect(await engine.differing()).toEqual([])
  })

  it('otherwise stands until a person has seen it, also after a restart and a month', async () => {
    const { device, engine, server, arrive, opId, change } = await tested()
    change()
    await arrive()
    expect(server.item(id(70))?.status).toBe('item_in_quarantine')
    expect(engine.status()).toMatchObject({ differing: 1, attention: 0, waiting: 0 })
    expect(await engine.accounting()).toMatchObject({ applied: 1, tray: 0 })

    await engine.stop()
    device.clockMs += 2 * retentionMs
    const later = await device.openTab()
    await later.sync()
    await later.prune()
    expect(await later.differing()).toMatchObject([
      {
        row: { opId, author: { name: 'Inès' } },
        told: { outcome: 'with_absorption', stockId: native('to_refurbish') },
        came: { outcome: 'proposal', stockId: native('in_quarantine') },
      },
    ])

    await later.acknowledge(opId)
    expect(await later.differing()).toEqual([])
    expect((await later.refreshStatus()).differing).toBe(0)
    expect(await later.accounting()).toMatchObject({ applied: 1 })
  })

  it('is told by its last decision, also where a restored server decides it again', async () => {
    const { engine, server, arrive, change } = await tested()
    const backup = server.backup()
    change()
    await arrive()
    expect(engine.status().differing).toBe(1)
    server.restore(backup)
    await engine.sync()
    await engine.sync()
    expect(server.item(id(70))?.status).toBe('item_completed_with_absorption')
    expect((await engine.refreshStatus()).differing).toBe(0)
    expect(await engine.differing()).toEqual([])
  })
})

it('a diagnosis whose answers have come to need a step stands until a person has seen where its product is', async () => {
  const item = testedRow(70, { status: 'item_refurb_diagnostic_in_progress' })
  const { engine, server, arrive } = await deviceWith(item)
  await engine.dispatch(finalizeRefurbDiagnosis, {
    itemId: item.id,
    answers: [
      { questionId: refurb.state, answerIds: [refurb.healthy] },
      { questionId: refurb.look, answerIds: [] },
    ],
    stockId: native('to_refurbish'),
  })
  const refurbQuestions = config.refurbQuestions!.map((each) => ({
    ...each,
    answers: each.answers.map((answer) => ({ ...answer, stepIds: [refurb.battery] })),
  }))
  server.setConfig({ ...config, refurbQuestions })
  await arrive()
  expect(await engine.differing()).toMatchObject([
    {
      told: { status: 'item_refurb_completed', stockId: native('refurbishment_completed') },
      came: { status: 'item_refurb_in_progress', stockId: native('to_refurbish') },
    },
  ])
})
