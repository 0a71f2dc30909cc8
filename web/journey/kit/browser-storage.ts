type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What this page could not store, and what was stored in its place then. */
const memory = new Map<string, { readonly value: string; readonly over: string | null }>()

/** Local storage, or a memory of this page's life where the browser refuses it. */
export function browserStorage(): BrowserStorage {
  try {
    localStorage.getItem('cart')
    return overMemory(localStorage)
  } catch {
    return {
      getItem: (key) => memory.get(key)?.value ?? null,
      setItem: (key, value) => void memory.set(key, { value, over: null }),
      removeItem: (key) => void memory.delete(key),
    }
  }
}

// A full storage refuses each value: who stores one is told, and the page goes on with it all the same.
function overMemory(storage: Storage): BrowserStorage {
  return {
    getItem: (key) => {
      const stored = storage.getItem(key)
      const held = memory.get(key)
      // Where the two differ another tab has been at it since.
      return held?.over === stored ? held.value : stored
    },
    setItem: (key, value) => {
      memory.set(key, { value, over: storage.getItem(key) })
      storage.setItem(key, value)
      memory.delete(key)
    },
    removeItem: (key) => {
      memory.delete(key)
      storage.removeItem(key)
    },
  }
}
