import * as z from 'zod'
import type { KeyValues } from '#web/lib/local-storage.ts'
import type { PackageView } from '#web/local/copy/package-view.ts'
import type { PrintRequest } from '#web/staff/ui/print/use-print.ts'

const key = 'awaitedLabels'
const storedSchema = z.array(z.string())
/** Labels that never came are forgotten behind so many others. */
const keptCount = 100

/** Notes that this device has closed a package and prints its label as soon as it is there. */
export function awaitLabel(storage: KeyValues, packageId: string): void {
  const others = readAll(storage).filter((id) => id !== packageId)
  storage.setItem(key, JSON.stringify([...others, packageId].slice(-keptCount)))
}

/** Whether the label of a package is still to be printed on this device. */
export function isLabelAwaited(storage: KeyValues, packageId: string): boolean {
  return readAll(storage).includes(packageId)
}

/** Notes that the label of a package is printed; answers whether it was still to be. */
export function endAwaiting(storage: KeyValues, packageId: string): boolean {
  const all = readAll(storage)
  if (!all.includes(packageId)) return false
  storage.setItem(key, JSON.stringify(all.filter((id) => id !== packageId)))
  return true
}

/** Whether the label of a package can be printed: the server has confirmed its closing and has the label. */
export function isLabelReady({ row, pending }: Pick<PackageView, 'row' | 'pending'>): boolean {
  return row.status === 'closed' && pending === 0 && row.labelState === 'ready'
}

/** The first of these packages whose label has arrived and is still to be printed here. */
export function arrivedLabel<View extends PackageView>(storage: KeyValues, views: readonly View[]): View | null {
  return views.find((view) => isLabelReady(view) && isLabelAwaited(storage, view.row.id)) ?? null
}

/** Asks for the label of a package. */
export function labelRequest({ row }: Pick<PackageView, 'row'>): PrintRequest {
  return { kind: 'package_label', id: row.id, isFile: row.isCarrierLabel === true }
}

/** Prints a label that has arrived, unless that has been done; answers whether it does it now. */
export function printArrived(storage: KeyValues, view: PackageView, print: (request: PrintRequest) => void): boolean {
  // Noted first: a page that falls in between leaves the button, and never prints a second label.
  if (!isLabelReady(view) || !endAwaiting(storage, view.row.id)) return false
  print(labelRequest(view))
  return true
}

function readAll(storage: KeyValues): readonly string[] {
  try {
    const parsed = storedSchema.safeParse(JSON.parse(storage.getItem(key) ?? '[]'))
    return parsed.success ? parsed.data : []
  } catch {
    return []
  }
}
