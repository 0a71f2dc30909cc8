import * as z from 'zod'

const cursorSchema = z.strictObject({
  /** Epoch of the feed. */
  e: z.string().min(1),
  /** Key of the scope that the cursor belongs to. */
  k: z.string().min(1),
  /** Snapshot up to which everything has been sent. */
  s: z.string(),
  /** While paging: the snapshot that the pages go up to, and the last change sent of each bucket that has more. */
  u: z.string().optional(),
  p: z.record(z.string(), z.tuple([z.string().regex(/^\d{1,20}$/), z.int().min(0)])).optional(),
})

const xidLimit = 2n ** 63n

/** Where a device stands in the change feed; opaque to it. */
export interface Cursor {
  readonly epoch: string
  readonly scopeKey: string
  /** Text of a `pg_snapshot`: all it shows has been sent. */
  readonly snapshot: string
  readonly paging: Paging | null
}

/** A feed read in pages, pinned to one upper snapshot. */
export interface Paging {
  readonly upper: string
  /** Last change sent of each bucket that has more, as transaction and number. */
  readonly after: Readonly<Record<string, readonly [xid: string, n: number]>>
}

/** Writes a cursor as the opaque text that a device keeps. */
export function writeCursor({ epoch, scopeKey, snapshot, paging }: Cursor): string {
  const short = { e: epoch, k: scopeKey, s: pack(snapshot) }
  const value = paging === null ? short : { ...short, u: pack(paging.upper), p: paging.after }
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** Reads a cursor; null for anything that this server did not write. */
export function readCursor(text: string): Cursor | null {
  try {
    const parsed = cursorSchema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    if (!parsed.success) return null
    const { e, k, s, u, p } = parsed.data
    const snapshot = unpack(s)
    if ((u === undefined) !== (p === undefined)) return null
    const paging = u === undefined || p === undefined ? null : { upper: unpack(u), after: p }
    const starts = Object.values(p ?? {}).map(([xid]) => BigInt(xid))
    if (starts.some((xid) => xid >= xidLimit)) return null
    return { epoch: e, scopeKey: k, snapshot, paging }
  } catch {
    return null
  }
}

/**
 * A snapshot names every transaction in progress by its full number; written as distances from the lowest one, some
 * hundred of them still fit the length that a cursor may have.
 */
function pack(snapshot: string): string {
  const [xmin = '', xmax = '', list = ''] = snapshot.split(':')
  const low = BigInt(xmin)
  const away = (xid: string): string => (BigInt(xid) - low).toString(36)
  return `${low.toString(36)}:${away(xmax)}:${list === '' ? '' : list.split(',').map(away).join(',')}`
}

/** Unpacks and checks what PostgreSQL demands of a snapshot; throws for anything else. */
function unpack(packed: string): string {
  const [xmin = '', xmax = '', list = ''] = packed.split(':')
  const low = number36(xmin)
  const high = low + number36(xmax)
  const running = list === '' ? [] : list.split(',').map((text) => low + number36(text))
  const isAscending = running.every((xid, at) => xid < high && (at === 0 || xid > (running[at - 1] ?? 0n)))
  if (low < 1n || high >= xidLimit || !isAscending) throw new Error('not a snapshot')
  return `${low}:${high}:${running.join(',')}`
}

function number36(text: string): bigint {
  if (!/^[0-9a-z]{1,13}$/.test(text)) throw new Error('not a number')
  return [...text].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n)
}
