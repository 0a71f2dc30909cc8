import { isCommandCode, productCodes } from '#domain/item/resolve-code.ts'
import { passedOn } from './scanner-hub.ts'
import { useScanner } from './use-scanner.ts'

/** A list of what has codes: one that is scanned is searched for, whatever has the focus. It draws nothing. */
export function ScannedSearch({ onCode }: { readonly onCode: (code: string) => void }) {
  useScanner({
    purpose: 'item',
    isBehindDialogs: true,
    onScan: ({ resolution }) => {
      if (isCommandCode(resolution) || resolution.reserved) return passedOn
      onCode(productCodes(resolution)[0] ?? resolution.code)
    },
  })
  return null
}
