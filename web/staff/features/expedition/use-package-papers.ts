import { use, useCallback, useState } from 'react'
import { usePlatform } from '#web/lib/platform.tsx'
import type { PackageView } from '#web/local/copy/package-view.ts'
import { useFeedback } from '#web/scan/feedback-provider.tsx'
import { PrintContext } from '#web/staff/ui/print/use-print.ts'
import { awaitLabel, endAwaiting, isLabelAwaited, isLabelReady, labelRequest } from './awaited-labels.ts'
import { refusalStyle } from './expedition-feedback.ts'

/** A paper that goes with a package. */
type Paper = 'package_label' | 'packing_slip'

/** The papers of one package on one screen. */
export interface PackagePapers {
  /** Prints one of them; null where nothing prints. */
  readonly print: ((paper: Paper) => void) | null
  /** What the operator has not printed yet: the label once it is there, and until then the packing slip. */
  readonly due: Paper | null
  /** Whether the label could not be downloaded, until that is acknowledged. */
  readonly isLabelMissing: boolean
  readonly acknowledge: () => void
}

/** Prints the papers of a package, and says aloud where its label does not come (EXP-13). */
export function usePackagePapers(view: PackageView | null | undefined): PackagePapers {
  const { storage } = usePlatform()
  const feedback = useFeedback()
  const printRequest = use(PrintContext)
  const [slipOf, setSlipOf] = useState<string | null>(null)
  const [labelOf, setLabelOf] = useState<string | null>(null)
  const [missingOf, setMissingOf] = useState<string | null>(null)
  const acknowledge = useCallback(() => setMissingOf(null), [])
  if (view == null || printRequest === null) return { print: null, due: null, isLabelMissing: false, acknowledge }

  const { id, number } = view.row
  // A slip under another number is another slip.
  const slipName = `${id} ${number ?? ''}`
  const onMissing = (): void => {
    // It stays to be printed.
    awaitLabel(storage, id)
    setLabelOf(null)
    setMissingOf(id)
    const { kind, sound } = refusalStyle('TRANSPORT_LABEL_CANT_BE_DOWNLOADED')
    feedback.play(kind, sound)
  }
  const print = (paper: Paper): void => {
    if (paper === 'packing_slip') {
      setSlipOf(slipName)
      return printRequest({ kind: 'packing_slip', id })
    }
    endAwaiting(storage, id)
    setLabelOf(id)
    printRequest({ ...labelRequest(view), onMissing })
  }
  const isReady = isLabelReady(view)
  const isLabelDue = isReady && labelOf !== id && isLabelAwaited(storage, id)
  const isSlipDue = !isReady && view.row.status === 'closed' && slipOf !== slipName
  return {
    print,
    due: isLabelDue ? 'package_label' : isSlipDue ? 'packing_slip' : null,
    isLabelMissing: missingOf === id,
    acknowledge,
  }
}
