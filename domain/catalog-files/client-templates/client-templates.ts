import type { AnswerGrade } from '../../catalog/grade.ts'
import type { PriceImpact } from '../../catalog/price-impact.ts'
import type { Language } from '../../kernel/languages.ts'
import type { Translations } from '../../kernel/translations.ts'
import { translationsOfWords, wordsIn, type Words } from '../../kernel/words.ts'
import type { ClientTemplateKey } from '../../organization/client-template-keys.ts'
import { bikes } from './bikes.ts'
import type { ClientTemplate } from './client-template.ts'
import { computers } from './computers.ts'
import { phones } from './phones.ts'
import type { RefurbPlan } from './refurb-plan.ts'

const templates: Readonly<Record<ClientTemplateKey, ClientTemplate>> = { phones, computers, bikes }

/** A template in one language, with what customers read of it in the others. */
export interface WrittenTemplate {
  /** Parents before what stands in them. */
  readonly categories: readonly {
    readonly identifier: string
    readonly name: string
    readonly translations: Translations<'name'>
    readonly parent: string | null
    readonly weightGrams: number | null
    readonly lengthCm: number | null
    readonly widthCm: number | null
    readonly heightCm: number | null
    /** Keys of its questions in their order. */
    readonly questions: readonly string[]
  }[]
  readonly questions: readonly {
    readonly key: string
    readonly title: string
    readonly howToTest: string
    readonly translations: Translations<'title' | 'howToTest'>
    readonly answers: readonly {
      readonly name: string
      readonly translations: Translations<'name'>
      readonly bestGrade: AnswerGrade
      readonly impact: PriceImpact
    }[]
  }[]
  readonly refurb: RefurbPlan
}

const bench: Words = ['Atelier', 'Workbench', 'Werkplaats', 'Werkstatt']

/** Name of the stock in which the steps of a plan are worked on. */
export function benchName(language: Language): string {
  return wordsIn(bench, language)
}

/** What a client of a sector begins with, in its language. */
export function writtenTemplate(key: ClientTemplateKey, language: Language): WrittenTemplate {
  const { categories, questions, steps, refurbQuestions } = templates[key]
  const say = (words: Words): string => wordsIn(words, language)
  return {
    categories: categories.map(({ identifier, name, parent, weightGrams, sizeCm, questions: asked }) => ({
      identifier,
      name: say(name),
      translations: translationsOfWords({ name }, language),
      parent,
      weightGrams: weightGrams ?? null,
      lengthCm: sizeCm?.[0] ?? null,
      widthCm: sizeCm?.[1] ?? null,
      heightCm: sizeCm?.[2] ?? null,
      questions: asked ?? [],
    })),
    questions: Object.entries(questions).map(([name, question]) => ({
      key: name,
      title: say(question.title),
      howToTest: say(question.howToTest),
      translations: translationsOfWords({ title: question.title, howToTest: question.howToTest }, language),
      answers: question.answers.map((answer) => ({
        name: say(answer.name),
        translations: translationsOfWords({ name: answer.name }, language),
        bestGrade: answer.best,
        impact: answer.impact ?? { type: 'none' },
      })),
    })),
    refurb: {
      bench: benchName(language),
      steps: Object.entries(steps).map(([name, step]) => ({
        key: name,
        name: say(step.name),
        description: say(step.description),
      })),
      questions: refurbQuestions.map(({ label, type, answers }) => ({
        label: say(label),
        type,
        answers: answers.map((answer) => ({ label: say(answer.label), steps: answer.steps })),
      })),
    },
  }
}
