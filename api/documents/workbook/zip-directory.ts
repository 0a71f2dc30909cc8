import { createInflateRaw } from 'node:zlib'

/** An entry of a ZIP file, as its directory declares it. */
export interface ZipEntry {
  readonly name: string
  readonly packedBytes: number
  readonly unpackedBytes: number
  /** Whether it is deflated; it stands as it is else. */
  readonly isPacked: boolean
  /** Where its own head begins. */
  readonly at: number
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
/** The end record and the longest comment behind it. */
const longestEnd = 22 + 65_535
const isEncrypted = 1
const saysSizesLater = 8
const deflated = 8
const inZip64 = 0xffffffff

/**
 * The entries of a ZIP file, without unpacking any; null where it is none, or where its directory does not say how large
 * they are. What unpacks an entry stops where the size that is declared here is reached.
 */
export function zipDirectory(bytes: Uint8Array): readonly ZipEntry[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endRecord(view)
  if (end === null) return null
  const entries: ZipEntry[] = []
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (at + 46 > end || view.getUint32(at, true) !== entrySignature) return null
    const flags = view.getUint16(at + 8, true)
    const [packedBytes, unpackedBytes] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)]
    const nameLength = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    const hasNoSize =
      packedBytes === inZip64 ||
      unpackedBytes === inZip64 ||
      (unpackedBytes === 0 && packedBytes > 2) ||
      (packedBytes === 0 && (flags & saysSizesLater) !== 0 && !name.endsWith('/'))
    if (hasNoSize || (flags & isEncrypted) !== 0) return null
    const method = view.getUint16(at + 10, true)
    if (method !== 0 && method !== deflated) return null
    entries.push({ name, packedBytes, unpackedBytes, isPacked: method === deflated, at: view.getUint32(at + 42, true) })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

function endRecord(view: DataView): number | null {
  for (let at = view.byteLength - 22; at >= 0 && at >= view.byteLength - longestEnd; at--)
    if (view.getUint32(at, true) === endSignature) return at
  return null
}

/** Why an entry cannot be read: what it holds is not what its directory declares. */
export class BrokenEntry extends Error {}

/** The bytes of an entry, piece by piece, and no more of them than its directory declares. */
export async function* unpacked(bytes: Uint8Array, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (entry.at + 30 > bytes.byteLength) throw new BrokenEntry(entry.name)
  const start = entry.at + 30 + head.getUint16(entry.at + 26, true) + head.getUint16(entry.at + 28, true)
  const data = bytes.subarray(start, start + entry.packedBytes)
  if (!entry.isPacked) {
    yield data
    return
  }
  const inflate = createInflateRaw()
  inflate.end(data)
  let size = 0
  for await (const piece of inflate) {
    const part = piece as Uint8Array
    size += part.byteLength
    if (size > entry.unpackedBytes) throw new BrokenEntry(entry.name)
    yield part
  }
}
