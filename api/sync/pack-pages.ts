import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import { itemHeadColumns } from '#sync/wire/item-row.ts'
import { frameHeadBytes, frameKinds, rowsPerPage, type FrameKind } from '#sync/wire/snapshot-pages.ts'

const compressed = promisify(zstdCompress)
/** Pages repeat the same ids and words so much that the quickest way makes them nearly as small as the best. */
const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
/** Pages that are compressed beside each other. */
const atOnce = 4

const newline = 0x0a
const comma = 0x2c

/** Packs rows into frames of pages, in order. Each chunk holds whole lines, as `copyJsonRows` yields them. */
export async function* packPages(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const packing: Promise<Uint8Array>[] = []
  for await (const page of pagesOf(chunks)) {
    const packed = packPage(page)
    // Its failure is met where it is awaited.
    packed.catch(() => undefined)
    packing.push(packed)
    if (packing.length === atOnce) yield await packing.shift()!
  }
  for (const packed of packing) yield await packed
}

/** A frame that holds a value as JSON. */
export function packValue(kind: typeof frameKinds.head | typeof frameKinds.tail, value: unknown): Uint8Array {
  return frame(kind, [Buffer.from(JSON.stringify(value))])
}

interface Page {
  /** Rows as lines; the last one has its line feed too. */
  readonly lines: readonly Buffer[]
  /** The beginning of each row, without its bracket. */
  readonly heads: readonly Buffer[]
}

async function* pagesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Page> {
  let [lines, heads]: Buffer[][] = [[], []]
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    for (let start = 0; start < bytes.length;) {
      const end = bytes.indexOf(newline, start) + 1
      if (end === 0) throw new Error('a chunk of rows ends within a line')
      lines!.push(bytes.subarray(start, end))
      heads!.push(bytes.subarray(start + 1, endOfHead(bytes, start)))
      start = end
      if (lines!.length < rowsPerPage) continue
      yield { lines: lines!, heads: heads! }
      ;[lines, heads] = [[], []]
    }
  }
  if (lines!.length > 0) yield { lines: lines!, heads: heads! }
}

function endOfHead(bytes: Buffer, start: number): number {
  let end = start
  for (let commas = 0; commas < itemHeadColumns.length; commas++) {
    end = bytes.indexOf(comma, end + 1)
    if (end < 0) throw new Error('a row ends within its head')
  }
  return end
}

async function packPage({ lines, heads }: Page): Promise<Uint8Array> {
  const beginnings = Buffer.from(`[[${heads.map((head) => head.toString()).join('],[')}]]`)
  const length = Buffer.allocUnsafe(4)
  length.writeUInt32BE(beginnings.length)
  const rows = await compressed(Buffer.concat(lines).subarray(0, -1), options)
  return frame(frameKinds.page, [length, beginnings, rows])
}

function frame(kind: FrameKind, parts: readonly Uint8Array[]): Uint8Array {
  const head = Buffer.allocUnsafe(frameHeadBytes)
  head[0] = kind
  head.writeUInt32BE(
    parts.reduce((sum, { length }) => sum + length, 0),
    1,
  )
  return Buffer.concat([head, ...parts])
}
