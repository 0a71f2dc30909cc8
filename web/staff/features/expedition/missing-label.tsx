import type { Engine } from '#web/local/engine/engine.ts'
import type { PackageView } from '#web/local/copy/package-view.ts'
import { passedOn } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { PackingFeedback } from './packing-feedback.tsx'
import type { PackagePapers } from './use-package-papers.ts'

interface Props {
  readonly papers: PackagePapers
  readonly view: PackageView
  readonly engine: Engine
}

/** Says over the whole screen that the carrier's label could not be downloaded, until a tap or the next scan. */
export function MissingLabel({ papers, view: { row }, engine }: Props) {
  const config = engine.config()
  const isShown = papers.isLabelMissing && config !== null
  useScanner({
    purpose: 'any',
    enabled: isShown,
    layer: 'dialog',
    onScan: ({ resolution }) => {
      papers.acknowledge()
      return resolution.command === 'CONFIRM' || resolution.command === 'CANCEL' ? undefined : passedOn
    },
  })
  if (!isShown) return null
  return (
    <PackingFeedback
      config={config}
      onEnd={papers.acknowledge}
      result={{
        id: row.id,
        code: row.number ?? '',
        product: null,
        outcome: {
          kind: 'refused',
          reason: 'TRANSPORT_LABEL_CANT_BE_DOWNLOADED',
          warehouseId: row.destinationWarehouseId,
        },
      }}
    />
  )
}
