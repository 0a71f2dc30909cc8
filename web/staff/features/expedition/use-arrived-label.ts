import { use, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { usePlatform } from '#web/lib/platform.tsx'
import type { PackageView } from '#web/local/copy/package-view.ts'
import { PrintContext, UnaskedPrintContext } from '#web/staff/ui/print/use-print.ts'
import { arrivedLabel, labelRequest, printArrived } from './awaited-labels.ts'

/** What becomes of the labels that arrive while a screen is open. */
export interface ArrivedLabel<View> {
  /** The package whose label waits for a press, because this device prints it in no other way. */
  readonly offered: View | null
  /** The package whose label was printed last, by itself. */
  readonly printed: View | null
}

/**
 * Prints the labels of the packages that this device has closed as soon as they arrive, each once, one after the other,
 * while the page is seen and where this device remembers a way that needs no press.
 */
export function useArrivedLabel<View extends PackageView>(views: readonly View[]): ArrivedLabel<View> {
  const { storage } = usePlatform()
  const print = use(PrintContext)
  const unasked = use(UnaskedPrintContext)
  const isSeen = useSyncExternalStore(followVisibility, () => document.visibilityState === 'visible')
  const [printedId, setPrintedId] = useState<string | null>(null)
  const arrived = print === null ? null : arrivedLabel(storage, views)
  const way = arrived === null ? 'never' : unasked(labelRequest(arrived))
  const printNow = useEffectEvent((id: string): boolean => {
    if (arrived?.row.id !== id || print === null || !printArrived(storage, arrived, print)) return false
    setPrintedId(id)
    return true
  })
  const dueId = isSeen && way === 'now' ? arrived?.row.id : undefined
  useEffect(() => {
    if (dueId !== undefined) void onceOnDevice(dueId, () => printNow(dueId))
  }, [dueId])
  return {
    offered: way === 'never' ? arrived : null,
    printed: views.find(({ row }) => row.id === printedId) ?? null,
  }
}

// Two windows may learn of a label at the same time: the one that comes first has it until it closes.
async function onceOnDevice(packageId: string, work: () => boolean): Promise<void> {
  await navigator.locks.request(`package-label ${packageId}`, { ifAvailable: true }, async (lock) => {
    if (lock !== null && work()) await new Promise(() => undefined)
  })
}

function followVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
