import { succeed, type Result } from '#domain/kernel/result.ts'
import { refuse, type Failure } from './failure.ts'

interface Versioned {
  readonly version: number
}

/**
 * Passes a row that a caller may change: one that is there, in a version that `If-Match` names. Without the
 * header, or with `*`, any version will do. A header that names nothing readable names no version of the row, so that
 * nothing is changed unseen. A proxy that compresses an answer adds the encoding to its tag (`"3-gzip"`), or makes it
 * weak: the version of the row is the same.
 */
export function checkVersion<Row extends Versioned>(
  headers: Headers,
  row: Row | null | undefined,
): Result<Row, Failure> {
  if (row === null || row === undefined) return refuse('REQUEST_NOT_FOUND')
  const named = headers.get('if-match')
  if (named === null || named.trim() === '*') return succeed(row)
  const versions = named.split(',').map((tag) => /^\s*(?:W\/)?"(\d+)(?:-[a-z]+)?"\s*$/.exec(tag)?.[1])
  if (versions.includes(String(row.version))) return succeed(row)
  return refuse('REQUEST_VERSION_CONFLICT', { details: { version: row.version } })
}

/** Answers a row with its version as `ETag`. */
export function versioned<Row extends Versioned>(headers: Headers, row: Row | null | undefined): Result<Row, Failure> {
  if (row === null || row === undefined) return refuse('REQUEST_NOT_FOUND')
  headers.set('etag', `"${row.version}"`)
  return succeed(row)
}
