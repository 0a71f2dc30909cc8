import type { PriceImpact } from '../../catalog/price-impact.ts'
import type { answerGrades } from '../../catalog/grade.ts'
import type { Words } from '../../kernel/words.ts'

/** A category of a template; its questions by their keys. */
export interface TemplateCategory {
  readonly identifier: string
  readonly name: Words
  /** Identifier of the category above it, which comes before it. */
  readonly parent: string | null
  readonly weightGrams?: number
  readonly sizeCm?: readonly [length: number, width: number, height: number]
  readonly questions?: readonly string[]
}

/** An answer with the best grade that it allows and what it does to the price. */
export interface TemplateAnswer {
  readonly name: Words
  readonly best: (typeof answerGrades)[number]
  readonly impact?: PriceImpact
}

/** A diagnostic question of a template. */
export interface TemplateQuestion {
  readonly title: Words
  readonly howToTest: Words
  readonly answers: readonly TemplateAnswer[]
}

/** A refurb step of a template. */
export interface TemplateStep {
  readonly name: Words
  readonly description: Words
}

/** A refurb question; its answers make steps due, by their keys. */
export interface TemplateRefurbQuestion {
  readonly label: Words
  readonly type: 'unique' | 'multiple'
  readonly answers: readonly { readonly label: Words; readonly steps: readonly string[] }[]
}

/** What a client of a sector begins with. */
export interface ClientTemplate {
  readonly categories: readonly TemplateCategory[]
  readonly questions: Readonly<Record<string, TemplateQuestion>>
  readonly steps: Readonly<Record<string, TemplateStep>>
  readonly refurbQuestions: readonly TemplateRefurbQuestion[]
}

/** A percentage of the grade's price, limited to an amount in cents. */
export function percent(value: number, capCents: number | null = null): PriceImpact {
  return { type: 'percentage', percent: value, capCents }
}

/** An amount in cents. */
export function amount(amountCents: number): PriceImpact {
  return { type: 'amount', amountCents }
}
