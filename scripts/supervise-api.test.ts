import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { superviseApi } from './supervise-api.mjs'

class FakeApi extends EventEmitter {
  pid: number | undefined = 1
  exitCode: number | null = null
  signalCode: NodeJS.Signals | null = null
  kill(signal: NodeJS.Signals): boolean {
    this.die(signal)
    return true
  }
  die(signal: NodeJS.Signals): void {
    this.signalCode = signal
    this.emit('exit', null, signal)
  }
}

function floor({ ready = true } = {}) {
  const apis: FakeApi[] = []
  const told: string[] = []
  const failures: string[] = []
  const waits: number[] = []
  let clock = 0
  const kept = superviseApi({
    start: () => {
      const api = new FakeApi()
      apis.push(api)
      return api as never
    },
    isReady: () => Promise.resolve(ready),
    told: (sentence) => void told.push(sentence),
    failed: (how) => void failures.push(how),
    waitFor: (ms) => Promise.resolve(void waits.push(ms)),
    now: () => clock,
  })
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  const crash = async (): Promise<void> => {
    await settle()
    apis.at(-1)!.die('SIGKILL')
    await settle()
  }
  return { kept, apis, told, failures, waits, crash, pass: (ms: number) => void (clock += ms) }
}

it('an API that ends is started again, after waits that grow, and at once again after one that has lasted', async () => {
  const { kept, apis, told, waits, crash, pass } = floor()
  await kept.ready
  for (let crashes = 0; crashes < 7; crashes++) await crash()
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect(apis).toHaveLength(8)
  expect(told.slice(0, 2)).toEqual([
    'The API ended unexpectedly (SIGKILL). It is started again in 1 second …',
    'The API is back.',
  ])
  pass(60_000)
  await crash()
  expect(waits.at(-1)).toBe(1_000)
})

it('an API that never became ready is no one to be kept', async () => {
  const { kept, apis, failures, crash } = floor({ ready: false })
  await kept.ready
  await crash()
  expect([failures, apis.length]).toEqual([['SIGKILL'], 1])
})

it('an API that could not be started is started again once, whether it says so by an error alone or also ends', async () => {
  const { kept, apis, told, waits, crash } = floor()
  await kept.ready
  await crash()
  for (const isEndTold of [false, true]) {
    const failing = apis.at(-1)!
    failing.pid = undefined
    failing.emit('error', Object.assign(new Error('spawn EAGAIN'), { code: 'EAGAIN' }))
    if (isEndTold) failing.emit('exit', -1, null)
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  expect([apis.length, waits]).toEqual([4, [1_000, 2_000, 4_000]])
  expect(told.filter((sentence) => sentence.includes('(EAGAIN)'))).toHaveLength(2)
})

it('an API that is ended stays so', async () => {
  const { kept, apis, told, crash } = floor()
  await kept.ready
  await kept.end(1_000)
  await crash()
  expect([apis.length, told]).toEqual([1, []])
})
