import { checkInKinds, type CheckInPlace } from '#domain/check-in/check-in.ts'
import { mayBeSet } from '#domain/stock/stock-rules.ts'
import { returnCheckInFrom } from '#domain/item/item-transitions.ts'
import { isAdminType, type UserType } from '#domain/organization/user-type.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Config } from '#sync/wire/pull.ts'
import type { Captured } from '#web/local/outbox/capture.ts'
import { storageRefused } from '#web/local/outbox/captures.ts'
import {
  acceptedVerdict,
  withSignedOutWork,
  notSavedVerdict,
  refusedVerdict,
  unknownVerdict,
  type Verdict,
} from './verdict.ts'

/** Who checks in, where, and what the account demands. */
export interface CheckInPlaceFacts {
  readonly warehouseId: string
  readonly userType: UserType
  readonly config: Config | null
}

/** Whether one of the usual stocks may be chosen for an item: it was tested, and does not go back to its customer. */
export function takesStock(item: ItemRow): boolean {
  if (!item.tested || returnCheckInFrom.includes(item.status)) return false
  return mayBeSet(null, item.leftStatus ?? item.status)
}

/** The place of a check-in as the domain wants it; a native stock that the copy lacks has no id. */
export function checkInPlace(
  { warehouseId, userType, config }: CheckInPlaceFacts,
  stockId: string | null,
): CheckInPlace {
  return {
    warehouseId,
    requirement: config?.settings.warehouseCheckinRequirement ?? 'optional',
    bypassesRequirement: isAdminType(userType),
    chosenStockId: stockId,
    nativeStock: (native) =>
      config?.stocks.find((stock) => stock.warehouseId === warehouseId && stock.native === native)?.id ?? '',
  }
}

/** What a captured check-in means to the operator. */
export function verdictOf(captured: Captured, code: string, config: Config | null): Verdict {
  const verdict = plainVerdict(captured, code, config)
  return withSignedOutWork(verdict, captured.captured ? null : captured.code, captured.sealedBy)
}

function plainVerdict(captured: Captured, code: string, config: Config | null): Verdict {
  if (!captured.captured && captured.code === storageRefused) return notSavedVerdict
  if (!captured.captured) return refusedVerdict(captured.code, captured.items[0] ?? null, config)
  const kind = checkInKinds.find((each) => each === captured.result?.['kind'])
  const item = captured.items.find(({ id }) => id === captured.result?.['itemId'])
  if (captured.verdict === 'unverified' || kind === undefined || item === undefined) return unknownVerdict(code)
  return acceptedVerdict(kind, item, config)
}
