import { productName } from '#domain/catalog/product-name.ts'
import type { FloorDocument } from '#domain/document/document-sheet.ts'
import { labelGrade } from '#domain/document/label-grade.ts'
import type { PackageLine, PackagePlace } from '#domain/document/document-content.ts'
import { grades, type Grade } from '#domain/catalog/grade.ts'
import { itemFacts, type ItemRow } from '#sync/wire/item-row.ts'
import type { Config } from '#sync/wire/pull.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { readSlipNames } from '#web/local/copy/slip-names.ts'
import type { PrintRequest } from '#web/staff/ui/print/use-print.ts'

/** Names that the copy does not hold, and how dates are written. */
export interface LocalNames {
  readonly day: (date: Date) => string
  readonly time: (date: Date) => string
  /** The signed-in user's own place. */
  readonly place: { readonly id: string; readonly name: string } | null
}

/** What a paper says, from the device's copy with its own work on top; null where the device does not know enough. */
export async function localDocument(
  engine: Pick<Engine, 'config' | 'view' | 'package' | 'lines'>,
  { kind, id, isFile }: PrintRequest,
  names: LocalNames,
): Promise<FloorDocument | null> {
  const config = engine.config()
  if (config === null || kind === 'return_label' || isFile === true) return null
  if (kind === 'item_label') {
    const [found] = await engine.view([id], [])
    const item = found?.item
    if (item === undefined || item.level !== 'full') return null
    const warehouse = config.warehouses.find((one) => one.id === item.warehouseId)
    return {
      kind,
      content: {
        code: item.code,
        buybackCode: item.buybackCode,
        product: productName(item) ?? item.code,
        imei: item.imei,
        serialNumber: item.serialNumber,
        ...labelGrade(itemFacts(item).control, gradeOf(item.declaredGrade)),
        stock: config.stocks.find((one) => one.id === item.stockId)?.name ?? null,
        warehouse: warehouse?.name ?? null,
        createdOn: names.day(new Date(item.createdAtMs)),
      },
    }
  }
  const found = await engine.package(id)
  if (found === null) return null
  const { row, items } = found
  // A slip that leaves out a product that the device does not know would be wrong.
  if (row.number === null || items.length !== row.itemIds.length) return null
  const lines = kind === 'packing_slip' ? await linesOf(engine, id, items) : items.map((item) => lineOf(item))
  if (lines === null) return null
  const origin = row.origin.type === 'store' ? row.origin.storeId : row.origin.warehouseId
  return {
    kind,
    content: {
      number: row.number,
      from: placeOf(origin, config, names),
      to: placeOf(row.destinationWarehouseId, config, names),
      closedOn: row.closedAtMs === null ? null : names.time(new Date(row.closedAtMs)),
      weight: null,
      lines,
    },
  }
}

/**
 * Lines of a packing slip; null where the device has the name of a product no more, as of one on its way to another
 * place that was not packed here.
 */
async function linesOf(
  engine: Pick<Engine, 'lines'>,
  packageId: string,
  items: readonly ItemRow[],
): Promise<readonly PackageLine[] | null> {
  const isOwn = ({ level }: ItemRow): boolean => level === 'full'
  if (items.every(isOwn)) return items.map((item) => lineOf(item))
  const names = await readSlipNames(engine, packageId)
  if (!items.every((item) => isOwn(item) || names.has(item.id))) return null
  return items.map((item) => lineOf(item, names.get(item.id)))
}

function lineOf(item: ItemRow, kept?: string): PackageLine {
  const { code, buybackCode, imei } = item
  return { code, buybackCode, product: productName(item) ?? kept ?? code, imei }
}

function placeOf(id: string, { warehouses, stores = [] }: Config, { place }: LocalNames): PackagePlace {
  const warehouse = warehouses.find((one) => one.id === id)
  if (warehouse !== undefined) return { name: warehouse.name, lines: warehouse.city === null ? [] : [warehouse.city] }
  const store = stores.find((one) => one.id === id)
  return { name: store?.name ?? (place?.id === id ? place.name : ''), lines: [] }
}

function gradeOf(stored: string | null): Grade | null {
  return grades.find((grade) => grade === stored) ?? null
}
