import { productName } from '#domain/catalog/product-name.ts'
import { packageSerial } from '#domain/expedition/package-number.ts'
import { checkPacking, isOutOfPlace, packageLimit } from '#domain/expedition/packing.ts'
import { productCodes, type CodeResolution } from '#domain/item/resolve-code.ts'
import { handOverItem } from '#sync/operations/expedition/hand-over-item.ts'
import { openPackage } from '#sync/operations/expedition/open-package.ts'
import { putInPackage, takeOutOfPackage } from '#sync/operations/expedition/put-in-package.ts'
import type { PackageRow } from '#sync/records.ts'
import { itemFacts, type ItemRow } from '#sync/wire/item-row.ts'
import { waitForAuthor } from '#web/local/engine/floor-engine.ts'
import type { passedOn } from '#web/scan/scanner-hub.ts'
import { createSessionState, findScanned } from '#web/scan/scan-session.ts'
import { createLeaving, type ForwardedScan } from './leaving.ts'
import { closeAsItIs, refusedItem } from './package-closing.ts'
import { isOpenHere, placeAgainst, reasonOf } from './packing-place.ts'
import type { PackingDeps, PackingMode, PackingResult, PackingState } from './packing-state.ts'
import { lastOwnPackageScan, takeBack, withoutSuperseded, withoutUndone } from './package-actions.ts'
import { codeOf, createWaitingScans, scanOf, type WaitingScan } from './waiting-scans.ts'

/** Most results that a session remembers. */
const longestDone = 100

/** Packing of one operator at one place, without a screen. */
export type PackingSession = ReturnType<typeof createPackingSession>

/** Creates it. Scans are taken at once and worked in their order. */
export function createPackingSession(deps: PackingDeps) {
  const { engine, origin, userId, newId } = deps
  const leaving = createLeaving(deps.onLater)
  const kept = createWaitingScans(deps)
  // Scans in their turn behind a scan or a closing that leads on are the next screen's; those before a command or a tap
  // are not.
  let isLedInTurn = false
  let tail: Promise<void> = Promise.resolve()
  const { state, set, subscribe } = createSessionState<PackingState>({
    mode: 'package',
    destinationId: null,
    currentId: deps.packageId,
    shown: null,
    done: [],
    asking: null,
    choosing: null,
    waiting: [],
    actions: [],
  })

  function follow(task: () => Promise<void>): Promise<void> {
    tail = tail.then(task, task)
    return tail
  }

  function show(code: string, item: ItemRow | null, outcome: PackingResult['outcome']): void {
    const result = { id: newId(), code, product: item === null ? null : productName(item), outcome }
    set({ shown: result, done: [result, ...state().done].slice(0, longestDone) })
    deps.onResult(result)
  }

  /** Takes the last result away; what is worked on still shows its own. */
  const acknowledge = (): void => set({ shown: null })

  /** The scan is kept before its question is asked, so that it stays even if the question is never answered. */
  async function ask(scan: ForwardedScan, question: Partial<Pick<PackingState, 'asking' | 'choosing'>>): Promise<void> {
    await kept.keep(scan, question.asking == null ? null : productName(question.asking.item))
    set(question)
    deps.onQuestion()
  }

  function refuse(code: string, item: ItemRow | null, given: string, destinationId: string | null = null): void {
    const reason = item === null ? given : reasonOf(item, given)
    // What comes next asks again where it goes.
    if (reason === 'PACKAGE_DESTINATION_INACTIVE') set({ destinationId: null })
    const warehouseId = item === null ? null : placeAgainst(item, reason, destinationId)
    show(code, item, { kind: 'refused', reason, warehouseId })
  }

  async function ownOpen(): Promise<readonly PackageRow[]> {
    const rows = ((await engine.packages()) ?? []).map(({ row }) => row)
    // Ids begin with the time at which they were drawn.
    return rows.filter((row) => isOpenHere(row, origin)).toSorted((a, b) => (a.id < b.id ? 1 : -1))
  }

  async function work(scan: ForwardedScan): Promise<void> {
    if (isLedInTurn && leaving.isLeft()) return leaving.handOn(scan)
    if (state().asking !== null || state().choosing !== null) return wait(scan)
    const numbered = await packageOf(scan.resolution)
    if (numbered !== null) return lead(numbered)
    const { code, problem, items } = await findScanned(find, scan)
    const [item, other] = items
    if (other !== undefined) return ask(scan, { choosing: { items: await fittestFirst(items), code, scan } })
    if (item !== undefined) return take(item, code, scan)
    refuse(code, null, problem ?? 'BB_DOES_NOT_EXIST')
    await kept.settle(code)
  }

  /** Of products that share a code, those that leave from here come before those that lie elsewhere or stay. */
  async function fittestFirst(items: readonly ItemRow[]): Promise<readonly ItemRow[]> {
    const open = await ownOpen()
    const leaves = (item: ItemRow): boolean =>
      !isOutOfPlace(item, origin) && (item.status === 'item_to_return' || reasonAgainst(item, open) === null)
    return items.toSorted((a, b) => Number(leaves(b)) - Number(leaves(a)))
  }

  /** Leads to the screen of a package; that of the package at work is here already. */
  function lead(packageId: string): void {
    if (packageId === deps.packageId) return
    leadOn(() => deps.onPackage(packageId))
  }

  function leadOn(go: () => Promise<void>): void {
    isLedInTurn = true
    void leaving.leave(go)
  }

  /** Another code of one of the products asked about is the answer; any other scan waits, and the same one once. */
  async function wait(scan: ForwardedScan): Promise<void> {
    const { asking, choosing, waiting } = state()
    const { resolution } = scan
    const codes = productCodes(resolution)
    if (choosing !== null && !codes.includes(choosing.code)) {
      const ids = new Set((await find(codes)).map(({ id }) => id))
      const [meant, other] = choosing.items.filter(({ id }) => ids.has(id))
      if (meant !== undefined && other === undefined) return choose(meant)
    }
    const known = [asking?.code, choosing?.code, ...waiting.map(({ resolution: { code } }) => code)]
    const isKnown = [resolution.code, ...codes].some((code) => known.includes(code))
    if (!isKnown) {
      await kept.keep(scan, null)
      // The answer may have come while it was kept.
      if (state().asking === null && state().choosing === null) return void follow(() => work(scan))
      set({ waiting: [...state().waiting, scan] })
    }
    deps.onQuestion()
  }

  /** Works what came while a question was open. */
  function resume(): void {
    const { waiting } = state()
    set({ waiting: [] })
    for (const scan of waiting) void follow(() => work(scan))
  }

  function choose(item: ItemRow): void {
    const { choosing } = state()
    set({ choosing: null })
    if (choosing !== null) void follow(() => take(item, choosing.code, choosing.scan))
    resume()
  }

  async function find(codes: readonly string[]): Promise<readonly ItemRow[]> {
    return codes.length === 0 ? [] : (await engine.view([], codes)).map(({ item }) => item)
  }

  async function packageOf(resolution: CodeResolution): Promise<string | null> {
    const numbers = resolution.candidates.map(({ code }) => code).filter((code) => packageSerial(code) !== null)
    if (numbers.length === 0) return null
    const views = (await engine.packages()) ?? []
    return views.find(({ row }) => row.number !== null && numbers.includes(row.number))?.row.id ?? null
  }

  /** Packs a product, or asks where it goes; else its scan waits no more. */
  async function take(item: ItemRow, code: string, scan: ForwardedScan): Promise<void> {
    await pack(item, code, scan)
    if (state().asking?.scan !== scan) await kept.settle(codeOf(scan))
  }

  async function pack(item: ItemRow, code: string, scan: ForwardedScan): Promise<void> {
    await waitForAuthor(engine, deps)
    if (isOutOfPlace(item, origin)) return refuse(code, item, 'ITEM_IN_OTHER_WAREHOUSE')
    if (state().mode === 'label') {
      // What goes back to its customer leaves for good, and comes back by no undo.
      const isReturn = item.status === 'item_to_return'
      return isReturn ? ask(scan, { asking: { item, code, scan, isReturn } }) : handOver(item, code)
    }
    if (deps.packageId !== null) return put(item, code, deps.packageId)
    const open = await ownOpen()
    const reason = reasonAgainst(item, open)
    if (reason !== null) return refuse(code, item, reason)
    const destinationId = item.tested ? state().destinationId : item.destinationWarehouseId
    if (destinationId === null) return ask(scan, { asking: { item, code, scan } })
    const fitting = open.filter(
      (row) => row.destinationWarehouseId === destinationId && row.itemIds.length < packageLimit,
    )
    const current = fitting.find(({ id }) => id === state().currentId) ?? fitting[0]
    if (current !== undefined) return put(item, code, current.id)
    const packageId = newId()
    const opened = await engine.dispatch(openPackage, {
      packageId,
      origin,
      destinationWarehouseId: destinationId,
    })
    if (!opened.captured) return refuse(code, item, opened.code, destinationId)
    await put(item, code, packageId)
  }

  /** Why a product goes into no package of this place; null where it may. */
  function reasonAgainst(item: ItemRow, open: readonly PackageRow[]): string | null {
    const { packageId, circuit } = itemFacts(item)
    const holder = open.find(({ id }) => id === packageId)
    if (holder !== undefined && holder.itemIds.includes(item.id)) return 'BB_ALREADY_FILLED'
    const destinationWarehouseId = item.tested ? (state().destinationId ?? '') : item.destinationWarehouseId
    const packable = { id: item.id, state: item, storeId: item.storeId, circuit, openPackageId: null }
    const into = { id: '', origin, destinationWarehouseId, status: 'open' as const, itemIds: [], number: null }
    const checked = checkPacking(packable, into)
    if (!checked.ok) return checked.error
    const isThere = origin.type === 'warehouse' && origin.warehouseId === destinationWarehouseId
    return isThere ? 'BB_EXPEDITION_NOT_NEEDED' : null
  }

  async function put(item: ItemRow, code: string, packageId: string): Promise<void> {
    const before = state().currentId
    const captured = await engine.dispatch(putInPackage, { itemId: item.id, packageId })
    const into = await engine.package(packageId)
    if (!captured.captured) return refuse(code, item, captured.code, into?.row.destinationWarehouseId)
    did(captured.opId, item, packageId, true)
    const warehouseId = into?.row.destinationWarehouseId ?? item.destinationWarehouseId
    set({ currentId: packageId })
    show(code, item, { kind: 'packed', warehouseId, isOtherPackage: before !== null && before !== packageId })
  }

  async function handOver(item: ItemRow, code: string): Promise<void> {
    const captured = await engine.dispatch(handOverItem, { itemId: item.id })
    if (captured.captured) show(code, item, { kind: 'handedOver' })
    else refuse(code, item, captured.code)
  }

  async function takeOut(itemId: string, packageId: string): Promise<void> {
    await waitForAuthor(engine, deps)
    const [view] = await engine.view([itemId])
    if (view === undefined) return refuse('', null, 'PACKAGE_NOT_IN_IT')
    const { item } = view
    const captured = await engine.dispatch(takeOutOfPackage, { itemId, packageId })
    if (!captured.captured) return refuse(item.code, item, captured.code)
    did(captured.opId, item, packageId, false)
    show(item.code, item, { kind: 'takenOut' })
  }

  function did(opId: string, item: ItemRow, packageId: string, isPut: boolean): void {
    const beforeOpId = item.last?.opId ?? null
    const name = productName(item) ?? item.code
    const action = { opId, beforeOpId, itemId: item.id, name, packageId, isPut, isRestored: false }
    set({ actions: [...state().actions, action] })
  }

  /** Names what an undo would take back where the session has done nothing itself, as after a reload of the page. */
  async function nameLast(): Promise<void> {
    if (state().actions.length > 0 || state().mode === 'label') return
    const put = await lastOwnPackageScan(engine, state().currentId, userId).catch(() => null)
    if (put !== null && state().actions.length === 0) set({ actions: [put] })
  }

  async function dropOvertaken(): Promise<void> {
    const actions = await withoutSuperseded(engine, state().actions)
    if (actions === state().actions) return
    set({ actions })
    await nameLast()
  }

  async function undoLast(): Promise<void> {
    // What was handed over has gone.
    const action =
      state().mode === 'label'
        ? null
        : (state().actions.at(-1) ?? (await lastOwnPackageScan(engine, state().currentId, userId)))
    const content = action === null ? null : await engine.package(action.packageId)
    if (action === null || content === null || content.row.status === 'closed')
      return refuse('', null, 'UNDO_NOT_POSSIBLE')
    await waitForAuthor(engine, deps)
    const item = (await engine.view([action.itemId]))[0]?.item ?? null
    const captured = await takeBack(engine, action, item)
    const code = item?.code ?? ''
    if (!captured.captured) {
      refuse(code, item, captured.code)
      // The screen names what lies behind it before that is undone.
      return dropOvertaken()
    }
    set({ actions: withoutUndone(state().actions, action, captured.opId) })
    await nameLast()
    const warehouseId = content.row.destinationWarehouseId
    show(code, item, action.isPut ? { kind: 'takenOut' } : { kind: 'packed', warehouseId, isOtherPackage: false })
  }

  if (deps.packageId !== null) void follow(nameLast)
  return {
    state,
    subscribe,
    /** Takes a scan at once, to be worked in its turn, or passes it on to the screen that the session leads to. */
    scan(scan: ForwardedScan): typeof passedOn | void {
      if (leaving.isLeft()) return leaving.keep(scan)
      void follow(() => work(scan))
    },

    /** Goes on to another screen, whose the scans are from now on. */
    leave(go: () => Promise<void>): void {
      isLedInTurn &&= leaving.isLeft()
      void leaving.leave(go)
    },

    /** Takes a product that another screen has named. */
    takeItem: (itemId: string): void =>
      void follow(async () => {
        const [view] = await engine.view([itemId])
        if (view === undefined) return refuse('', null, 'BB_DOES_NOT_EXIST')
        // What goes back to its customer leaves with its own label alone; who named it there has decided so.
        if (view.item.status === 'item_to_return') {
          set({ mode: 'label' })
          await waitForAuthor(engine, deps)
          if (!isOutOfPlace(view.item, origin)) return handOver(view.item, view.item.code)
        }
        await take(view.item, view.item.code, scanOf(view.item.code))
      }),

    /** Answers where tested products go, from now on. */
    sendTo(destinationId: string): void {
      const { asking } = state()
      set({ destinationId, asking: null })
      if (asking !== null) void follow(() => take(asking.item, asking.code, asking.scan))
      resume()
    },

    /** Hands the customer's return over that is asked about. */
    handOverReturn(): void {
      const { asking } = state()
      set({ asking: null })
      if (asking !== null)
        void follow(async () => {
          await handOver(asking.item, asking.code)
          await kept.settle(codeOf(asking.scan))
        })
      resume()
    },

    /** The next tested product asks again where it goes. */
    forgetDestination(): void {
      acknowledge()
      void follow(async () => set({ destinationId: null }))
    },

    /** Answers which product a code meant. */
    choose,

    /** Leaves an open question without an answer, and goes on with what was scanned after it. */
    dismiss(): void {
      set({ asking: null, choosing: null })
      resume()
    },
    acknowledge,

    /** Works a scan that has waited since before this session. */
    reopen({ scan }: WaitingScan): void {
      acknowledge()
      void follow(() => work(scan))
    },

    /** Gives a waiting scan up. */
    drop: ({ code }: WaitingScan): void => void follow(() => kept.settle(code)),
    /** Products that were scanned before go by the former mode. */
    setMode(mode: PackingMode): void {
      acknowledge()
      void follow(async () => set({ mode }))
    },
    takeOut: (itemId: string, packageId: string): Promise<void> => follow(() => takeOut(itemId, packageId)),

    /** Undoes the last that was put in a package or taken out of it by hand; not what a colleague did since. */
    undoLast: (): Promise<void> => follow(undoLast),

    /** Names no more as the last what a colleague has changed since. */
    recheck: (): Promise<void> => follow(dropOvertaken),

    /** Closes a package, which leads on where that is given; answers why it stays open, or null. */
    async close(packageId: string, go?: () => Promise<void>): Promise<string | null> {
      let reason: string | null = null
      await follow(async () => {
        await waitForAuthor(engine, deps)
        reason = await closeAsItIs(engine, packageId)
        if (reason === null) return go === undefined ? undefined : leadOn(go)
        const item = reason === 'PACKAGE_HAS_REFUSED' ? await refusedItem(engine, packageId) : null
        refuse(item?.code ?? '', item, reason)
      })
      return reason
    },
    settled: (): Promise<void> => tail,
  }
}
