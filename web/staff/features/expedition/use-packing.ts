import { useMemo } from 'react'
import type { PackageOrigin } from '#domain/expedition/packing.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { useFeedback } from '#web/scan/feedback-provider.tsx'
import type { Feedback } from '#web/scan/feedback.ts'
import { scanResultStyles } from '#web/scan/scan-result-style.ts'
import { newId } from '#web/lib/new-id.ts'
import { refusalStyle } from './expedition-feedback.ts'
import { placeOf } from './packing-place.ts'
import { createPackingSession, type PackingSession } from './packing-session.ts'
import type { PackingResult } from './packing-state.ts'
import { useForwardScan } from './use-leaving.ts'

/** The packing of one operator at one place, into one package where it is named. */
export function usePacking(place: {
  readonly engine: Engine
  readonly userId: string
  readonly accountId: string
  readonly origin: PackageOrigin
  readonly packageId: string | null
  readonly onPackage: (packageId: string) => Promise<void>
}): PackingSession {
  const feedback = useFeedback()
  const onLater = useForwardScan()
  const { engine, userId, accountId, origin, packageId, onPackage } = place
  const placeId = placeOf(origin)
  return useMemo(
    () =>
      createPackingSession({
        engine,
        userId,
        accountId,
        origin:
          origin.type === 'store' ? { type: 'store', storeId: placeId } : { type: 'warehouse', warehouseId: placeId },
        packageId,
        onPackage,
        onLater,
        newId,
        onResult: (result) => sound(feedback, result),
        onQuestion: () => feedback.play(scanResultStyles.choice.signal),
      }),
    [engine, userId, accountId, origin.type, placeId, packageId, onPackage, onLater, feedback],
  )
}

function sound(feedback: Feedback, { outcome }: PackingResult): void {
  if (outcome.kind === 'refused') {
    const { kind, sound: own } = refusalStyle(outcome.reason)
    feedback.play(kind, own)
  } else if (outcome.kind === 'takenOut') feedback.play('done')
  else feedback.play(outcome.kind === 'packed' && outcome.isOtherPackage ? 'attention' : 'accepted')
}
