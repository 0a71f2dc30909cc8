import { typeHolds } from '#domain/access/permission.ts'
import { counterBlockSize } from '#domain/buyback/buyback-number.ts'
import { fail, succeed } from '#domain/kernel/result.ts'
import { uuidv7 } from '#domain/kernel/uuid.ts'
import { finalizeInStore } from '#sync/operations/counter/finalize-in-store.ts'
import { sellInStore } from '#sync/operations/counter/sell-in-store.ts'
import type { CounterRecords, SaleNeeds } from '#sync/records.ts'
import { isJson } from '#sync/replica/classify-answer.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Confided, SealedAbout } from '#sync/wire/sealed.ts'
import type { Captured } from '../outbox/capture.ts'
import type { createCaptures } from '../outbox/captures.ts'
import type { EngineState } from '../engine/engine-state.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { blocksOf, numbersLeft } from '../outbox/number-blocks.ts'
import type { EnginePorts } from '../engine/ports.ts'
import { isStorageError } from '../device/storage-problem.ts'
import { postJson } from '../sync/transport.ts'
import { addNumbers, buybackNumbersKey, nextNumbers } from './buyback-numbers.ts'
import { capturedSale, isSale, soldLines } from './captured-sale.ts'
import { createCatalogStore, openCatalog, type CatalogRow, type CatalogStore } from './catalog-store.ts'
import { counterLock, type Counter, type CounterReadiness, type Sold } from './counter.ts'
import { readDeviceRecords } from './device-records.ts'
import { sealFor } from './seal.ts'

const drawTimeoutMs = 15_000
/** Between two questions whether the catalog still counts. */
const everyMs = 120_000
/** Two tabs may take the same number at once; the one that lost takes the next. */
const attempts = 3

/** What the counter works with. */
export interface CounterParts {
  readonly state: EngineState
  readonly outbox: Outbox
  readonly dispatch: ReturnType<typeof createCaptures>['dispatch']
  /** Hears of captures and decisions. */
  readonly listen: (listener: () => void) => () => void
}

/** The counter with what the engine asks of it. */
export interface EngineCounter extends Counter {
  /** What captures of sales are judged by. */
  recordsFor(sales: readonly SaleNeeds[], items: readonly ItemRow[]): Promise<CounterRecords | undefined>
  /** Asks for news where the last question is some time ago. */
  keepUp(): Promise<void>
  close(): void
}

/** Creates the counter of this device. */
export function createCounter({ state, outbox, dispatch, listen }: CounterParts, ports: EnginePorts): EngineCounter {
  const stores = new Map<string, CatalogStore>()
  const listeners = new Set<() => void>()
  let askedAtMs: number | null = null
  let askedFor = ''
  let refreshing: Promise<'current' | 'loaded' | 'failed'> | null = null

  const whoSells = (): string => `${state.author?.userId} ${state.author?.accountId}`

  // What a user leaves behind is emptied, the catalog too: the next user asks for it at once.
  listen(() => {
    if (whoSells() !== askedFor) askedAtMs = null
  })

  /** The catalogs of the account that the author sells for. */
  function storeOf(): CatalogStore | null {
    const accountId = state.author?.accountId
    if (accountId === undefined) return null
    const store = stores.get(accountId) ?? createCatalogStore(ports, accountId)
    stores.set(accountId, store)
    return store
  }

  const sells = (): boolean =>
    state.author !== null &&
    typeHolds(state.author.userType, 'buyback.create') &&
    (state.copyInfo?.scope.storeIds.length ?? 0) > 0

  async function refresh(): Promise<'current' | 'loaded' | 'failed'> {
    const accountId = state.author?.accountId
    const store = storeOf()
    if (store === null || accountId === undefined || state.stopped) return 'failed'
    askedAtMs = ports.nowMs()
    askedFor = whoSells()
    const { loadCatalog } = await import('./catalog-load.ts')
    const end = await loadCatalog(store, accountId, ports).catch((error: unknown) => {
      if (!isStorageError(error)) throw error
      return 'failed' as const
    })
    await refill()
    if (end === 'loaded') for (const listener of Array.from(listeners)) listener()
    return end
  }

  function refreshOnce(): Promise<'current' | 'loaded' | 'failed'> {
    refreshing ??= ports.runLocked(counterLock, refresh).finally(() => (refreshing = null))
    return refreshing
  }

  async function refill(): Promise<void> {
    const accountId = state.author?.accountId
    if (accountId === undefined || !sells() || (await left(accountId)) > counterBlockSize / 2) return
    const { drawBuybackNumbersCall } = await import('#sync/calls/counter.ts')
    const body = { deviceId: await outbox.deviceId() }
    const raw = await postJson(ports, drawBuybackNumbersCall.path, body, drawTimeoutMs, { accountId })
    if (raw?.status !== 200 || !isJson(raw.contentType)) return
    const drawn = drawBuybackNumbersCall.answer.safeParse(raw.body)
    if (drawn.success) await outbox.writing((open) => addNumbers(open, accountId, drawn.data))
  }

  async function left(accountId: string): Promise<number> {
    return numbersLeft(blocksOf(await outbox.readMeta(buybackNumbersKey(accountId))))
  }

  async function readiness(): Promise<CounterReadiness> {
    const accountId = state.author?.accountId
    const row = (await storeOf()?.newest()) ?? null
    const numbers = accountId === undefined ? 0 : await left(accountId)
    const code = problemOf(accountId === undefined, row, numbers)
    return {
      isReady: code === null,
      code,
      version: row?.version ?? null,
      confirmedAtMs: row?.confirmedAtMs ?? null,
      expiresAtMs: row === null ? null : row.confirmedAtMs + row.promiseMs,
      numbersLeft: numbers,
    }
  }

  function problemOf(isSignedOut: boolean, row: CatalogRow | null, numbers: number): string | null {
    if (isSignedOut) return 'SYNC_SIGN_IN_REQUIRED'
    if (row === null || state.copyInfo === null) return 'COUNTER_CATALOG_MISSING'
    if (isExpired(row)) return 'COUNTER_CATALOG_EXPIRED'
    return numbers === 0 ? 'COUNTER_NUMBERS_USED_UP' : null
  }

  const isExpired = (row: CatalogRow): boolean => ports.nowMs() - row.confirmedAtMs > row.promiseMs

  /** The catalog's claim and the sealed details of a sale. */
  async function prepare(version: string, about: SealedAbout, confided: Confided) {
    const store = storeOf()
    const accountId = state.author?.accountId
    const row = (await store?.row(version)) ?? null
    const key = (await store?.sealKey()) ?? null
    if (row === null || key === null || accountId === undefined || state.copyInfo === null)
      return fail('COUNTER_CATALOG_MISSING')
    if (isExpired(row)) return fail('COUNTER_CATALOG_EXPIRED')
    const sealed = await sealFor(crypto.subtle, ports.random, { key, accountId, about, confided })
    const catalog = { version, ageMs: Math.max(0, ports.nowMs() - row.confirmedAtMs) }
    return succeed({ accountId, sealed, catalog, confirmedAtMs: row.serverAtMs ?? null })
  }

  const newId = (): string => uuidv7(ports.nowMs(), ports.random(10))

  return {
    readiness,
    refresh: refreshOnce,

    async open() {
      const store = storeOf()
      const row = (await store?.newest()) ?? null
      return store === null || row === null ? null : openCatalog(store, row)
    },

    async sell({ cartId, storeId, version, lines, confided }) {
      const prepared = await prepare(version, { kind: 'sale', id: cartId }, confided)
      if (!prepared.ok) return refused(prepared.error)
      const { accountId, sealed, catalog } = prepared.value
      const ids = lines.map(() => ({ itemId: newId(), buybackId: newId() }))
      for (let attempt = 1; ; attempt++) {
        const blocks = blocksOf(await outbox.readMeta(buybackNumbersKey(accountId)))
        const numbers = nextNumbers(blocks, lines.length)
        if (numbers === null) return refused('COUNTER_NUMBERS_USED_UP')
        const numbered = lines.map((line, at) => ({ ...line, ...ids[at]!, number: numbers[at]! }))
        const captured = await dispatch(sellInStore, { cartId, storeId, catalog, lines: numbered, sealed })
        const isRaced = !captured.captured && captured.code === 'COUNTER_NUMBER_NOT_RESERVED' && attempt < attempts
        if (!isRaced) return soldOf(captured, { lines: numbered })
      }
    },

    async finalize({ version, confided, known, ...rest }) {
      const prepared = await prepare(version, { kind: 'item', id: rest.itemId }, confided)
      if (!prepared.ok) return refused(prepared.error)
      const { sealed, catalog, confirmedAtMs } = prepared.value
      const args = { ...rest, sealed, catalog: { ...catalog, confirmedAtMs } }
      return soldOf(await dispatch(finalizeInStore, args, { known }), args)
    },

    async sales(sinceMs) {
      const accountId = state.author?.accountId
      const rows = await outbox.capturedSince(sinceMs)
      return rows.filter((row) => row.accountId === accountId && isSale(row)).map(capturedSale)
    },

    subscribe(listener) {
      listeners.add(listener)
      const leave = listen(listener)
      return () => {
        leave()
        listeners.delete(listener)
      }
    },

    async recordsFor(sales, items) {
      const store = storeOf()
      if (store === null || state.copyInfo === null) return undefined
      return readDeviceRecords(store, state.copyInfo, sales, items)
    },

    async keepUp() {
      const isDue = askedAtMs === null || Math.abs(ports.nowMs() - askedAtMs) >= everyMs
      if (sells() && isDue) await refreshOnce()
    },

    close() {
      for (const store of stores.values()) store.close()
    },
  }
}

function refused(code: string): Sold {
  return { ok: false, code, field: null }
}

function soldOf(captured: Captured, args: Readonly<Record<string, unknown>>): Sold {
  if (!captured.captured) return refused(captured.code)
  const lines = soldLines(args, captured.items)
  return {
    ok: true,
    opId: captured.opId,
    lines,
    totalCents: lines.reduce((sum, { totalPriceCents }) => sum + totalPriceCents, 0),
  }
}
