/** Every value of every database of a device as one text, bytes as the text that they are: what a reader of its disk sees. */
export async function storedText(factory: IDBFactory): Promise<string> {
  const texts: string[] = []
  for (const { name = '' } of await factory.databases()) {
    const database = await answered(factory.open(name))
    for (const store of database.objectStoreNames) {
      const rows = database.transaction(store).objectStore(store)
      texts.push(`${name} ${store}`, textOf(await answered(rows.getAllKeys())), textOf(await answered(rows.getAll())))
    }
    database.close()
  }
  return texts.join('\n')
}

function textOf(value: unknown): string {
  if (value instanceof ArrayBuffer) return new TextDecoder().decode(value)
  if (ArrayBuffer.isView(value)) return new TextDecoder().decode(value)
  if (value instanceof Map) return textOf([...value])
  if (value === null || typeof value !== 'object') return String(value)
  return Object.entries(value)
    .map(([key, each]) => `${key}=${textOf(each)}`)
    .join(' ')
}

async function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the database refuses')))
  })
}
