import { describe, expect, it } from 'vitest'
import { followVersions, type VersionParts } from './follow-versions.ts'

type Waiting = (event: { readonly wasWaitingBeforeRegister?: boolean }) => void
type At = 'active' | 'waiting'

/** A page whose service workers are as told; `told` is what its update hears. */
async function page({ served = null as object | null, isOnly = true } = {}) {
  const told: string[] = []
  const at = { active: null as object | null, waiting: null as object | null, nowMs: 0 }
  let heard: Waiting = () => undefined
  const container = Object.assign(new EventTarget(), { controller: served })
  const parts = {
    workbox: {
      addEventListener: (_: 'waiting', listener: Waiting) => (heard = listener),
      register: async () => at,
    },
    container,
    update: {
      waits: async (isStart: boolean) => void told.push(isStart ? 'taken at the start' : 'offered'),
      controls: (isUpdate: boolean) => void told.push(isUpdate ? 'replaced' : 'served'),
    },
    isOnlyPage: async () => isOnly,
    nowMs: () => at.nowMs,
  }
  await followVersions(parts as unknown as VersionParts)
  return {
    told,
    at,
    /** As Workbox does, 200 ms after a worker has been installed or once it has registered. */
    async waits(state: Partial<Record<At, object>>, wasWaitingBeforeRegister = false) {
      Object.assign(at, { active: null, waiting: null }, state)
      heard({ wasWaitingBeforeRegister })
      await new Promise((next) => setTimeout(next))
    },
    serves(worker: object) {
      container.controller = worker
      container.dispatchEvent(new Event('controllerchange'))
    },
  }
}

const [first, second] = [{}, {}]

describe('the first version of a device', () => {
  it('is no new one, however long the browser takes to make it the active one', async () => {
    const { told, waits, serves } = await page()
    await waits({ waiting: first })
    expect(told).toEqual([])
    serves(first)
    expect(told).toEqual(['served'])
  })

  it('is none for a page either that is loaded while it waits: nothing loads that page again', async () => {
    const { told, waits, serves } = await page()
    await waits({ waiting: first }, true)
    serves(first)
    expect(told).toEqual(['served'])
  })

  it('serves a page once more without replacing anything', async () => {
    const { told, serves } = await page({ served: first })
    serves(first)
    expect(told).toEqual(['served'])
  })
})

describe('a version beside one that is active', () => {
  it('is offered', async () => {
    const { told, waits } = await page({ served: first })
    await waits({ active: first, waiting: second })
    expect(told).toEqual(['offered'])
  })

  it('is offered to a page too that was loaded past the service worker', async () => {
    const { told, waits } = await page()
    await waits({ active: first, waiting: second })
    expect(told).toEqual(['offered'])
  })

  it('is no longer there once it has been taken in another tab', async () => {
    const { told, waits } = await page({ served: first })
    await waits({ active: second })
    expect(told).toEqual([])
  })

  it('takes over at the next start, where no other tab shows the app', async () => {
    const { told, waits } = await page({ served: first })
    await waits({ active: first, waiting: second }, true)
    expect(told).toEqual(['taken at the start'])
  })

  it('is offered in a further tab, and where it is found late', async () => {
    const further = await page({ served: first, isOnly: false })
    await further.waits({ active: first, waiting: second }, true)
    expect(further.told).toEqual(['offered'])
    const late = await page({ served: first })
    late.at.nowMs = 5000
    await late.waits({ active: first, waiting: second }, true)
    expect(late.told).toEqual(['offered'])
  })

  it('replaces what a page was claimed by after its load', async () => {
    const { told, serves } = await page()
    serves(first)
    serves(second)
    expect(told).toEqual(['served', 'replaced'])
  })
})
