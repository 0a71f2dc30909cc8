import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followVersions, type VersionParts } from './follow-versions.ts'

afterEach(() => void vi.useRealTimers())

/** A version of the app as the browser tells of it. */
const version = () => Object.assign(new EventTarget(), { state: 'installing' })
type Version = ReturnType<typeof version>

interface At {
  active?: Version | null
  waiting?: Version | null
}

/** A page whose service workers are as told, at the moment it registers and later; `told` is what its update hears. */
async function page({ served = null as Version | null, isOnly = true, at = {} as At, registersAtMs = 0 } = {}) {
  const told: string[] = []
  const registration = Object.assign(new EventTarget(), {
    active: null as Version | null,
    waiting: null as Version | null,
    installing: null as Version | null,
    ...at,
  })
  const container = Object.assign(new EventTarget(), { controller: served })
  let now = 0
  const parts = {
    workbox: {
      register: async () => {
        now = registersAtMs
        return registration
      },
    },
    container,
    update: {
      waits: async (isStart: boolean) => void told.push(isStart ? 'taken at the start' : 'offered'),
      controls: (isUpdate: boolean) => void told.push(isUpdate ? 'replaced' : 'served'),
    },
    isOnlyPage: async () => isOnly,
    nowMs: () => now,
  }
  await followVersions(parts as unknown as VersionParts)
  const settle = () => vi.advanceTimersByTimeAsync(200)
  await settle()
  return {
    told,
    /** The browser finds a version, and installs it or fails; one that is installed waits, unless told otherwise. */
    async finds(found: Version, end: 'installed' | 'redundant' = 'installed', after: At = { waiting: found }) {
      registration.installing = found
      registration.dispatchEvent(new Event('updatefound'))
      Object.assign(registration, { installing: null, ...(end === 'installed' && { waiting: found }) })
      found.state = end
      found.dispatchEvent(new Event('statechange'))
      if (end === 'installed') Object.assign(registration, after)
      await settle()
    },
    serves(worker: Version) {
      container.controller = worker
      container.dispatchEvent(new Event('controllerchange'))
    },
  }
}

let [first, second, third] = [version(), version(), version()]
beforeEach(() => {
  vi.useFakeTimers()
  ;[first, second, third] = [version(), version(), version()]
})

describe('the first version of a device', () => {
  it('is no new one, however long the browser takes to make it the active one', async () => {
    const { told, finds, serves } = await page()
    await finds(first)
    expect(told).toEqual([])
    serves(first)
    expect(told).toEqual(['served'])
  })

  it('is none for a page either that is loaded while it waits: nothing loads that page again', async () => {
    const { told, serves } = await page({ at: { waiting: first } })
    expect(told).toEqual([])
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
  const at = () => ({ active: first })

  it('is offered', async () => {
    const { told, finds } = await page({ served: first, at: at() })
    await finds(second)
    expect(told).toEqual(['offered'])
  })

  it('is offered to a page too that was loaded past the service worker', async () => {
    const { told, finds } = await page({ at: at() })
    await finds(second)
    expect(told).toEqual(['offered'])
  })

  it('is offered after one that could not be installed, and after one that was put off', async () => {
    const { told, finds } = await page({ served: first, at: at() })
    await finds(version(), 'redundant')
    expect(told).toEqual([])
    await finds(second)
    expect(told).toEqual(['offered'])
    await finds(third)
    expect(told).toEqual(['offered', 'offered'])
  })

  it('is no longer there once it has been taken in another tab', async () => {
    const { told, finds } = await page({ served: first, at: at() })
    await finds(second, 'installed', { active: second, waiting: null })
    expect(told).toEqual([])
  })

  it('takes over at the next start, where no other tab shows the app', async () => {
    const { told } = await page({ served: first, at: { active: first, waiting: second } })
    expect(told).toEqual(['taken at the start'])
  })

  it('is offered in a further tab, and where it is found late', async () => {
    const waiting = { active: first, waiting: second }
    const further = await page({ served: first, isOnly: false, at: waiting })
    expect(further.told).toEqual(['offered'])
    const late = await page({ served: first, at: waiting, registersAtMs: 5000 })
    expect(late.told).toEqual(['offered'])
  })

  it('replaces what a page was claimed by after its load', async () => {
    const { told, serves } = await page()
    serves(first)
    serves(second)
    expect(told).toEqual(['served', 'replaced'])
  })
})
