import { snapshotHeadSchema, snapshotTailSchema } from '#sync/wire/pull.ts'
import type { SnapshotHead, SnapshotTail } from '#sync/wire/pull.ts'
import { reachCopyDatabase, type CopyDatabase } from './copy-database.ts'
import { readLines } from './ndjson.ts'
import { createPageWriter, type Build, type PageWriter } from './page-writer.ts'
import type { StoragePorts } from './ports.ts'
import { rowHead } from './row-text.ts'

/** A snapshot whose pages are on disk, waiting to become the copy. */
export interface StagedSnapshot {
  readonly head: SnapshotHead
  readonly build: Build
}

/** How a stream ended. */
export type StreamEnd = StagedSnapshot | 'foreign' | 'truncated'

/**
 * Writes a snapshot's pages while it arrives. A stream that breaks off, or whose rows do not add up to its last line,
 * leaves nothing but pages that the next installation sweeps away.
 */
export async function stageSnapshot(
  stream: ReadableStream<Uint8Array>,
  ports: StoragePorts,
  onProgress: (rows: number) => void,
): Promise<StreamEnd> {
  let head: SnapshotHead | null = null
  let tail: SnapshotTail | null = null
  let database: CopyDatabase | null = null
  let writer: PageWriter | null = null
  const lines = readLines(stream)
  try {
    for (;;) {
      const block = await lines.next().catch(() => 'broken' as const)
      if (block === 'broken') return 'truncated'
      if (block.done) break
      for (const line of block.value) {
        if (head === null || writer === null) {
          head = parseHead(line)
          if (head === null) return 'foreign'
          database = await reachCopyDatabase(head.scope.key, ports)
          writer = await createPageWriter(database)
          continue
        }
        if (tail !== null) return 'truncated'
        if (line.startsWith('[')) {
          const row = rowHead(line)
          if (row === null) return 'truncated'
          writer.add(line, row)
        } else {
          tail = snapshotTailSchema.safeParse(parse(line)).data ?? null
          if (tail === null) return 'truncated'
        }
      }
      await writer?.settle()
      onProgress(writer?.rowCount() ?? 0)
    }
    const isWhole = tail !== null && writer !== null && tail.count === writer.rowCount() && tail.hash === writer.hash()
    if (!isWhole || head === null || writer === null) return 'truncated'
    return { head, build: await writer.finish() }
  } finally {
    await lines.return(undefined)
    database?.close()
  }
}

function parseHead(line: string): SnapshotHead | null {
  return snapshotHeadSchema.safeParse(parse(line)).data ?? null
}

/** Undefined where the line is no JSON. */
function parse(line: string): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch {
    return undefined
  }
}
