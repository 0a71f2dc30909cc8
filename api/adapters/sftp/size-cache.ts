/** Sizes of files that are made again at each read, so that a listing makes each of them once. */
export interface SizeCache {
  /** The size under a key that names the file's content; made where it is not known. */
  of(key: string, make: () => Promise<Buffer | null>): Promise<number | null>
  /** Notes the size of what was made for another reason. */
  note(key: string, bytes: Buffer): void
}

/** Keeps so many sizes in memory and forgets the oldest. */
export function createSizeCache(most = 20_000): SizeCache {
  const known = new Map<string, number>()
  const note = (key: string, bytes: Buffer): void => {
    known.delete(key)
    known.set(key, bytes.length)
    const [oldest] = known.keys()
    if (known.size > most && oldest !== undefined) known.delete(oldest)
  }
  return {
    note,
    of: async (key, make) => {
      const size = known.get(key)
      if (size !== undefined) return size
      const bytes = await make()
      if (bytes === null) return null
      note(key, bytes)
      return bytes.length
    },
  }
}
