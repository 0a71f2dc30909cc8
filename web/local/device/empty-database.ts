/** How long a database that does not open is waited for, in milliseconds: another tab may hold it for an upgrade. */
const longestOpenMs = 3000

/** Empties every store of a database, which stays: another tab may hold it open. */
export async function emptyDatabase(factory: IDBFactory, name: string): Promise<void> {
  const database = await openKnown(factory, name)
  // A newer program is not held up by it.
  database.addEventListener('versionchange', () => database.close())
  try {
    const stores = [...database.objectStoreNames]
    if (stores.length === 0) return
    const emptying = database.transaction(stores, 'readwrite', { durability: 'strict' })
    for (const store of stores) emptying.objectStore(store).clear()
    await new Promise<void>((resolve, reject) => {
      emptying.addEventListener('complete', () => resolve())
      emptying.addEventListener('abort', () => reject(emptying.error ?? new Error('the database refuses')))
    })
  } finally {
    database.close()
  }
}

/** Opens a database as it is, whatever its version. */
export async function openKnown(factory: IDBFactory, name: string): Promise<IDBDatabase> {
  const request = factory.open(name)
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(new Error('the database does not open'))
    }, longestOpenMs)
    request.addEventListener('success', () => {
      clearTimeout(timer)
      if (isLate) request.result.close()
      else resolve(request.result)
    })
    request.addEventListener('error', () => {
      clearTimeout(timer)
      reject(request.error ?? new Error('the database refuses'))
    })
    // It has been deleted since it was listed, and is not made again.
    request.addEventListener('upgradeneeded', () => request.transaction?.abort())
  })
}
