import { describe, expect, it } from 'vitest'
import { createEngineState } from '#web/local/engine/engine-state.ts'
import { createSyncCycle, type CycleParts } from './sync-cycle.ts'
import type { PullEnd } from './pull.ts'
import type { SyncStatus } from '#web/local/engine/sync-status.ts'

/** A cycle without a device behind them: what they ask of the push, and what the badge believes at that moment. */
function prepareCycle(part: Partial<SyncStatus>, pulls: () => Promise<PullEnd> = async () => 'failed') {
  const state = createEngineState(false)
  state.reached = false
  state.status = { ...state.status, ...part }
  let timers: (() => void)[] = []
  const pushed: { readonly resetWait: boolean; readonly reached: boolean | null }[] = []
  const parts = {
    push: {
      run: async (resetWait = false) => {
        pushed.push({ resetWait, reached: state.reached })
        return 'waiting'
      },
      needsUpdate: () => false,
    },
    pull: { run: pulls },
    monitor: { touch: () => undefined, refresh: async () => state.status },
    checkStorage: async () => true,
    onCopyProblem: () => undefined,
  } as unknown as CycleParts
  const cycle = createSyncCycle(state, parts, {
    nowMs: () => 0,
    random: (count) => new Uint8Array(count),
    setTimer: (run) => {
      timers.push(run)
      return () => void (timers = timers.filter((other) => other !== run))
    },
  })
  /** Lets the planned cycle run until it has planned the next one. */
  async function runCycle(): Promise<void> {
    cycle.plan()
    timers.pop()?.()
    await expect.poll(() => timers.length).toBe(1)
  }
  return { cycle, pushed, runCycle, planned: () => timers.length }
}

describe('the watchdog', () => {
  it('tries overdue work again without waiting, whatever is believed of the network, and leaves the belief', async () => {
    const { pushed, runCycle } = prepareCycle({ online: false, waiting: 1, overdue: true })
    await runCycle()
    expect(pushed[0]).toEqual({ resetWait: true, reached: false })
  })

  it('leaves work that is not overdue to the waits', async () => {
    const { pushed, runCycle } = prepareCycle({ online: true, waiting: 1, overdue: false })
    await runCycle()
    expect(pushed[0]).toEqual({ resetWait: false, reached: false })
  })
})

describe('a cycle whose pull has no end', () => {
  it('holds up neither the cycles after it nor what they send', async () => {
    const { pushed, runCycle, planned } = prepareCycle({ waiting: 1 }, () => new Promise(() => undefined))
    for (const cycles of [1, 2, 3]) {
      await runCycle()
      expect(pushed).toHaveLength(cycles)
    }
    expect(planned()).toBe(1)
  })
})

describe('what a person or an event of the page asks for', () => {
  it('forgets that the last try failed', async () => {
    const { cycle, pushed } = prepareCycle({ waiting: 1 })
    await cycle.sync(true)
    expect(pushed[0]).toEqual({ resetWait: true, reached: null })
  })
})
