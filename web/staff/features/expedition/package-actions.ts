import { productName } from '#domain/catalog/product-name.ts'
import { putInPackage, takeOutOfPackage, undoPackageItem } from '#sync/operations/expedition/put-in-package.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Captured } from '#web/local/outbox/capture.ts'
import type { Engine } from '#web/local/engine/engine.ts'

/** A product that a session has put in a package or taken out of it by hand. */
export interface PackageAction {
  /** The product's latest operation while it lies as this action left it: its own, or the undo of a later action. */
  readonly opId: string
  /** The product's latest operation before the action; null where it had none. */
  readonly beforeOpId: string | null
  readonly itemId: string
  /** What the screen calls the product. */
  readonly name: string
  readonly packageId: string
  readonly isPut: boolean
  /** The product lies so again because a later action was undone, and no operation undoes an undo. */
  readonly isRestored: boolean
}

/** What the session has done once one action is undone: the one that the product lies by again is the next of it. */
export function withoutUndone(
  actions: readonly PackageAction[],
  undone: PackageAction,
  opId: string,
): readonly PackageAction[] {
  return actions
    .filter((action) => action !== undone)
    .map((action) => (action.opId === undone.beforeOpId ? { ...action, opId, isRestored: true } : action))
}

/** What may still be undone last: an action whose product has had another one since, a colleague's too, is over. */
export async function withoutSuperseded(
  engine: Pick<Engine, 'view'>,
  actions: readonly PackageAction[],
): Promise<readonly PackageAction[]> {
  const last = actions.at(-1)
  if (last === undefined) return actions
  const [view] = await engine.view([last.itemId])
  return view?.item.last?.opId === last.opId ? actions : withoutSuperseded(engine, actions.slice(0, -1))
}

/** Undoes one action while it is its product's latest; one that an undo has restored is met by its opposite. */
export async function takeBack(
  engine: Pick<Engine, 'dispatch'>,
  action: PackageAction,
  item: ItemRow | null,
): Promise<Captured | { readonly captured: false; readonly code: string }> {
  const { opId, itemId, packageId, isPut, isRestored } = action
  if (!isRestored) return engine.dispatch(undoPackageItem, { targetOpId: opId, itemId, packageId })
  if (item?.last?.opId !== opId) return { captured: false, code: 'UNDO_NOT_LATEST' }
  return engine.dispatch(isPut ? takeOutOfPackage : putInPackage, { itemId, packageId })
}

/** The operator's last scan that still stands in a package, of which a session knows nothing. */
export async function lastOwnPackageScan(
  engine: Pick<Engine, 'package'>,
  packageId: string | null,
  userId: string,
): Promise<PackageAction | null> {
  const content = packageId === null ? null : await engine.package(packageId)
  const item = content?.items.findLast(({ last }) => last?.type === putInPackage.type && last.actor === userId)
  if (content === null || !item?.last) return null
  const { opId } = item.last
  const name = productName(item) ?? item.code
  return { opId, beforeOpId: null, itemId: item.id, name, packageId: content.row.id, isPut: true, isRestored: false }
}
