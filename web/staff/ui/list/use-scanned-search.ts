import { isCommandCode, productCodes } from '#domain/item/resolve-code.ts'
import { passedOn } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'

/** A list of what has codes: one that is scanned is searched for, whatever has the focus. */
export function useScannedSearch(find: (code: string) => void, enabled = true): void {
  useScanner({
    purpose: 'item',
    enabled,
    onScan: ({ resolution }) => {
      if (isCommandCode(resolution) || resolution.reserved) return passedOn
      find(productCodes(resolution)[0] ?? resolution.code)
    },
  })
}
