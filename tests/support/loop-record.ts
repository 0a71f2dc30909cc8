import { appendFileSync } from 'node:fs'
import { createLoopWatch, type LoopWatch } from '#api/http/loop-watch.ts'

/** Where the tests of the API write what held their event loop; nothing is written where it is not set. */
export const loopRecordVariable = 'LOOP_RECORD'

/** One hold, as a line of the record. */
export interface Hold {
  readonly by: string
  /** Processor time of it, in milliseconds. */
  readonly cpuMs: number
}

interface RecordedLine extends Hold {
  readonly inHand?: readonly string[]
}

/** A watch as in production, which tells a log; it looks at the loop while a record is kept, and writes each hold there. */
export function createRecordingWatch(log: Parameters<typeof createLoopWatch>[0]['log']): {
  readonly watch: LoopWatch
  readonly end: () => void
} {
  const file = process.env[loopRecordVariable]
  if (file === undefined) return { watch: createLoopWatch({ log }), end: () => undefined }
  const warn = (line: RecordedLine): void => {
    const by = line.inHand?.length === 1 ? line.inHand[0]! : line.by
    appendFileSync(file, `${JSON.stringify({ by, cpuMs: line.cpuMs } satisfies Hold)}\n`)
  }
  const watch = createLoopWatch({ log: { warn } as Parameters<typeof createLoopWatch>[0]['log'], silenceMs: 0 })
  return { watch, end: watch.start() }
}
