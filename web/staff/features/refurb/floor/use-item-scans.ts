import { productCodes, type CodeResolution } from '#domain/item/resolve-code.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { passedOn } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { useAcknowledge } from './shown-feedback.tsx'
import { useProductInHand } from './use-product-in-hand.ts'

/** Codes of the product that a scan may be of; none of a command or a stock. */
export function scannedProduct(resolution: CodeResolution): readonly string[] {
  return resolution.command === null && resolution.stockId === null ? productCodes(resolution) : []
}

/**
 * Stops the operator who scans another product than the one in hand. A command only takes away the result that covers
 * the page, a stock takes it away too; every other scan that is no product passes on to it. It is for a component that mounts with the page around
 * it: mounted earlier, it lies below and the page takes every scan.
 */
export function useItemScans(item: ItemRow): void {
  const tellInHand = useProductInHand()
  const acknowledges = useAcknowledge()
  useScanner({
    purpose: 'item',
    onScan: ({ resolution }) => {
      if (resolution.command !== null && acknowledges()) return
      // A stock means something to the page behind what it takes away.
      if (resolution.stockId !== null) acknowledges()
      const codes = scannedProduct(resolution)
      if (codes.length === 0) return passedOn
      tellInHand(item, codes)
    },
  })
}
