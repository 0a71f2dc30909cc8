import type { CopyInfo } from './copy-rows.ts'
import type { CopyStore } from './copy-store.ts'
import type { EngineState } from '#web/local/engine/engine-state.ts'
import type { Outbox } from '#web/local/outbox/outbox.ts'
import type { EnginePorts } from '#web/local/engine/ports.ts'
import { copyOf } from '#web/local/sync/pull.ts'
import { classifyStorageError } from '#web/local/device/storage-problem.ts'

/** Pauses before another try after one failure, two and more, in milliseconds: longer than the worker's own first one. */
const pausesMs = [1_500, 5_500, 15_500, 60_500] as const

/** What the open copy is asked by. */
export interface OpenCopy {
  /** Opens the copy of the author; a broken one is as good as none until it opens again. */
  readonly open: () => Promise<void>
  /** Another tab has changed the copy. */
  readonly follow: () => Promise<void>
  /** Tells that the copy failed, and tries it again after a pause: it may be whole, and only its worker have died. */
  readonly problem: (error: unknown) => null
  /** Reads that find nothing while the copy fails, for what needs none. */
  readonly readable: Pick<CopyStore, 'read'>
  /**
   * Reads that fail with the copy, so that the caller reports it: an empty result would mean that no such product
   * exists.
   */
  readonly strict: Pick<CopyStore, 'read'>
}

/** Keeps the copy of one tab's author open; `onChanged` hears when it is there, or another one. */
export function createOpenCopy(
  state: EngineState,
  { outbox, copy }: { readonly outbox: Outbox; readonly copy: CopyStore },
  ports: Pick<EnginePorts, 'setTimer' | 'onStorageProblem'>,
  onChanged: () => void,
): OpenCopy {
  let failures = 0
  let isPlanned = false

  async function openOfAuthor(): Promise<CopyInfo | null> {
    const { author } = state
    if (author === null) return null
    const key = await outbox.readMeta(copyOf(author))
    const info = typeof key === 'string' ? await copy.open(key).catch(problem) : null
    return state.author === author && info?.scope.accountId === author.accountId ? info : null
  }

  function problem(error: unknown): null {
    ports.onStorageProblem({ database: 'copy', ...classifyStorageError(error) })
    if (isPlanned || state.stopped) return null
    isPlanned = true
    ports.setTimer(() => void again(), pausesMs[Math.min(failures, pausesMs.length - 1)]!)
    failures += 1
    return null
  }

  async function again(): Promise<void> {
    isPlanned = false
    if (state.stopped) return
    const info = await openOfAuthor().catch(problem)
    if (info === null) return
    failures = 0
    state.copyInfo = info
    onChanged()
  }

  return {
    async open() {
      state.copyInfo = null
      state.pullFailed = false
      const info = await openOfAuthor()
      if (info !== null) state.copyInfo = info
    },
    async follow() {
      const info = await copy.refresh().catch(problem)
      if (info !== null) state.copyInfo = info
      onChanged()
    },
    problem,
    readable: { read: (...asked) => copy.read(...asked).catch(problem) },
    strict: {
      read: (...asked) =>
        copy.read(...asked).catch((error: unknown) => {
          problem(error)
          throw error
        }),
    },
  }
}
