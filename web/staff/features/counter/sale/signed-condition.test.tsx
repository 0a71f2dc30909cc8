import { expect, it, vi } from 'vitest'
import { cents } from '#domain/kernel/money.ts'
import { startProgress, type Offer, type WizardFacts } from '#web/buyback/wizard.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { wizardProduct } from '#tests/support/wizard-product.ts'
import { SignedCondition } from './signed-condition.tsx'

it('what is signed says the grade, and each question that was answered with its answer', async () => {
  const product = wizardProduct()
  const { questions } = product.terms.questionnaire
  const [first, second] = questions
  if (first === undefined || second === undefined) throw new Error('no questions')
  const facts: WizardFacts = { product, circuits: [], asksStore: false }
  const answers = [
    { questionId: first.id, answerId: first.answers[0]!.id },
    { questionId: second.id, answerId: second.answers[1]!.id },
    // The catalog has left this question since.
    { questionId: 'gone', answerId: 'gone' },
  ]
  const offer: Offer = {
    estimate: { grade: 'grade_b', gradePriceCents: cents(9_000), priceCents: cents(9_000), lines: [] },
    lines: [],
    totalCents: cents(9_000),
  }
  const { place } = await drawScreen(
    <SignedCondition facts={facts} progress={{ ...startProgress(product.id), answers }} offer={offer} />,
    { texts: ['journey', 'counter'], language: 'en-GB' },
  )
  await vi.waitFor(() => expect(place.querySelectorAll('dl > div')).toHaveLength(2))
  expect(place.textContent).toContain('Very good condition')
  expect([...place.querySelectorAll('dl > div')].map((row) => [...row.children].map((one) => one.textContent))).toEqual(
    [
      [first.title, first.answers[0]!.name],
      [second.title, second.answers[1]!.name],
    ],
  )
})
