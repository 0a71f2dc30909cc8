import { succeed, type Result } from '#domain/kernel/result.ts'
import type * as z from 'zod'
import type { Clock } from './clock.ts'
import type { Failure } from './failure.ts'
import { ReadyAnswer } from './ready-answer.ts'

/** Which answer is asked for: everything that it depends on beside what the account's version stands for. */
export interface Asked<Answer extends z.ZodType> {
  /** Account whose version the answer stands and falls with. */
  readonly scope: string
  /** Call and parameters; two answers that may differ never share one. */
  readonly key: readonly unknown[]
  readonly call: { readonly path: string; readonly answer: Answer }
  readonly answerType?: string
}

/** Answers of reads that many callers share, kept in memory for as long as the version of their account stands. */
export interface ResponseCache {
  /** The kept answer, else what `read` says; a refusal is never kept. */
  answer<Answer extends z.ZodType>(
    asked: Asked<Answer>,
    read: () => Promise<Result<z.input<Answer>, Failure>>,
  ): Promise<Result<ReadyAnswer, Failure>>
  /** What is kept at present. */
  readonly held: { readonly answers: number; readonly bytes: number }
}

/** What keeping answers needs. */
export interface ResponseCacheDeps {
  /** The current version, regardless of which process made it. */
  readonly versionOf: (scope: string) => Promise<number>
  readonly now: Clock
  /** Most bytes that are kept; the answers that nobody has asked for longest go first. */
  readonly mostBytes: number
}

/** An answer is read again after this time, regardless of the version: it may contain the time of its reading. */
const keptMs = 60_000
/** What an entry costs beside its key and its answer. */
const overhead = 600

interface Kept {
  readonly version: number
  readonly untilMs: number
  readonly answer: ReadyAnswer
  readonly bytes: number
}

interface Reading {
  readonly version: number
  readonly result: Promise<Result<ReadyAnswer, Failure>>
}

/** Keeps answers in memory. */
export function createResponseCache({ versionOf, now, mostBytes }: ResponseCacheDeps): ResponseCache {
  const kept = new Map<string, Kept>()
  const readings = new Map<string, Reading>()
  let bytes = 0

  function forget(key: string): void {
    bytes -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }

  function keep(key: string, version: number, answer: ReadyAnswer): void {
    if ((kept.get(key)?.version ?? 0) > version) return
    forget(key)
    const size = answer.size + key.length * 2 + overhead
    // One answer that would push out much else is not worth it.
    if (size > mostBytes / 8) return
    kept.set(key, { version, untilMs: now().getTime() + keptMs, answer, bytes: size })
    bytes += size
    for (const oldest of kept.keys()) {
      if (bytes <= mostBytes) break
      forget(oldest)
    }
  }

  function present(key: string, version: number): ReadyAnswer | null {
    const entry = kept.get(key)
    if (entry === undefined || entry.version !== version || entry.untilMs <= now().getTime()) return null
    // The order of a map is that of insertion: the last one asked for stands last.
    kept.delete(key)
    kept.set(key, entry)
    return entry.answer
  }

  return {
    answer: async ({ scope, key: parts, call, answerType = 'application/json' }, read) => {
      const key = `${scope} ${call.path} ${JSON.stringify(parts)}`
      const version = await versionOf(scope)
      const found = present(key, version)
      if (found !== null) return succeed(found)
      const running = readings.get(key)
      if (running?.version === version) return running.result
      const result = (async (): Promise<Result<ReadyAnswer, Failure>> => {
        const said = await read()
        if (!said.ok) return said
        const answer = new ReadyAnswer({ json: JSON.stringify(call.answer.parse(said.value)), type: answerType })
        keep(key, version, answer)
        return succeed(answer)
      })()
      const reading = { version, result }
      readings.set(key, reading)
      try {
        return await result
      } finally {
        if (readings.get(key) === reading) readings.delete(key)
      }
    },
    get held() {
      return { answers: kept.size, bytes }
    },
  }
}
