/** A browser's storage in memory, with what it holds at first. */
export const storageOf = (values: Record<string, string> = {}) => {
  const map = new Map(Object.entries(values))
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  }
}
