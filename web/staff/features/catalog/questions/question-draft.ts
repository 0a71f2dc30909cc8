import type * as z from 'zod'
import type { AnswerGrade } from '#domain/catalog/grade.ts'
import type { PriceImpact } from '#domain/catalog/price-impact.ts'
import { questionSchema } from '#domain/catalog/question.schema.ts'
import type { Translations } from '#domain/kernel/translations.ts'
import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import { sentTexts } from '#web/staff/ui/form/translated-draft.ts'
import type { QuestionAnswer } from '#sync/calls/question.ts'

/** What an answer does to the price, as its form says it. */
export const effects = ['none', 'percentageDown', 'percentageUp', 'amountDown', 'amountUp'] as const
export type Effect = (typeof effects)[number]

/** What was typed into a field of numbers: a number, or text that is none yet. */
type Typed = string | number

/** An answer as it is being written. */
export interface AnswerDraft {
  /** Tells the answers apart; new ones have no id yet. */
  readonly key: string
  readonly id: string | null
  readonly name: string
  readonly description: string
  readonly translations: Translations
  readonly bestGrade: AnswerGrade
  readonly effect: Effect
  /** Percent, or an amount in whole units. */
  readonly size: Typed
  /** The highest amount that a percentage may result in, in whole units; empty for no limit. */
  readonly cap: Typed
  /** Whether no question is asked after this answer. */
  readonly isLast: boolean
}

/** A question as it is being written. */
export interface QuestionDraft {
  readonly title: string
  readonly howToTest: string
  readonly description: string
  readonly translations: Translations
  readonly answers: readonly AnswerDraft[]
}

/** What is wrong with fields, as their schema says it, by their dotted path; an amount has its faults at `percent`. */
export type QuestionFaults = ReadonlyMap<string, string>

/** An answer about nothing yet. */
export const newAnswer = (): AnswerDraft => ({
  key: crypto.randomUUID(),
  id: null,
  name: '',
  description: '',
  translations: {},
  bestGrade: 'grade_a',
  effect: 'none',
  size: '',
  cap: '',
  isLast: false,
})

/** A question as its form begins: one that is there, or a new one with two answers. */
export function draftOf(question: QuestionAnswer | null): QuestionDraft {
  if (question === null)
    return { title: '', howToTest: '', description: '', translations: {}, answers: [newAnswer(), newAnswer()] }
  const { title, howToTest, description, translations, answers } = question
  return {
    title,
    howToTest: howToTest ?? '',
    description: description ?? '',
    translations,
    answers: answers.map(({ id, name, description: text, translations: texts, bestGrade, impact, isLast = false }) => ({
      key: id,
      id,
      name,
      description: text ?? '',
      translations: texts,
      bestGrade,
      ...effectOf(impact),
      isLast,
    })),
  }
}

/** What is sent of a draft, or which of its fields have to be mended. */
export function checkQuestion(draft: QuestionDraft): Result<z.output<typeof questionSchema>, QuestionFaults> {
  const parsed = questionSchema.safeParse({
    ...draft,
    translations: sentTexts(draft.translations),
    answers: draft.answers.map(({ id, name, description, translations, bestGrade, isLast, ...rest }) => ({
      ...(id === null ? {} : { id }),
      name,
      description,
      translations: sentTexts(translations),
      bestGrade,
      impact: impactOf(rest),
      isLast,
    })),
  })
  if (parsed.success) return succeed(parsed.data)
  const faults = parsed.error.issues.map(({ path, message }) => [pathOf(path), message] as const)
  return fail(new Map(faults.toReversed()))
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.join('.').replace('.amountCents', '.percent')
}

function effectOf(impact: PriceImpact): Pick<AnswerDraft, 'effect' | 'size' | 'cap'> {
  switch (impact.type) {
    case 'none':
      return { effect: 'none', size: '', cap: '' }
    case 'percentage':
      return {
        effect: impact.percent < 0 ? 'percentageDown' : 'percentageUp',
        size: Math.abs(impact.percent),
        cap: impact.capCents === null ? '' : Math.abs(impact.capCents) / 100,
      }
    case 'amount':
      return {
        effect: impact.amountCents < 0 ? 'amountDown' : 'amountUp',
        size: Math.abs(impact.amountCents) / 100,
        cap: '',
      }
  }
}

function impactOf({ effect, size, cap }: Pick<AnswerDraft, 'effect' | 'size' | 'cap'>): unknown {
  const sign = effect === 'percentageDown' || effect === 'amountDown' ? -1 : 1
  switch (effect) {
    case 'none':
      return { type: 'none' }
    case 'percentageDown':
    case 'percentageUp':
      return {
        type: 'percentage',
        percent: size === '' ? null : sign * sizeOf(size),
        capCents: cap === '' ? null : sign * centsOf(cap),
      }
    case 'amountDown':
    case 'amountUp':
      return { type: 'amount', amountCents: size === '' ? null : sign * centsOf(size) }
  }
}

// The effect names the direction: a size with a sign of its own would turn it round.
function sizeOf(typed: Typed): number {
  const size = Number(typed)
  return size < 0 ? NaN : size
}

function centsOf(amount: Typed): number {
  return Math.round(sizeOf(amount) * 100)
}
