import type { SnapshotHead, SnapshotTail } from '#sync/wire/pull.ts'
import { reachCopyDatabase, type CopyDatabase } from './copy-database.ts'
import { createPageWriter, type Build, type PageWriter } from './page-writer.ts'
import type { StoragePorts } from '#web/local/engine/ports.ts'
import type { SnapshotPart } from './snapshot-parts.ts'

/** A snapshot whose pages are on disk, waiting to become the copy. */
export interface StagedSnapshot {
  readonly head: SnapshotHead
  readonly build: Build
}

/** How a stream ended. */
export type StreamEnd = StagedSnapshot | 'foreign' | 'truncated'

/**
 * Writes a snapshot's pages while it arrives. A stream that breaks off, or whose rows do not add up to its tail, leaves
 * nothing but pages that the next installation sweeps away.
 */
export async function stageSnapshot(
  parts: AsyncGenerator<readonly SnapshotPart[]>,
  ports: StoragePorts,
  onProgress: (rows: number) => void,
): Promise<StreamEnd> {
  let head: SnapshotHead | null = null
  let tail: SnapshotTail | null = null
  let database: CopyDatabase | null = null
  let writer: PageWriter | null = null
  try {
    for (;;) {
      const block = await parts.next().catch(() => 'broken' as const)
      if (block === 'broken') return 'truncated'
      if (block.done) break
      for (const part of block.value) {
        if (writer === null) {
          if (part.kind !== 'head') return 'foreign'
          head = part.head
          database = await reachCopyDatabase(head.scope.key, ports)
          writer = await createPageWriter(database)
          continue
        }
        if (tail !== null || part.kind === 'head' || part.kind === 'none') return 'truncated'
        if (part.kind === 'tail') tail = part.tail
        else if (part.kind === 'row') writer.add(part.text, part.head)
        else if (!writer.addPage(part.packed, part.heads)) return 'truncated'
      }
      await writer?.settle()
      onProgress(writer?.rowCount() ?? 0)
    }
    const isWhole = tail !== null && writer !== null && tail.count === writer.rowCount() && tail.hash === writer.hash()
    if (!isWhole || head === null || writer === null) return 'truncated'
    return { head, build: await writer.finish() }
  } finally {
    await parts.return(undefined)
    database?.close()
  }
}
