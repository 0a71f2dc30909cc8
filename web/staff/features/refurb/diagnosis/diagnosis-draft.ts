import * as z from 'zod'
import { textLimits } from '#domain/kernel/text-limits.ts'
import type { RefurbChoice, RefurbQuestion } from '#domain/refurb/diagnosis.ts'
import { refurbCosts, type ItemStep } from '#domain/refurb/refurb-step.ts'
import { stepsOfDiagnosis } from '#domain/refurb/steps-of-diagnosis.ts'
import type { Config } from '#sync/wire/pull.ts'

const draftSchema = z.object({
  answers: z.record(z.string(), z.array(z.string())),
  /** Place of the question that is asked. */
  at: z.int().min(0),
  stockId: z.string().nullable(),
  comment: z.string().max(textLimits.comment),
  /** The operation that started the diagnosis; absent from a draft of before. */
  startOpId: z.string().optional(),
})

/** A diagnosis as far as it has come; a question without an entry has not been asked yet. */
export type DiagnosisDraft = z.output<typeof draftSchema>

/** A diagnosis that has just begun. */
export const emptyDraft: DiagnosisDraft = { answers: {}, at: 0, stockId: null, comment: '' }

/**
 * Reads a stored draft; what no longer belongs to the questions of today is left out. One of another start, which has
 * been taken back since, is none: its answers are not this diagnosis's.
 */
export function readDraft(value: unknown, questions: readonly RefurbQuestion[], startOpId?: string): DiagnosisDraft {
  const parsed = draftSchema.safeParse(value)
  if (!parsed.success) return emptyDraft
  const isOfAnother = startOpId !== undefined && (parsed.data.startOpId ?? startOpId) !== startOpId
  return isOfAnother ? emptyDraft : fitDraft(parsed.data, questions)
}

/** Takes answers away that the questions do not have, as after a change of the questions. */
export function fitDraft(draft: DiagnosisDraft, questions: readonly RefurbQuestion[]): DiagnosisDraft {
  const kept = questions.flatMap((question) => {
    const given = draft.answers[question.id]
    if (given === undefined) return []
    const known = question.answers.map(({ id }) => id).filter((id) => given.includes(id))
    if (question.type === 'unique' && known.length !== 1) return []
    return [[question.id, known] as const]
  })
  return { ...draft, answers: Object.fromEntries(kept), at: Math.min(draft.at, Math.max(0, questions.length - 1)) }
}

/** Gives an answer: a unique question takes the last one given, a multiple one takes it or takes it back. */
export function choose(draft: DiagnosisDraft, question: RefurbQuestion, answerId: string): DiagnosisDraft {
  const given = draft.answers[question.id] ?? []
  const next =
    question.type === 'unique'
      ? [answerId]
      : given.includes(answerId)
        ? given.filter((id) => id !== answerId)
        : [...given, answerId]
  return { ...draft, answers: { ...draft.answers, [question.id]: next } }
}

/** Passes a question: a multiple one without an answer counts as answered with none. */
export function pass(draft: DiagnosisDraft, question: RefurbQuestion): DiagnosisDraft | null {
  const given = draft.answers[question.id]
  if (question.type === 'unique' && given === undefined) return null
  return { ...draft, answers: { ...draft.answers, [question.id]: given ?? [] } }
}

/** Place of the first question without an answer; null when each has one. */
export function firstOpen(questions: readonly RefurbQuestion[], { answers }: DiagnosisDraft): number | null {
  const at = questions.findIndex(({ id }) => answers[id] === undefined)
  return at === -1 ? null : at
}

/** The answers in the order of the questions. */
export function choicesOf(questions: readonly RefurbQuestion[], { answers }: DiagnosisDraft): readonly RefurbChoice[] {
  return questions.flatMap(({ id }) => {
    const answerIds = answers[id]
    return answerIds === undefined ? [] : [{ questionId: id, answerIds }]
  })
}

/** The questions as they were asked, of their answers those alone that were given. */
export function askedOf(questions: readonly RefurbQuestion[], draft: DiagnosisDraft) {
  return questions.map(({ id, label, type, answers }) => ({
    id,
    label,
    type,
    answers: answers
      .filter((answer) => draft.answers[id]?.includes(answer.id))
      .map((answer) => ({ id: answer.id, label: answer.label, stepIds: [...answer.stepIds] })),
  }))
}

/** What the answers lead to: the steps with their costs here, or why they lead nowhere yet. */
export type Plan =
  | { readonly ok: true; readonly steps: readonly ItemStep[]; readonly plannedCents: number }
  | { readonly ok: false; readonly code: string }

/** Plans as the finalised diagnosis will. */
export function planOf(
  questions: readonly RefurbQuestion[],
  config: Pick<Config, 'refurbSteps' | 'stocks'>,
  draft: DiagnosisDraft,
  warehouseId: string,
): Plan {
  const { refurbSteps = [], stocks } = config
  const usual = stocks.find((stock) => stock.warehouseId === warehouseId && stock.native === 'to_refurbish')
  const planned = stepsOfDiagnosis({ questions, steps: refurbSteps }, choicesOf(questions, draft), {
    warehouseId,
    usualStockId: usual?.id ?? '',
    stock: (stockId) => stocks.find(({ id }) => id === stockId),
  })
  if (!planned.ok) return { ok: false, code: planned.error }
  return { ok: true, steps: planned.value, plannedCents: refurbCosts(planned.value).plannedCents }
}
