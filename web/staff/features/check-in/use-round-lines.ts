import { useMemo, useState } from 'react'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Config } from '#sync/wire/pull.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { knownItems } from '#web/local/copy/find-by-codes.ts'
import { useEngineRead } from '#web/local/engine/engine-reads.ts'
import type { LineView } from '#web/local/outbox/lines.ts'
import type { CheckInLine } from './check-in-line.ts'
import { itemIdsToRead, toLine } from './to-line.ts'

/** Most lines of one round that are kept on the screen; a pallet has some hundreds. */
const limit = 20_000

interface Read {
  readonly views: readonly LineView[]
  readonly items: ReadonlyMap<string, ItemRow>
}

/** The durable lines of a round, newest first, redrawn when the engine reports a change. Null until the first read. */
export function useRoundLines(
  engine: Engine,
  listId: string | null,
  userId: string,
  online: boolean,
  config: Config | null,
): readonly CheckInLine[] | null {
  const read = useEngineRead(engine, listId ?? '', async () => (listId === null ? null : readRound(engine, listId)))

  const [lines] = useState(createLineMemo)
  return useMemo(() => {
    if (read === undefined || read === null) return null
    return lines(read.views.map((view) => toLine(view, { userId, online, config, items: read.items })))
  }, [lines, read, userId, online, config])
}

/** Answers with the former object of each line that says what it said, so that only changed lines are drawn again. */
export function createLineMemo(): (lines: readonly CheckInLine[]) => readonly CheckInLine[] {
  let known = new Map<string, { readonly line: CheckInLine; readonly text: string }>()
  return (lines) => {
    const next = new Map<string, { readonly line: CheckInLine; readonly text: string }>()
    for (const line of lines) {
      const before = known.get(line.lineId)
      const text = JSON.stringify(line)
      next.set(line.lineId, before?.text === text ? before : { line, text })
    }
    known = next
    return [...next.values()].map(({ line }) => line)
  }
}

async function readRound(engine: Engine, listId: string): Promise<Read> {
  const views = await engine.lines(listId, limit)
  const ids = itemIdsToRead(views)
  // Lines are told without the names of their products, too.
  const found = ids.length === 0 ? [] : await knownItems(engine, ids)
  return { views, items: new Map(found.map((item) => [item.id, item])) }
}
