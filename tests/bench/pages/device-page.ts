import { checkInItem } from '#sync/operations/check-in/check-in-item.ts'
import type { Author } from '#web/local/outbox/outbox-database.ts'
import { createTabEngine } from '#web/local/engine/tab-engine.ts'

/** What a bench calls in the page: the engine as the app builds it, without the app's screens. */
export interface DeviceBench {
  /** Signs in and answers the milliseconds until the whole copy is durable, with its number of items. */
  firstLoad(email: string, password: string): Promise<{ ms: number; items: number }>
  /** Captures check-ins of the given codes one after another and answers the milliseconds of each. */
  capture(codes: readonly string[]): Promise<number[]>
  waiting(): Promise<number>
  /** Milliseconds until nothing waits and the copy covers everything that was sent. */
  push(): Promise<number>
}

// The server demands that workers be started by trusted addresses; the app's own policy knows of no files of a bench.
const { trustedTypes } = globalThis as unknown as {
  readonly trustedTypes?: { createPolicy(name: string, rules: object): unknown }
}
trustedTypes?.createPolicy('default', { createScriptURL: (address: string) => address })
const tab = createTabEngine()
tab.attach()
const { engine } = tab

async function signIn(email: string, password: string): Promise<Author> {
  const deviceId = await engine.deviceId()
  const response = await fetch('/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, deviceId }),
  })
  const user = (await response.json()) as {
    id: string
    viewedAccountId: string
    currentOrganization: { id: string }
    grant: { token: string; expiresAt: string }
  }
  await engine.storeGrant({ userId: user.id, module: 'rps', ...user.grant })
  return {
    userId: user.id,
    name: 'Bench',
    accountId: user.viewedAccountId,
    module: 'rps',
    userType: 'warehouse_operator',
    warehouseIds: [user.currentOrganization.id],
  }
}

function until(isDone: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = engine.subscribe(() => {
      if (!isDone()) return
      stop()
      resolve()
    })
    if (isDone()) {
      stop()
      resolve()
    }
  })
}

const bench: DeviceBench = {
  async firstLoad(email, password) {
    const author = await signIn(email, password)
    const begin = performance.now()
    await engine.signIn(author)
    await until(() => engine.copyInfo() !== null)
    return { ms: performance.now() - begin, items: engine.copyInfo()!.itemCount }
  },
  async capture(codes) {
    const [warehouseId] = engine.author()?.warehouseIds ?? []
    if (warehouseId === undefined) throw new Error('nobody is signed in')
    const times: number[] = []
    for (const code of codes) {
      const [view] = await engine.view([], [code])
      const itemId = view?.item.id
      const begin = performance.now()
      const args = { code, warehouseId, ...(itemId === undefined ? {} : { itemId }) }
      const captured = await engine.dispatch(checkInItem, args, { line: { listId: 'bench', code } })
      times.push(performance.now() - begin)
      if (!captured.captured) throw new Error(`${code} was refused: ${captured.code}`)
    }
    return times
  },
  waiting: async () => (await engine.accounting()).pending,
  async push() {
    const begin = performance.now()
    for (;;) {
      await engine.sync()
      const { pending, tray } = await engine.accounting()
      if (tray > 0) throw new Error(`${tray} operations were refused`)
      if (pending === 0) return performance.now() - begin
    }
  },
}

declare global {
  interface Window {
    bench: DeviceBench
  }
}
window.bench = bench
