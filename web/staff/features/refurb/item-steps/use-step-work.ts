import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ItemStep, StepAction } from '#domain/refurb/refurb-step.ts'
import { undoRefurbStep, workOnRefurbStep } from '#sync/operations/refurb/work-on-refurb-step.ts'
import { itemFacts, type ItemRow } from '#sync/wire/item-row.ts'
import { useReasonText } from '#web/lib/reason-text.ts'
import { useShow } from '../floor/shown-feedback.tsx'
import type { RefurbContext } from '../floor/refurb-context.tsx'
import { isMovedByAnother } from './step-moved.tsx'

/** What goes with an action on a step. */
export interface StepWorkInput {
  readonly stockId?: string
  readonly comment?: string
}

/**
 * Acts on a step as its operator saw it; answers whether the device took the action. A page of one step names it by
 * `stepId`: it undoes no action on another one, which it does not show.
 */
export function useStepWork(workshop: RefurbContext, item: ItemRow, stepId?: string) {
  const { t } = useTranslation('refurb')
  const reasonText = useReasonText()
  const show = useShow()
  const busy = useRef(false)

  // One press is one action, however fast the next one follows.
  const once = async (task: () => Promise<boolean>): Promise<boolean> => {
    if (busy.current) return false
    busy.current = true
    try {
      return await task()
    } finally {
      busy.current = false
    }
  }
  const refused = (code: string): boolean => {
    const other = code === 'REFURB_STEP_CHANGED'
    show({
      tone: 'refused',
      signal: 'refused',
      word: other ? t(($) => $.conflict.word) : t(($) => $.work.refused),
      detail: reasonText(code),
    })
    return false
  }

  const work = (step: ItemStep, action: StepAction, { stockId, comment = '' }: StepWorkInput = {}): Promise<boolean> =>
    once(async () => {
      const live = itemFacts(item).steps.find(({ stepId }) => stepId === step.stepId)
      if (live !== undefined && isMovedByAnother(live, step, workshop.userId)) return refused('REFURB_STEP_CHANGED')
      const captured = await workshop.engine.dispatch(workOnRefurbStep, {
        itemId: item.id,
        stepId: step.stepId,
        action,
        seenRevision: step.revision,
        ...(stockId === undefined ? {} : { stockId }),
        ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
      })
      if (!captured.captured) return refused(captured.code)
      const after = captured.items.find(({ id }) => id === item.id)
      const stock = workshop.config.stocks.find(({ id }) => id === after?.stockId)
      const puts = action === 'complete' && stock !== undefined
      show({
        tone: 'accepted',
        signal: 'accepted',
        word: t(($) => $.done[action]),
        detail: step.name,
        ...(puts ? { place: stock.name } : {}),
      })
      return true
    })

  /** Puts back the latest action on the item's steps; null where it is not one's own, not the latest, or not seen here. */
  const { last } = item
  const mine = last?.type === 'workOnRefurbStep' && last.actor === workshop.userId && last.before !== null
  const worked = mine ? latestWorked(item) : undefined
  const undo =
    !mine || (stepId !== undefined && worked?.stepId !== stepId)
      ? null
      : (): Promise<boolean> =>
          once(async () => {
            const captured = await workshop.engine.dispatch(
              undoRefurbStep,
              { itemId: item.id, targetOpId: last.opId },
              { dependsOn: [last.opId] },
            )
            if (!captured.captured) return refused(captured.code)
            show({
              tone: 'done',
              signal: 'done',
              word: t(($) => $.work.undone),
              ...(worked === undefined ? {} : { detail: worked.name }),
            })
            return true
          })
  return { work, undo }
}

/** The step that the item's latest action changed. */
function latestWorked(item: ItemRow): ItemStep | undefined {
  const before = item.last?.beforeFacts?.steps ?? []
  return itemFacts(item).steps.find(({ stepId, revision }) =>
    before.some((step) => step.stepId === stepId && step.revision !== revision),
  )
}
