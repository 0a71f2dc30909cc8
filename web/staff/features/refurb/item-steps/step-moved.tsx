import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ItemStep } from '#domain/refurb/refurb-step.ts'
import { useActorName } from '../floor/use-actor-name.ts'
import type { RefurbContext } from '../floor/refurb-context.tsx'
import tones from '#web/staff/ui/tone.module.css'
import styles from '../refurb.module.css'

/**
 * Whether another user moved a step since an operator saw it. The number of its actions alone does not tell: where the
 * operator's own latest action was refused because of another user's, both make it the same number.
 */
export function isMovedByAnother(step: ItemStep, seen: ItemStep, userId: string): boolean {
  if (step.actorId === userId) return false
  return step.revision !== seen.revision || step.actorId !== seen.actorId
}

/** Whether another user moved the step since this operator began to look at it. */
export function useMovedByAnother(step: ItemStep, userId: string): boolean {
  const [seen, setSeen] = useState(step.revision)
  if (step.revision < seen || (step.actorId === userId && step.revision !== seen)) setSeen(step.revision)
  return step.revision > seen && step.actorId !== userId
}

/** Says who else has just changed the step, and to what. */
export function StepMoved({ step, workshop }: { readonly step: ItemStep; readonly workshop: RefurbContext }) {
  const { t } = useTranslation('refurb')
  const actorName = useActorName(workshop)
  const { status } = step
  return (
    <p className={`${styles.moved} ${tones.tone}`} data-tone="warning" role="alert">
      {t(($) => $.conflict.moved, { name: actorName(step.actorId ?? ''), status: t(($) => $.status[status]) })}
    </p>
  )
}
