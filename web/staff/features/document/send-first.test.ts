import { expect, it, vi, type Mock } from 'vitest'
import type { Engine } from '#web/local/engine/engine.ts'
import { sendFirst } from './send-first.ts'

function deviceWith(states: readonly string[], sync: () => Promise<void> = () => Promise.resolve()) {
  const engine = { operationsOf: async () => states.map((state) => ({ state })), sync: vi.fn(sync) }
  return engine as unknown as Pick<Engine, 'operationsOf'> & { readonly sync: Mock<Engine['sync']> }
}
const label = { kind: 'item_label', id: 'i' } as const

it('what this device has done with a product is sent before the server prints its label', async () => {
  let isSent = false
  const engine = deviceWith(['applied', 'pending'], async () => {
    await Promise.resolve()
    isSent = true
  })
  await sendFirst(engine, label)
  expect(isSent).toBe(true)
})

it('nothing is sent where the server knows it all, nor for papers of packages', async () => {
  const known = deviceWith(['applied'])
  await sendFirst(known, label)
  const packing = deviceWith(['pending'])
  await sendFirst(packing, { kind: 'packing_slip', id: 'p' })
  expect([known.sync, packing.sync].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
})

it('a server that does not answer holds up no label for long, and a failure none at all', async () => {
  await sendFirst(
    deviceWith(['pending'], () => new Promise(() => undefined)),
    label,
    5,
  )
  await sendFirst(
    deviceWith(['pending'], () => Promise.reject(new Error('offline'))),
    label,
  )
})
