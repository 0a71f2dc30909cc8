import { isJson, readFailure, type RawAnswer } from '#sync/replica/classify-answer.ts'
import { retryWaitMs } from '#sync/replica/retry.ts'
import { uploadState, type AnnouncedPhoto, type UploadState } from '#sync/calls/evidence.ts'
import { chance } from '#web/local/sync/push-loop.ts'
import { partsOfQueue } from '#web/local/outbox/outbox-database.ts'
import type { PhotoRow } from './photo-database.ts'
import type { PhotoGrant } from './photo-grants.ts'
import type { PhotoStore } from './photo-store.ts'
import type { EnginePorts } from '#web/local/engine/ports.ts'
import { ask, jsonRequest } from '#web/local/sync/transport.ts'

/** Name of the lock that one tab holds for one photo. */
export const photoLock = 'reprise-photos'
/** Bytes of one part: little enough for a bad network to lose only a little. */
const partBytes = 256 * 1024
const partTimeoutMs = 60_000

/** What an upload needs from its place. */
export type UploadPorts = Pick<EnginePorts, 'fetch' | 'random' | 'runLocked' | 'setTimer'>

/** Sends photos, one after the other, apart from operations. */
export interface PhotoUpload {
  /** Sends what may go; `resetWait` forgets an earlier failure, as coming online does. */
  run(resetWait?: boolean): Promise<void>
  /** Whether the last run ended at a server that could not be reached; it tries again by itself. */
  rests(): boolean
  stop(): void
}

/**
 * The outcome of sending one photo: gone, refused for good, left to its author or another colleague, its author has to
 * sign in, or it has to be sent again later.
 */
type Step = 'sent' | 'refused' | 'left' | 'sealed' | { readonly retryAfterMs: number }

/**
 * Creates it over the store of photos; `grants` gives the tokens of authors, whose photos go, and with the token of who is
 * signed in those of colleagues of the same account who are not. The server says
 * where to go on, so that nothing about an upload is kept: a killed app loses at most one part.
 */
export function createPhotoUpload(
  store: PhotoStore,
  grants: () => Promise<readonly PhotoGrant[]>,
  ports: UploadPorts,
): PhotoUpload {
  let running: Promise<void> | null = null
  let again = false
  let stopped = false
  let failures = 0
  let cancelWait: (() => void) | null = null
  /** By token: photos of colleagues that it was refused. Another sign-in may send them; this one asks once. */
  let refusedTo: ReadonlyMap<string, Set<string>> = new Map()

  function rest(retryAfterMs: number): void {
    failures++
    cancelWait?.()
    cancelWait = ports.setTimer(
      () => {
        cancelWait = null
        void run()
      },
      retryWaitMs(failures, chance(ports), retryAfterMs),
    )
  }

  /** One that nobody answers for is passed over; the second one in a row says that the server is out of reach. */
  async function sendAll(): Promise<void> {
    const passedOver = new Set<string>()
    let unanswered = 0
    const live = await grants()
    const present = new Set(live.map(({ userId }) => userId))
    refusedTo = new Map(live.map(({ token }) => [token, refusedTo.get(token) ?? new Set()]))
    for (const grant of live) {
      const refusedHere = refusedTo.get(grant.token) ?? new Set()
      for (;;) {
        if (stopped) return
        const step = await ports.runLocked(photoLock, async () => {
          // Asked for under the lock, since another tab may have sent it before.
          const own = await store.next(partsOfQueue(grant.queue), passedOver)
          const { accountId } = grant
          const others = new Set([...passedOver, ...refusedHere])
          const row = own ?? (accountId === undefined ? null : await store.nextOfAbsent(accountId, present, others))
          if (row === null) return null
          const end = await sendOne(row, grant.token, own !== null)
          if (typeof end === 'object') passedOver.add(row.id)
          if (end !== 'refused' || own !== null) return end
          refusedHere.add(row.id)
          return 'left'
        })
        if (step === null || step === 'sealed') break
        if (typeof step === 'object') {
          unanswered++
          if (unanswered === 2 || step.retryAfterMs > 0) return rest(step.retryAfterMs)
          continue
        }
        unanswered = 0
        if (step !== 'left') failures = 0
      }
    }
    if (passedOver.size > 0) rest(0)
  }

  async function sendOne(row: PhotoRow, token: string, isOwn: boolean): Promise<Step> {
    const refuse = async (code: string): Promise<Step> => {
      // What a colleague's token is refused may yet go with that of who took it.
      if (isOwn) await store.refuse(row.id, code)
      return 'refused'
    }
    const bytes = await store.bytes(row.id)
    if (bytes === null) return refuse('PHOTO_TRUNCATED')
    const path = `/api/evidence/${row.id}`
    let verdict = classify(await ask(ports, path, jsonRequest(announced(row, isOwn), { token }), partTimeoutMs))
    for (;;) {
      if (verdict.kind === 'moved') verdict = { kind: 'state', state: { offset: verdict.offset, complete: false } }
      if (verdict.kind === 'state' && verdict.state.complete) {
        await store.confirm(row.id)
        return 'sent'
      }
      if (verdict.kind === 'refused') return refuse(verdict.code)
      if (verdict.kind === 'sealed') return 'sealed'
      if (verdict.kind === 'unclear') return { retryAfterMs: verdict.retryAfterMs }
      if (stopped) return { retryAfterMs: 0 }
      const { offset } = verdict.state
      const part = bytes.slice(offset, offset + partBytes)
      verdict = classify(await ask(ports, `${path}?offset=${offset}`, bytesRequest(part, token), partTimeoutMs), offset)
    }
  }

  function run(resetWait = false): Promise<void> {
    if (resetWait) {
      cancelWait?.()
      cancelWait = null
      failures = 0
    }
    if (running !== null) {
      again = true
      return running
    }
    if (stopped || cancelWait !== null) return Promise.resolve()
    running = sendAll()
      // A storage that refuses has told its owner; the photos are tried again with the next occasion.
      .catch(() => rest(0))
      .finally(() => {
        running = null
        if (!again || stopped) return
        again = false
        void run()
      })
    return running
  }

  return {
    run,
    rests: () => cancelWait !== null,
    stop() {
      stopped = true
      cancelWait?.()
    },
  }
}

type Verdict =
  | { readonly kind: 'state'; readonly state: UploadState }
  | { readonly kind: 'moved'; readonly offset: number }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'sealed' }
  | { readonly kind: 'unclear'; readonly retryAfterMs: number }

/** Says what an answer means; an answer that is not the server's confirms nothing. */
function classify(raw: RawAnswer | null, sentOffset = -1): Verdict {
  const unclear = { kind: 'unclear', retryAfterMs: raw?.retryAfterMs ?? 0 } as const
  if (raw === null) return unclear
  if (raw.status === 200) {
    const parsed = isJson(raw.contentType) ? uploadState.safeParse(raw.body) : null
    // A server that takes a part and does not come further would take it for ever.
    return parsed?.success && (parsed.data.complete || parsed.data.offset > sentOffset)
      ? { kind: 'state', state: parsed.data }
      : unclear
  }
  const failure = readFailure(raw)
  if (failure === null || raw.status >= 500 || raw.status === 429 || raw.status === 408) return unclear
  if (raw.status === 401 || raw.status === 403) return { kind: 'sealed' }
  const offset = failure.details?.['offset']
  if (failure.code === 'PHOTO_OFFSET_DIFFERS' && typeof offset === 'number' && offset !== sentOffset)
    return { kind: 'moved', offset }
  // The server has forgotten the upload between two parts: the next try announces it again.
  if (failure.code === 'REQUEST_NOT_FOUND' && sentOffset >= 0) return unclear
  return { kind: 'refused', code: failure.code }
}

function announced(row: PhotoRow, isOwn: boolean): AnnouncedPhoto {
  const { itemId, questionId, sha256, sizeBytes, type, takenAtMs, userId } = row
  const taken = { takenAt: new Date(takenAtMs).toISOString(), ...(isOwn ? {} : { takenBy: userId }) }
  return { itemId, questionId, sha256, sizeBytes, type, ...taken }
}

function bytesRequest(part: ArrayBuffer, token: string) {
  return {
    method: 'PATCH',
    headers: {
      'content-type': 'application/octet-stream',
      accept: 'application/json',
      authorization: `Bearer ${token}`,
    },
    body: part,
    credentials: 'omit' as const,
  }
}
