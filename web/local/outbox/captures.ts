import type { DeviceError } from '#sync/replica/device-errors.ts'
import { readArgs } from '#sync/operations/read-args.ts'
import type { OperationDefinition } from '#sync/operations/define-operation.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { capture, needsAround, type CaptureInput, type Captured } from './capture.ts'
import { putLine, type LineInput } from './write-line.ts'
import type { CopyRead, CopyStore } from '#web/local/copy/copy-store.ts'
import type { EngineState } from '#web/local/engine/engine-state.ts'
import { readAround, type ReplayInput, type ReplayRequest } from '#web/local/copy/replay-input.ts'
import type { Author, RoundLocalRow } from './outbox-database.ts'
import type { Outbox } from './outbox.ts'
import type { EnginePorts } from '#web/local/engine/ports.ts'
import { releasedRoundEnds, readRound } from './rounds.ts'
import type { StatusMonitor } from '#web/local/engine/status-monitor.ts'
import { classifyStorageError, isStorageError } from '#web/local/device/storage-problem.ts'
import { discardRefused, judgeRetry, retryRefused, type RecordsFor } from './tray.ts'
import type { ResolveResult, RetryContext, RetryOptions } from './tray.ts'
import type { KnownItem } from './known-item.ts'

/** A storage that refuses has kept neither the action nor its line. */
export const storageRefused = 'DEVICE_STORAGE_REFUSED' satisfies DeviceError

/** What goes with a captured action. */
export interface DispatchOptions {
  /** An item that the server told of, which this device has not. */
  readonly known?: KnownItem | undefined
  readonly line?: LineInput
  /** Id of the line; one that is there already follows this action from now on. */
  readonly lineId?: string
  /** Undecided operations that this one rests on, beside those of its lanes. */
  readonly dependsOn?: readonly string[]
}

/** One action of several that are captured together. */
export interface Action<Args> {
  readonly definition: OperationDefinition<Args>
  readonly args: Args
  readonly options?: Omit<DispatchOptions, 'known'>
}

/** Ends the transaction of actions that are captured together, one of which the device refused. */
class NotTogether extends Error {
  readonly refused: Captured & { readonly captured: false }
  constructor(refused: Captured & { readonly captured: false }) {
    super('one of several actions was refused')
    this.refused = refused
  }
}

function refusedAs(code: string): Captured & { readonly captured: false } {
  return { captured: false, code, causeOp: null, items: [], lineId: null }
}

function withKnown(base: CopyRead | null, known: KnownItem | undefined): CopyRead | null {
  if (base === null || known === undefined) return base
  const { config } = base.info
  const questionnaires = [...(config.questionnaires ?? []), ...known.questionnaires]
  const items = [...base.items.filter(({ id }) => id !== known.item.id), known.item]
  return { ...base, info: { ...base.info, config: { ...config, questionnaires } }, items }
}

/** What captures work on. */
export interface CaptureParts {
  readonly state: EngineState
  readonly outbox: Outbox
  readonly copy: CopyStore
  readonly monitor: StatusMonitor
  /** The copy failed; the device goes on without it. */
  readonly onCopyProblem: (error: unknown) => null
  /** What sales are judged by. */
  readonly recordsFor: RecordsFor
  /** Operations changed, and lines perhaps; what was captured is to go to the server. */
  readonly onChanged: (itemIds: readonly string[], isCaptured: boolean) => void
}

/** Everything that an author writes on this device, one after the other in the order of the calls. */
export function createCaptures(
  { state, outbox, copy, monitor, onCopyProblem, onChanged, recordsFor }: CaptureParts,
  ports: Pick<EnginePorts, 'nowMs'>,
) {
  let turn: Promise<unknown> = Promise.resolve()

  function serially<T>(task: () => Promise<T>): Promise<T> {
    const next = turn.then(task, task)
    turn = next.catch(() => undefined)
    return next
  }

  /** Storage that refuses is an answer, and told by the status. */
  async function guarded<T>(task: () => Promise<Captured | T>): Promise<Captured | T> {
    try {
      const captured = await task()
      state.captureProblem = null
      return captured
    } catch (error) {
      if (!isStorageError(error)) throw error
      state.captureProblem ??= { database: 'outbox', ...classifyStorageError(error) }
      monitor.touch()
      return refusedAs(storageRefused)
    }
  }

  /** Who captures; nobody at the platform itself, whose queue would never get a grant. */
  function capturer(): Author | null {
    return state.author?.client === null ? null : state.author
  }

  function afterCapture(captured: { readonly captured: boolean; readonly items?: readonly ItemRow[] }): void {
    if (captured.captured) monitor.captured()
    onChanged(captured.items?.map(({ id }) => id) ?? [], captured.captured)
  }

  /** Confirmed rows for a capture; a copy that fails must not stop it. */
  async function readBase(ids: readonly string[], codes: readonly string[], by: Author): Promise<CopyRead | null> {
    const read = await copy.read(ids, codes).catch(onCopyProblem)
    return read !== null && read.info.scope.accountId === by.accountId ? read : null
  }

  /** The same with everything that operations on packages touch. */
  async function readBaseAround(question: ReplayRequest, by: Author): Promise<ReplayInput | null> {
    const around = await readAround(copy.read, outbox.byKeys, question).catch(onCopyProblem)
    return around !== null && around.info.scope.accountId === by.accountId ? around : null
  }

  function retryContext(author: Author): RetryContext {
    return { outbox, copy, author, nowMs: ports.nowMs(), recordsFor }
  }

  /** Ends that waited for the last refusal of their round go again by themselves; one that lacks a comment stays. */
  async function endRoundsAgain(by: Author, settled: readonly string[]): Promise<void> {
    for (const opId of await releasedRoundEnds(outbox, by, settled))
      afterCapture(await retryRefused(retryContext(by), opId))
  }

  function inputOf<Args>(
    { definition, args, options: { line, lineId, dependsOn } = {} }: Action<Args>,
    author: Author,
    opId: string,
  ): Omit<CaptureInput<Args>, 'base'> {
    return {
      definition,
      args,
      author,
      opId,
      lineId: lineId ?? outbox.newId(),
      isNewLine: lineId === undefined,
      nowMs: ports.nowMs(),
      ...(line === undefined ? {} : { line }),
      ...(dependsOn === undefined ? {} : { dependsOn }),
    }
  }

  return {
    guarded,

    /** Captures an action. Durable when it resolves; the network has no part in it. */
    dispatch<Args>(
      definition: OperationDefinition<Args>,
      args: Args,
      { known, ...options }: DispatchOptions = {},
    ): Promise<Captured> {
      return serially(async () => {
        const by = capturer()
        if (by === null) return refusedAs('SYNC_SIGN_IN_REQUIRED')
        const read = readArgs(definition, args)
        if (!read.ok) return refusedAs(read.error)
        const needs = definition.needs(read.value)
        const question = { ids: needs.itemIds, codes: needs.codes, packageIds: needs.packageIds ?? [] }
        const input = inputOf({ definition, args: read.value, options }, by, outbox.newId())
        const attempt = async (base: CopyRead | ReplayInput | null) => {
          const sales = needs.sales ?? []
          const counter = sales.length === 0 || base === null ? undefined : await recordsFor(sales, base.items)
          return guarded(() => outbox.writing((open) => capture(open, { ...input, base, counter }, outbox.newId)))
        }
        const touchesPackage = question.packageIds.length > 0
        const readItems = async () => withKnown(await readBase(question.ids, question.codes, by), known)
        const first = touchesPackage ? needsAround : await attempt(await readItems())
        const captured = first === needsAround ? await attempt(await readBaseAround(question, by)) : first
        if (captured === needsAround) throw new Error('a capture with its packages asks for nothing more')
        afterCapture(captured)
        return captured
      })
    },

    /**
     * Captures an action, and the one that follows from what it makes of its items, in one transaction: both are kept,
     * or neither and no line of them. Neither looks at other items than the first.
     */
    dispatchBoth<First, Second>(
      first: Action<First>,
      follow: (items: readonly ItemRow[]) => Action<Second>,
    ): Promise<Captured> {
      return serially(async () => {
        const by = capturer()
        if (by === null) return refusedAs('SYNC_SIGN_IN_REQUIRED')
        const { itemIds, codes } = first.definition.needs(first.args)
        const question = { ids: itemIds, codes, packageIds: [] }
        const [firstId, secondId] = [outbox.newId(), outbox.newId()]
        let kept: Captured | typeof needsAround | null = null
        const attempt = (base: CopyRead | ReplayInput | null) =>
          outbox.writing(async (open) => {
            const one = async <Args>(action: Action<Args>, opId: string) => {
              const read = readArgs(action.definition, action.args)
              if (!read.ok) throw new NotTogether(refusedAs(read.error))
              const input = { ...inputOf({ ...action, args: read.value }, by, opId), base }
              const captured = await capture(open, input, outbox.newId)
              if (captured !== needsAround && !captured.captured) throw new NotTogether({ ...captured, lineId: null })
              return captured
            }
            // A transaction whose end did not come through is run again, and may have kept both.
            if (kept !== null && (await open.ops.get(secondId)) !== undefined) return kept
            const before = await one(first, firstId)
            if (before === needsAround) return needsAround
            kept = await one(follow(before.items), secondId)
            return kept
          })
        const whole = async (base: CopyRead | ReplayInput | null) =>
          guarded(() =>
            attempt(base).catch((error: unknown) => {
              if (error instanceof NotTogether) return error.refused
              throw error
            }),
          )
        const tried = await whole(await readBase(itemIds, codes, by))
        const captured = tried === needsAround ? await whole(await readBaseAround(question, by)) : tried
        if (captured === needsAround) throw new Error('a capture with its packages asks for nothing more')
        afterCapture(captured)
        return captured
      })
    },

    /** Keeps a scan that never became an action, because its code has no possible shape. */
    addRefusedLine: (line: LineInput, refusedCode: string, id = outbox.newId()): Promise<string> =>
      serially(async () => {
        const outcome = { opId: null, refusedCode, verdict: 'refused' as const }
        await outbox.writing((open) => putLine(open, line, id, state.author?.userId ?? '', ports.nowMs(), outcome))
        onChanged([], false)
        return id
      }),

    /** Captures a refused action again, with other arguments where given; the refused one is settled as replaced. */
    retry: (opId: string, newArgs?: Readonly<Record<string, unknown>>, options?: RetryOptions) =>
      serially(async () => {
        const by = capturer()
        if (by === null) return { captured: false as const, code: 'SYNC_SIGN_IN_REQUIRED' }
        const retried = await retryRefused(retryContext(by), opId, newArgs, options)
        afterCapture(retried)
        if (retried.captured) await endRoundsAgain(by, [opId])
        return retried
      }),

    /** The code for which a refused action would be refused again as it stands; null where another try may work. */
    judgeRetry: async (opId: string): Promise<string | null> => {
      const by = capturer()
      return by === null ? 'SYNC_SIGN_IN_REQUIRED' : judgeRetry(retryContext(by), opId)
    },

    /** Drops refused actions for a reason that stays in the server's history. */
    discard: (opIds: string | readonly string[], reason: string): Promise<ResolveResult> =>
      serially(async () => {
        const by = capturer()
        if (by === null) return { ok: false, code: 'SYNC_SIGN_IN_REQUIRED' }
        const ids = typeof opIds === 'string' ? [opIds] : opIds
        const settled = await discardRefused(outbox, by, ids, reason, ports.nowMs())
        afterCapture({ captured: settled.ok })
        if (settled.ok) await endRoundsAgain(by, settled.opIds)
        return settled
      }),

    /** A user has seen that an applied operation has another result than its operator was told. */
    acknowledge: (opId: string): Promise<void> =>
      serially(async () => {
        await outbox.acknowledge(opId)
        onChanged([], false)
      }),

    /** The author's open round in a warehouse, started now where there is none. It survives a restart. */
    openRound: (warehouseId: string): Promise<RoundLocalRow | null> =>
      serially(async () => {
        const by = capturer()
        return by === null ? null : readRound(outbox, by, warehouseId, ports.nowMs())
      }),
  }
}
