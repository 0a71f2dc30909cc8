import { describe, expect, it } from 'vitest'
import { createWorkerCopy } from './copy-worker-client.ts'
import { createConfigTaker, type CopyReply, type CopyRequest } from './copy-worker-protocol.ts'
import { classifyStorageError, isStorageError } from './storage-problem.ts'

/** A worker that answers as told; what passes is copied, as between a page and its worker. */
function workerThat(answer: (request: CopyRequest) => readonly CopyReply[]): Worker {
  const listeners: ((event: MessageEvent) => void)[] = []
  return {
    addEventListener: (type: string, listener: (event: MessageEvent) => void) => {
      if (type === 'message') listeners.push(listener)
    },
    postMessage(request: CopyRequest) {
      for (const reply of answer(structuredClone(request))) {
        setTimeout(() => listeners.forEach((hear) => hear({ data: structuredClone(reply) } as MessageEvent)))
      }
    },
  } as unknown as Worker
}

describe('the copy behind a worker', () => {
  it('gives each of two calls that overlap its own answer', async () => {
    const copy = createWorkerCopy(workerThat(({ id, args }) => [{ id, kind: 'done', value: args }]))
    const changes = (cursor: string) => ({ cursor }) as never
    const answers = await Promise.all([copy.applyPull(changes('a')), copy.applyPull(changes('b'))])
    expect(answers).toEqual([[{ cursor: 'a' }], [{ cursor: 'b' }]])
  })

  it('tells how far a snapshot has come', async () => {
    const seen: number[] = []
    const copy = createWorkerCopy(
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
    const copy = createWorkerCopy(workerThat(({ id }) => [{ id, ...refused }]))
    const error: unknown = await copy.read([], []).catch((caught: unknown) => caught)
    expect(isStorageError(error)).toBe(true)
    expect(classifyStorageError(error)).toEqual({ reason: 'full', errorName: 'QuotaExceededError' })
  })

  it('gets the configuration once, and has it in every answer', async () => {
    const config = { stocks: [] }
    const take = createConfigTaker()
    const sent: unknown[] = []
    const copy = createWorkerCopy(
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
