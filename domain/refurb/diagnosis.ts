import { fail, succeed, type Result } from '../kernel/result.ts'
import type { ItemError } from '../item/item-errors.ts'
import type { ItemState } from '../item/item-state.ts'
import type { ItemStatus } from '../item/item-status.ts'
import type { RefurbError } from './refurb-errors.ts'

/** An answer of a refurb question with the steps that it makes due. */
export interface RefurbAnswer {
  readonly id: string
  readonly label: string
  readonly stepIds: readonly string[]
}

/** A refurb question (REFURB-03): `unique` takes one answer, `multiple` any number. */
export interface RefurbQuestion {
  readonly id: string
  readonly label: string
  readonly type: 'unique' | 'multiple'
  readonly answers: readonly RefurbAnswer[]
}

/** A refurb step as the account defines it (REFURB-07 to REFURB-09); costs are integer cents. */
export interface RefurbStep {
  readonly id: string
  readonly name: string
  readonly stockId: string
  readonly costs: readonly { readonly warehouseId: string; readonly costCents: number }[]
  /** Only who manages the warehouse cancels it, such as the erasure of a customer's data. */
  readonly managerCancels?: boolean | undefined
}

/** The answers to one question. */
export interface RefurbChoice {
  readonly questionId: string
  readonly answerIds: readonly string[]
}

/**
 * The answers to one question as they were worded when the diagnosis ended, regardless of later changes of the
 * question. Wordings are absent from a diagnosis that an earlier release ended, and null where that release had lost
 * them.
 */
export interface WordedChoice extends RefurbChoice {
  readonly label?: string | null
  /** In the order of `answerIds`. */
  readonly answerLabels?: readonly (string | null)[]
}

const diagnosable: readonly ItemStatus[] = [
  'item_completed',
  'item_completed_by_price',
  'item_completed_with_absorption',
  'item_completed_with_negociation',
]
const diagnosed: readonly ItemStatus[] = [
  'item_refurb_diagnostic_in_progress',
  'item_refurb_in_progress',
  'item_refurb_completed',
]

/** Decides the start of a diagnosis (REFURB-13; lifecycle, row «start refurb diagnosis»). */
export function decideDiagnosisStart(item: ItemState): Result<ItemState, ItemError | RefurbError> {
  if (diagnosed.includes(item.status)) return fail('REFURB_ALREADY_DIAGNOSED')
  if (!diagnosable.includes(item.status)) return fail('ITEM_STATUS_NOT_ELIGIBLE')
  return succeed({ ...item, status: 'item_refurb_diagnostic_in_progress' })
}

/** The steps that answers make due, each once, in the order of questions and answers; every question is answered. */
export function stepsDue(
  questions: readonly RefurbQuestion[],
  choices: readonly RefurbChoice[],
): Result<readonly string[], RefurbError> {
  const byQuestion = new Map(choices.map(({ questionId, answerIds }) => [questionId, answerIds]))
  const known = new Set(questions.map(({ id }) => id))
  if (byQuestion.size !== choices.length || [...byQuestion.keys()].some((id) => !known.has(id)))
    return fail('REFURB_ANSWER_UNKNOWN')
  const due = new Set<string>()
  for (const question of questions) {
    const answerIds = byQuestion.get(question.id)
    if (answerIds === undefined) return fail('REFURB_UNANSWERED')
    if (question.type === 'unique' && answerIds.length !== 1) return fail('REFURB_ONE_ANSWER')
    const answers = question.answers.filter(({ id }) => answerIds.includes(id))
    if (answers.length !== answerIds.length) return fail('REFURB_ANSWER_UNKNOWN')
    for (const { stepIds } of answers) for (const stepId of stepIds) due.add(stepId)
  }
  return succeed([...due])
}

/** Adds the present wording of questions and answers to choices. */
export function withCurrentWording(
  questions: readonly RefurbQuestion[],
  choices: readonly RefurbChoice[],
): readonly WordedChoice[] {
  return choices.map(({ questionId, answerIds }) => {
    const question = questions.find(({ id }) => id === questionId)
    const labelOf = (answerId: string) => question?.answers.find(({ id }) => id === answerId)?.label ?? null
    return { questionId, answerIds, label: question?.label ?? null, answerLabels: answerIds.map(labelOf) }
  })
}

/** Where a finalised diagnosis puts an item. */
export interface DiagnosisPlace {
  readonly chosenStockId: string
  readonly completedStockId: string
  readonly hasSteps: boolean
}

/** Decides the end of a diagnosis (lifecycle, row «finalise refurb diagnosis»). */
export function decideDiagnosisEnd(item: ItemState, place: DiagnosisPlace): Result<ItemState, RefurbError> {
  if (item.status !== 'item_refurb_diagnostic_in_progress') return fail('REFURB_NOT_STARTED')
  if (!place.hasSteps) return succeed({ ...item, status: 'item_refurb_completed', stockId: place.completedStockId })
  return succeed({ ...item, status: 'item_refurb_in_progress', stockId: place.chosenStockId })
}
