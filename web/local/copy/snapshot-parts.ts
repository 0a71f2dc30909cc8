import type { RowHead } from '#sync/wire/item-row.ts'
import { snapshotHeadSchema, snapshotTailSchema, type SnapshotHead, type SnapshotTail } from '#sync/wire/pull.ts'
import { frameKinds, readHeads } from '#sync/wire/snapshot-pages.ts'
import { readFrames, readLength, type Frame } from './frames.ts'
import { readLines } from './ndjson.ts'
import { rowHead } from './row-text.ts'

/** A part of a snapshot as it arrives. */
export type SnapshotPart =
  | { readonly kind: 'head'; readonly head: SnapshotHead }
  | { readonly kind: 'row'; readonly text: string; readonly head: RowHead }
  | { readonly kind: 'page'; readonly packed: Uint8Array; readonly heads: readonly RowHead[] }
  | { readonly kind: 'tail'; readonly tail: SnapshotTail }
  /** What is no part of a snapshot. */
  | { readonly kind: 'none' }

const none: SnapshotPart = { kind: 'none' }

/** Parts of a snapshot in lines: a head, a row a line, a tail. */
export async function* partsOfLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<SnapshotPart[]> {
  let isFirst = true
  for await (const block of readLines(stream)) {
    yield block.map((line) => {
      const read = isFirst ? headOf(line) : line.startsWith('[') ? rowOf(line) : tailOf(line)
      isFirst = false
      return read
    })
  }
}

/** Parts of a snapshot in frames: a head, pages, a tail. */
export async function* partsOfFrames(stream: ReadableStream<Uint8Array>): AsyncGenerator<SnapshotPart[]> {
  for await (const block of readFrames(stream)) yield block.map(partOf)
}

function partOf({ kind, payload }: Frame): SnapshotPart {
  try {
    switch (kind) {
      case frameKinds.head:
        return headOf(textOf(payload))
      case frameKinds.page:
        return pageOf(payload)
      case frameKinds.tail:
        return tailOf(textOf(payload))
      default:
        return none
    }
  } catch {
    return none
  }
}

function pageOf(payload: Uint8Array<ArrayBuffer>): SnapshotPart {
  const end = 4 + readLength(payload, 0)
  const heads = readHeads(parse(textOf(payload.subarray(4, end))))
  return heads === null ? none : { kind: 'page', packed: payload.slice(end), heads }
}

function headOf(text: string): SnapshotPart {
  const head = snapshotHeadSchema.safeParse(parse(text)).data
  return head === undefined ? none : { kind: 'head', head }
}

function rowOf(text: string): SnapshotPart {
  const head = rowHead(text)
  return head === null ? none : { kind: 'row', text, head }
}

function tailOf(text: string): SnapshotPart {
  const tail = snapshotTailSchema.safeParse(parse(text)).data
  return tail === undefined ? none : { kind: 'tail', tail }
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

/** Undefined where the text is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
