import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { closePackage } from '#sync/operations/expedition/close-package.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { useEngineRead } from '#web/local/engine/engine-reads.ts'
import { shownSlip, voidSlipOf } from '#web/local/outbox/outcome-mismatch.ts'
import { useFeedback } from '#web/scan/feedback-provider.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import styles from './expedition.module.css'

/** A slip of this device that is void, because a colleague had closed its package first. */
export interface VoidSlip {
  readonly opId: string
  readonly void: string
  readonly number: string
  /** The operator has replaced it. */
  readonly acknowledge: () => void
}

/** The void slip of a package, told by sound once; null where its slip is good. */
export function useVoidSlip(engine: Engine, packageId: string | undefined): VoidSlip | null {
  const feedback = useFeedback()
  const found = useEngineRead(engine, `slip:${packageId ?? ''}`, async () => {
    const closings = (await engine.differing()).filter(({ row }) => row.op.type === closePackage.type)
    return closings.find(({ row }) => row.op.args['packageId'] === packageId) ?? null
  })
  const slip = found == null ? null : voidSlipOf(found)
  const isVoid = slip !== null
  useEffect(() => {
    if (isVoid) feedback.play('attention')
  }, [isVoid, feedback])
  if (found == null || slip === null) return null
  const { opId } = found.row
  return { opId, ...slip, acknowledge: () => void engine.acknowledge(opId) }
}

/** Says that the slip in hand is void, and what to do. */
export function VoidSlipNotice({ slip }: { readonly slip: VoidSlip | null }) {
  const { t } = useTranslation('sync')
  if (slip === null) return null
  return (
    <section className={styles.held} role="alert">
      <p>{t(($) => $.attention.differing.voidSlip, shownSlip(slip))}</p>
      <FloorAction tone="quiet" onClick={slip.acknowledge}>
        {t(($) => $.attention.differing.slipReplaced)}
      </FloorAction>
    </section>
  )
}
