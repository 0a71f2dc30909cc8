import { describe, expect, it } from 'vitest'
import { newCategorySchema } from '#domain/catalog/category.schema.ts'
import { questionSchema } from '#domain/catalog/question.schema.ts'
import { writtenTemplate } from '#domain/catalog-files/client-templates/client-templates.ts'
import { languages } from '#domain/kernel/languages.ts'
import { clientTemplates } from '#domain/organization/client-template-keys.ts'
import { refurbQuestionBody, refurbStepBody } from './refurb.ts'

const id = '019a6410-0000-7000-8000-000000000001'
const issuesOf = ({ error }: { readonly error?: { readonly issues: readonly unknown[] } | undefined }) => error?.issues

const cases = clientTemplates.flatMap((key) => languages.map((language) => [key, language] as const))

describe.each(cases)('the template %s in %s holds the rules of what people write:', (key, language) => {
  const { categories, questions, refurb } = writtenTemplate(key, language)

  it('its categories, each below one that comes before it', () => {
    const before = new Set<string>()
    for (const { identifier, name, parent, weightGrams, lengthCm, widthCm, heightCm } of categories) {
      const body = {
        name,
        identifier,
        parentId: parent === null ? null : id,
        organizationId: id,
        description: null,
        childrenDescription: null,
        highlightedInstruction: null,
        defaultWeightGrams: weightGrams,
        defaultLengthCm: lengthCm,
        defaultWidthCm: widthCm,
        defaultHeightCm: heightCm,
        absorptionType: 'none',
        absorptionValue: null,
        absorptionMaxCents: null,
      }
      expect(issuesOf(newCategorySchema.safeParse(body)), identifier).toBeUndefined()
      expect(parent === null || before.has(parent), identifier).toBe(true)
      expect(before.has(identifier), identifier).toBe(false)
      before.add(identifier)
    }
  })

  it('its questions, each asked somewhere, some with an impact on the price', () => {
    for (const { title, howToTest, answers } of questions) {
      const described = answers.map((answer) => ({ ...answer, description: null }))
      const body = { title, howToTest, description: null, answers: described }
      expect(issuesOf(questionSchema.safeParse(body)), title).toBeUndefined()
    }
    const asked = new Set(categories.flatMap((category) => category.questions))
    expect([...asked].toSorted()).toEqual(questions.map((question) => question.key).toSorted())
    expect(questions.some(({ answers }) => answers.some(({ impact }) => impact.type !== 'none'))).toBe(true)
  })

  it('its workshop, each step of it due by some answer', () => {
    for (const { name, description } of refurb.steps)
      expect(issuesOf(refurbStepBody.safeParse({ name, description, stockId: id, costs: [] })), name).toBeUndefined()
    for (const { label, type, answers } of refurb.questions) {
      const body = { label, type, answers: answers.map((answer) => ({ label: answer.label, stepIds: [] })) }
      expect(issuesOf(refurbQuestionBody.safeParse(body)), label).toBeUndefined()
    }
    const due = new Set(refurb.questions.flatMap(({ answers }) => answers.flatMap(({ steps }) => steps)))
    expect([...due].toSorted()).toEqual(refurb.steps.map((step) => step.key).toSorted())
    expect(new Set(refurb.steps.map(({ name }) => name)).size).toBe(refurb.steps.length)
  })
})
