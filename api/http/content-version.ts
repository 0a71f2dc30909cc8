/**
 * The version of what has no number of its own, or stands in several rows: other content has another one, and content
 * that is as it was before has the one from before. The digest of what is not shown is one with a key.
 */
export function contentVersion(digest: Buffer): number {
  return digest.readUIntBE(0, 6)
}
