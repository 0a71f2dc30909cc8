import type { RowHead } from './item-row.ts'

/**
 * A snapshot in the form in which a device keeps it: frames of compressed pages. A device that says that it takes this
 * type writes each page as it came, and reads nothing of it but the heads of its rows.
 */
export const snapshotPagesType = 'application/vnd.reprise.snapshot-pages'

/** Rows of each page but the last one, on the wire as on a device's disk: a row's number says its page. */
export const rowsPerPage = 200

/**
 * What a frame holds: the head and the tail of the snapshot as JSON, and between them pages. A page is the length of
 * its heads in four bytes, its heads as JSON, and its rows as lines of JSON, compressed by Zstandard (RFC 8878).
 */
export const frameKinds = { head: 1, page: 2, tail: 3 } as const
export type FrameKind = (typeof frameKinds)[keyof typeof frameKinds]

/** Bytes before the payload of a frame: its kind in one, the payload's length in four, the highest first. */
export const frameHeadBytes = 5

/** Heads of a page's rows; null where a value is not of that shape. */
export function readHeads(value: unknown): readonly RowHead[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > rowsPerPage) return null
  return value.every(isRowHead) ? value : null
}

function isRowHead(value: unknown): value is RowHead {
  if (!Array.isArray(value) || value.length !== 6) return false
  const [id, version, level, code, buybackCode, imei] = value as unknown[]
  return (
    typeof id === 'string' &&
    typeof version === 'number' &&
    (level === 'full' || level === 'slim') &&
    typeof code === 'string' &&
    typeof buybackCode === 'string' &&
    (imei === null || typeof imei === 'string')
  )
}
