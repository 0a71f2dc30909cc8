import { describe, expect, it } from 'vitest'
import { createWorkerCopy } from './copy-worker-client.ts'
import { createConfigTaker, type CopyReply, type CopyRequest } from './copy-worker-protocol.ts'
import { classifyStorageError, isStorageError } from '#web/local/device/storage-problem.ts'

/** A worker that answers as told; what passes is copied, as between a page and its worker. */
function workerThat(answer: (request: CopyRequest) => readonly CopyReply[]) {
  const listeners: { readonly type: string; readonly hear: (event: MessageEvent) => void }[] = []
  const tell = (type: string, data?: CopyReply) => {
    for (const each of listeners) if (each.type === type) each.hear({ data: structuredClone(data) } as MessageEvent)
  }
  const asked: CopyRequest[] = []
  const worker = {
    isTerminated: false,
    asked,
    addEventListener: (type: string, hear: (event: MessageEvent) => void) => void listeners.push({ type, hear }),
    postMessage(request: CopyRequest) {
      if (worker.isTerminated) return
      asked.push(structuredClone(request))
      for (const reply of answer(structuredClone(request))) setTimeout(() => tell('message', reply))
    },
    terminate: () => void (worker.isTerminated = true),
    say: (reply: CopyReply) => tell('message', reply),
    fail: () => tell('error'),
  }
  return worker
}

type FakeWorker = ReturnType<typeof workerThat>

/** The copy over workers that are begun one after the other, and timers that run as told. */
function copyOver(...workers: readonly FakeWorker[]) {
  const timers = new Map<() => void, number>()
  let begun = 0
  const start = () => {
    const worker = workers[begun++]
    if (worker === undefined) throw new Error('no worker is left')
    return worker as unknown as Worker
  }
  const copy = createWorkerCopy(start, {
    setTimer(run, waitMs) {
      timers.set(run, waitMs)
      return () => void timers.delete(run)
    },
  })
  return {
    copy,
    begun: () => begun,
    waits: () => [...timers.values()],
    /** Lets the time of every timer come. */
    elapse() {
      const due = [...timers.keys()]
      timers.clear()
      for (const run of due) run()
    },
  }
}

const silent = () => workerThat(() => [])
const answering = (value: unknown) => workerThat(({ id }) => [{ id, kind: 'done', value }])
const turn = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('the copy behind a worker', () => {
  it('gives each of two calls that overlap its own answer', async () => {
    const { copy } = copyOver(workerThat(({ id, args }) => [{ id, kind: 'done', value: args }]))
    const changes = (cursor: string) => ({ cursor }) as never
    const answers = await Promise.all([copy.applyPull(changes('a')), copy.applyPull(changes('b'))])
    expect(answers).toEqual([[{ cursor: 'a' }], [{ cursor: 'b' }]])
  })

  it('tells how far a snapshot has come', async () => {
    const seen: number[] = []
    const { copy } = copyOver(
      workerThat(({ id }) => [
        { id, kind: 'progress', rows: 200 },
        { id, kind: 'progress', rows: 400 },
        { id, kind: 'done', value: { ok: false, reason: 'network', status: 0 } },
      ]),
    )
    expect(await copy.stageSnapshot({} as never, (rows) => seen.push(rows))).toMatchObject({ reason: 'network' })
    expect(seen).toEqual([200, 400])
  })

  it('keeps the name of what the storage refused', async () => {
    const refused = { kind: 'failed', name: 'QuotaExceededError', message: 'no room' } as const
    const { copy } = copyOver(workerThat(({ id }) => [{ id, ...refused }]))
    const error: unknown = await copy.read([], []).catch((caught: unknown) => caught)
    expect(isStorageError(error)).toBe(true)
    expect(classifyStorageError(error)).toEqual({ reason: 'full', errorName: 'QuotaExceededError' })
  })

  it('gets the configuration once, and has it in every answer', async () => {
    const config = { stocks: [] }
    const take = createConfigTaker()
    const sent: unknown[] = []
    const { copy } = copyOver(
      workerThat(({ id, method }) => {
        const info = { generation: id, config }
        const reply = take(method, method === 'read' ? { info, items: [] } : info)
        sent.push(reply.config)
        return [{ id, kind: 'done', ...reply }]
      }),
    )
    expect(await copy.open('a')).toEqual({ generation: 1, config })
    expect(await copy.read([], [])).toEqual({ info: { generation: 2, config }, items: [] })
    expect(await copy.refresh()).toEqual({ generation: 3, config })
    expect(sent).toEqual([config, undefined, undefined])
  })
})

describe('a copy worker that fails', () => {
  const failure = { name: 'UnknownError' }

  it('answers every call at once with the failure, those after it too', async () => {
    const worker = silent()
    const { copy } = copyOver(worker)
    const before = copy.read([], [])
    await turn()
    worker.fail()
    await expect(before).rejects.toMatchObject(failure)
    await expect(copy.read([], [])).rejects.toMatchObject(failure)
    await expect(copy.stageSnapshot({} as never, () => undefined)).rejects.toMatchObject(failure)
    expect(worker.isTerminated).toBe(true)
  })

  it('counts as failed where it does not say in time that it is there, and not while it works', async () => {
    const late = copyOver(silent())
    const asked = late.copy.read([], [])
    await turn()
    late.elapse()
    await expect(asked).rejects.toMatchObject(failure)
    const slow = silent()
    const working = copyOver(slow)
    const waits = working.copy.read([], [])
    slow.say({ kind: 'ready' })
    await turn()
    working.elapse()
    slow.say({ id: slow.asked[0]!.id, kind: 'done', value: null })
    expect(await waits).toBeNull()
  })

  it('counts as failed where it ends without a word while a call waits, and not while it answers (F25)', async () => {
    const quiet = silent()
    const { copy, elapse } = copyOver(quiet)
    quiet.say({ kind: 'ready' })
    const asked = copy.read([], [])
    await turn()
    for (let tick = 0; tick < 6; tick++) {
      elapse()
      quiet.say({ kind: 'ready' })
    }
    expect(quiet.isTerminated).toBe(false)
    for (let tick = 0; tick < 5; tick++) elapse()
    await expect(asked).rejects.toMatchObject(failure)
    expect(quiet.isTerminated).toBe(true)
    expect(quiet.asked.filter((each) => 'isPing' in each).length).toBeGreaterThan(2)
  })

  it('gives way to another one after a pause, which opens the same copy first', async () => {
    const first = answering(null)
    const second = answering(null)
    const { copy, begun, elapse } = copyOver(first, second)
    await copy.open('scope-a')
    first.fail()
    await expect(copy.read([], [])).rejects.toMatchObject(failure)
    expect(begun()).toBe(1)
    elapse()
    expect(await copy.read([], ['1'])).toBeNull()
    expect(begun()).toBe(2)
    expect(second.asked.map(({ method, args }) => [method, args[0]])).toEqual([
      ['open', 'scope-a'],
      ['read', []],
    ])
  })

  it('is begun again ever more seldom while none answers', async () => {
    const workers = [silent(), silent(), silent()]
    const { copy, waits, elapse } = copyOver(...workers)
    const pauses: number[] = []
    for (const worker of workers) {
      void copy.refresh().catch(() => undefined)
      await turn()
      worker.fail()
      pauses.push(...waits())
      elapse()
    }
    expect(pauses).toEqual([1_000, 5_000, 15_000])
  })
})

it('asks the server without the session of the browser while a PIN alone has let the user in', async () => {
  const worker = answering(null)
  let byPin = true
  const ports = { setTimer: () => () => undefined }
  const copy = createWorkerCopy(
    () => worker as unknown as Worker,
    ports,
    () => byPin,
  )
  const source = {
    url: '/api/sync/snapshot',
    init: { method: 'POST', headers: {}, body: '{}', credentials: 'same-origin' as const },
  }
  const ask = async () => {
    await copy.fetchHistories('k', source, 0)
    await copy.stageSnapshot(source, () => undefined)
  }
  await ask()
  byPin = false
  await ask()
  const said = worker.asked.map(({ args }) => JSON.stringify(args).match(/"credentials":"([\w-]+)"/)?.[1])
  expect(said).toEqual(['omit', 'omit', 'same-origin', 'same-origin'])
})
