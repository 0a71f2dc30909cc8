import { isCommandCode, type ScanPurpose } from '#domain/item/resolve-code.ts'
import { passedOn } from './scanner-hub.ts'
import { useScanner } from './use-scanner.ts'

interface Props {
  readonly onCode: (code: string) => void
  /** What the codes of the list name; of a label that has several, the first that names such a thing is searched for. */
  readonly purpose?: ScanPurpose
}

/** A list of what has codes: one that is scanned is searched for, wherever the focus is in the page. It draws nothing. */
export function ScannedSearch({ onCode, purpose = 'item' }: Props) {
  useScanner({
    purpose,
    isBehindDialogs: true,
    onScan: ({ resolution }) => {
      if (isCommandCode(resolution) || resolution.reserved) return passedOn
      onCode(resolution.candidates[0]?.code ?? resolution.code)
    },
  })
  return null
}

/** The same for a list of products of the catalog, which have no serial number. */
export function ScannedProducts({ onCode }: Props) {
  return <ScannedSearch onCode={onCode} purpose="product" />
}

/** The same for a list of packages, whose labels have their number as an SSCC. */
export function ScannedPackages({ onCode }: Props) {
  return <ScannedSearch onCode={onCode} purpose="package" />
}
