import { describe, expect, it } from 'vitest'
import { createDeliverySweep } from '#api/features/delivery/delivery-sweep.ts'
import { prepareDeliveries } from '#tests/support/delivery-world.ts'
import { jobsOf } from '#tests/support/queued-job.ts'

const world = prepareDeliveries()
const { api, owner, send, labelled, parcelOf, runJob, server } = world

const day = 24 * 3_600_000
/** More tries than any queue gives a job. */
const manyTries = 40

/** Signed in as of now, for a session ends within days. */
const manager = () => api().signIn('root_management_unit_manager')
const sweep = () => createDeliverySweep({ database: api().db, log: { warn: () => undefined } })()
const jobs = async (id: string, queue: string) => jobsOf(owner(), queue, { parcelId: (await parcelOf(id)).id })

async function spend(id: string, queue: 'carrier-order' | 'carrier-cancel'): Promise<void> {
  for (let time = 0; time < manyTries; time++) {
    if ((await jobs(id, queue)).includes('failed')) return
    await runJob(id, queue)
  }
  throw new Error('its tries did not end')
}

describe('a carrier that is away for days', () => {
  it('is asked for a label again whenever the tries of a job have run out, by one job, until it is back', async () => {
    server().behave('ill')
    const { id } = await send()
    for (let gone = 0; gone < 3; gone++) {
      await spend(id, 'carrier-order')
      world.pass(day)
      expect(await jobs(id, 'carrier-order')).toEqual(['failed'])
      // Two processes, each with its own round.
      await Promise.all([sweep(), sweep()])
      expect(await jobs(id, 'carrier-order')).toEqual(['created'])
      await sweep()
      expect(await jobs(id, 'carrier-order')).toEqual(['created'])
    }
    server().behave('ready')
    expect(await runJob(id)).toBeNull()
    expect(await parcelOf(id)).toMatchObject({ state: 'ready', attempt: 1 })
    expect((await (await manager()).request(`/api/buybacks/${id}/shipping-label`)).status).toBe(200)
    await sweep()
    expect(await jobs(id, 'carrier-order')).toEqual(['completed'])
  })

  it('is told again of an order that is cancelled', async () => {
    const { id } = await labelled()
    await (
      await manager()
    ).request(`/api/buybacks/${id}/cancel`, {
      method: 'POST',
      json: { reason: 'customer_retraction', force: false },
    })
    server().behave('ill')
    await spend(id, 'carrier-cancel')
    expect(await sweep()).toBe(1)
    expect(await jobs(id, 'carrier-cancel')).toEqual(['created'])
    server().behave('ready')
    expect(await runJob(id, 'carrier-cancel')).toBeNull()
    expect(await parcelOf(id)).toMatchObject({ state: 'cancelled' })
  })

  it('is left alone about what waits, and about what it has refused or made', async () => {
    const made = await labelled()
    server().behave('refuse')
    const refused = await send()
    await runJob(refused.id)
    server().behave('ill')
    const waiting = await send()
    await runJob(waiting.id)
    expect(await sweep()).toBe(0)
    expect(await jobs(made.id, 'carrier-order')).toEqual(['completed'])
    expect(await jobs(refused.id, 'carrier-order')).toEqual(['completed'])
    expect(await jobs(waiting.id, 'carrier-order')).toEqual(['retry'])
  })
})
