import { buildCodeIndex, indexedRowLimit, indexEntry } from '#sync/replica/code-index.ts'
import type { RowHead } from '#sync/wire/item-row.ts'
import { rowsPerPage } from '#sync/wire/snapshot-pages.ts'
import type { CopyDatabase, PageRow } from './copy-database.ts'
import { createRowSums, type RowSums } from './row-sums.ts'

/** Pages written in one transaction. */
const pagesPerWrite = 25

/** A finished build: its pages are on disk, and nothing points to them yet. */
export interface Build {
  readonly build: number
  readonly pageCount: number
  readonly rowCount: number
  /** Summed hash shares of its rows, modulo 2^32. */
  readonly hash: number
  readonly index: Float64Array
  /** What counting knows of each row. */
  readonly sums: Uint32Array
}

/** Writes rows into pages of a new build. */
export interface PageWriter {
  /** Adds one row as the JSON text of its packed form, with the beginning of that form. */
  add(text: string, head: RowHead): void
  /** Adds a compressed page with the beginnings of its rows; false where it could not follow what has been added. */
  addPage(packed: Uint8Array, heads: readonly RowHead[]): boolean
  /** Waits while too many pages are on their way to the disk. */
  settle(): Promise<void>
  rowCount(): number
  hash(): number
  finish(): Promise<Build>
}

/** Starts a build under a number of its own. */
export async function createPageWriter(database: CopyDatabase): Promise<PageWriter> {
  const build = await database.builds.add({})
  const entries = createEntries()
  const sums = createRowSums()
  const ready: PageRow[] = []
  let texts: string[] = []
  let page = 0
  let rowCount = 0
  let writes: Promise<unknown> = Promise.resolve()

  function closePage(): void {
    ready.push({ build, page: page++, text: texts.join('\n') })
    texts = []
  }
  async function flush(): Promise<void> {
    await writes
    const batch = ready.splice(0)
    writes = batch.length > 0 ? database.pages.bulkPut(batch) : Promise.resolve()
    // The failure is met where the next flush awaits it.
    writes.catch(() => undefined)
  }

  return {
    add(text, head) {
      addRow(entries, sums, head, rowCount++)
      if (texts.push(text) === rowsPerPage) closePage()
    },
    addPage(packed, heads) {
      if (rowCount !== page * rowsPerPage) return false
      ready.push({ build, page: page++, text: '', packed })
      for (const head of heads) addRow(entries, sums, head, rowCount++)
      return true
    },
    settle: async () => {
      if (ready.length >= pagesPerWrite) await flush()
    },
    rowCount: () => rowCount,
    hash: () => sums.hash(),
    async finish() {
      if (texts.length > 0) closePage()
      await flush()
      const index = buildCodeIndex(entries.take())
      await flush()
      const taken = sums.take()
      await database.indexes.put({ build, entries: index, sums: taken })
      return { build, pageCount: page, rowCount, hash: sums.hash(), index, sums: taken }
    },
  }
}

interface Entries {
  add(code: string, row: number): void
  take(): Float64Array
}

function createEntries(): Entries {
  let array = new Float64Array(4096)
  let length = 0
  return {
    add(code, row) {
      if (row >= indexedRowLimit) throw new RangeError('a copy holds at most 1,048,576 items')
      if (length === array.length) {
        const larger = new Float64Array(array.length * 2)
        larger.set(array)
        array = larger
      }
      array[length++] = indexEntry(code, row)
    },
    take: () => array.slice(0, length),
  }
}

/** Indexes and counts a packed row. */
function addRow(entries: Entries, sums: RowSums, head: RowHead, row: number): void {
  const [id, , , code, buybackCode, imei] = head
  entries.add(id, row)
  entries.add(code, row)
  if (buybackCode !== code) entries.add(buybackCode, row)
  if (imei !== null && imei !== code && imei !== buybackCode) entries.add(imei, row)
  sums.add(head)
}
