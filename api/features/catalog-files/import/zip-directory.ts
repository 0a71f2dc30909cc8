/** An entry of a ZIP file, as its directory declares it. */
export interface ZipEntry {
  readonly name: string
  readonly packedBytes: number
  readonly unpackedBytes: number
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
/** The end record and the longest comment behind it. */
const longestEnd = 22 + 65_535
const isEncrypted = 1
const saysSizesLater = 8
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
    entries.push({ name, packedBytes, unpackedBytes })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

function endRecord(view: DataView): number | null {
  for (let at = view.byteLength - 22; at >= 0 && at >= view.byteLength - longestEnd; at--)
    if (view.getUint32(at, true) === endSignature) return at
  return null
}
