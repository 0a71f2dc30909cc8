import { useTranslation } from 'react-i18next'
import { productName } from '#domain/catalog/product-name.ts'
import { productCodes, type CodeResolution } from '#domain/warehouse/resolve-code.ts'
import { codesOf } from '#sync/replica/lanes.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { groupCode } from '#web/lib/format.ts'
import { passedOn } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { useAcknowledge, useShow } from './shown-feedback.tsx'

/** Codes of the product that a scan may be of; none of a command or a stock. */
export function scannedProduct(resolution: CodeResolution): readonly string[] {
  return resolution.command === null && resolution.stockId === null ? productCodes(resolution) : []
}

/**
 * Stops the operator who scans another product than the one in hand. A command only takes away the result that stands
 * before the page; whatever else is no product passes on to it. It is for a component that mounts with the page around
 * it: mounted earlier, it lies below and the page takes every scan.
 */
export function useItemScans(item: ItemRow): void {
  const { t } = useTranslation('refurb')
  const show = useShow()
  const acknowledges = useAcknowledge()
  useScanner({
    purpose: 'item',
    onScan: ({ resolution }) => {
      if (resolution.command !== null && acknowledges()) return
      const codes = scannedProduct(resolution)
      const code = codes[0]
      if (code === undefined) return passedOn
      const own = codesOf(item)
      if (codes.some((each) => own.includes(each))) {
        show({ tone: 'done', signal: 'accepted', word: t(($) => $.inHand.same), code: groupCode(code) })
        return
      }
      show({
        tone: 'warning',
        signal: 'wrong',
        word: t(($) => $.inHand.other),
        detail: t(($) => $.inHand.otherText, { product: productName(item) ?? groupCode(item.code) }),
        code: groupCode(code),
      })
    },
  })
}
