import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerGrades, grades } from '../catalog/grade.ts'
import { impactOn, type PriceImpact } from '../catalog/price-impact.ts'
import type { Questionnaire } from '../catalog/questionnaire.ts'
import { cents, percentOf } from '../kernel/money.ts'
import { comparePrices } from '../compliance/controlled-price.ts'
import { validatedAt } from '../compliance/compliance.ts'
import { absorbed, allowedAbsorption, type AbsorptionRule } from './absorption.ts'
import type { Declaration } from './declaration.ts'
import { estimate, type GradePrices } from '#domain/catalog/estimate.ts'
import { modifierLines, modifierSources, paymentFor, type Modifier } from './modifiers.ts'

const amount = fc.integer({ min: 0, max: 500_000 }).map(cents)
const percent = fc.integer({ min: -20_000, max: 20_000 }).map((hundredths) => hundredths / 100)
const cap = fc.option(fc.integer({ min: -50_000, max: 50_000 }))
const impact: fc.Arbitrary<PriceImpact> = fc.oneof(
  fc.constant({ type: 'none' as const }),
  fc.record({ type: fc.constant('percentage' as const), percent, capCents: cap }),
  fc.record({ type: fc.constant('amount' as const), amountCents: fc.integer({ min: -200_000, max: 200_000 }) }),
)
const modifiers: fc.Arbitrary<readonly Modifier[]> = fc.array(
  fc.record({ source: fc.constantFrom(...modifierSources), label: fc.constant('x'), impact }),
  { maxLength: 5 },
)
const absorption: fc.Arbitrary<AbsorptionRule | null> = fc.option(
  fc.record({
    type: fc.constantFrom('percentage_declared' as const, 'percentage_controlled' as const, 'value' as const),
    value: fc.integer({ min: 0, max: 200 }),
    maxCents: fc.option(fc.integer({ min: 0, max: 20_000 })),
  }),
)
const prices: fc.Arbitrary<GradePrices> = fc.dictionary(fc.constantFrom(...grades), amount)

/** A questionnaire of up to four questions, with two sets of answers to it. */
const answered = fc
  .array(fc.array(fc.record({ bestGrade: fc.constantFrom(...answerGrades), impact }), { minLength: 1, maxLength: 4 }), {
    maxLength: 4,
  })
  .chain((drawn) => {
    const questions = drawn.map((answers, at) => ({
      id: `q${at}`,
      title: 'Q',
      answers: answers.map((answer, n) => ({ id: `q${at}a${n}`, name: 'A', ...answer })),
    }))
    const chosen = fc.tuple(
      ...questions.map(({ id, answers }) =>
        fc.constantFrom(...answers).map((answer) => ({ questionId: id, answerId: answer.id })),
      ),
    )
    const questionnaire: Questionnaire = { id: 'n', questions }
    return fc.record({ questionnaire: fc.constant(questionnaire), declared: chosen, controlled: chosen })
  })

describe('any price', () => {
  it('rounds a percentage by half a cent at most, alike above and below zero', () => {
    fc.assert(
      fc.property(amount, percent, (price, share) => {
        expect(Math.abs(percentOf(price, share) - (price * share) / 100)).toBeLessThanOrEqual(0.500_001)
        expect(percentOf(price, -share) + percentOf(price, share)).toBe(0)
      }),
    )
  })

  it('takes no more than its cap', () => {
    fc.assert(
      fc.property(amount, percent, fc.integer({ min: -50_000, max: 50_000 }), (price, share, capCents) => {
        const found = impactOn(price, { type: 'percentage', percent: share, capCents })
        expect(Math.abs(found)).toBeLessThanOrEqual(Math.abs(capCents))
      }),
    )
  })

  it('is never negative, whatever the answers take off', () => {
    fc.assert(
      fc.property(answered, prices, ({ questionnaire, declared }, priced) => {
        const terms = { productId: 'p', simple: false, prices: priced, questionnaire }
        const found = estimate(terms, declared, 'zero')
        if (!found.ok) throw new Error(found.error)
        const { priceCents, gradePriceCents, lines, grade } = found.value
        expect(priceCents).toBeGreaterThanOrEqual(0)
        const sum = lines.reduce((total, { impactCents }) => total + impactCents, gradePriceCents as number)
        expect(priceCents).toBe(Math.max(0, sum))
        const offered = estimate(terms, declared, 'refused')
        expect(offered.ok).toBe(priced[grade] !== undefined)
      }),
    )
  })

  it('is paid with modifiers that do not see each other, never below zero, and nothing for nothing', () => {
    fc.assert(
      fc.property(amount, modifiers, (price, all) => {
        const lines = modifierLines(price, all)
        expect(lines).toHaveLength(price === 0 ? 0 : all.length)
        const alone = all.reduce((sum, each) => sum + impactOn(price, each.impact), price as number)
        expect(paymentFor(price, all)).toBe(price === 0 ? 0 : Math.max(0, alone))
        expect(paymentFor(price, all.toReversed())).toBe(paymentFor(price, all))
      }),
    )
  })
})

describe('any absorption', () => {
  it('covers the whole difference or nothing, and never more than it may', () => {
    fc.assert(
      fc.property(absorption, amount, amount, (rule, declared, controlled) => {
        const allowed = allowedAbsorption(rule, declared, controlled)
        const covered = absorbed(rule, declared, controlled)
        expect(allowed).toBeGreaterThanOrEqual(0)
        if (rule?.maxCents != null) expect(allowed).toBeLessThanOrEqual(rule.maxCents)
        expect([0, declared - controlled]).toContain(covered)
        expect(covered).toBeLessThanOrEqual(allowed)
        expect(covered).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('any comparison of two conditions', () => {
  it('never tells the customer more than was declared, nor less without asking', () => {
    fc.assert(
      fc.property(answered, prices, absorption, modifiers, (asked, priced, rule, all) => {
        const { questionnaire, declared, controlled } = asked
        const terms = { productId: 'p', simple: false, prices: priced, questionnaire }
        const first = estimate(terms, declared, 'zero')
        if (!first.ok) throw new Error(first.error)
        const { grade, priceCents } = first.value
        const declaration: Declaration = {
          productId: 'p',
          simple: false,
          prices: priced,
          questionnaireId: 'n',
          answers: declared,
          grade,
          priceCents,
          absorption: rule,
          modifiers: all,
        }
        const compared = comparePrices(declaration, { terms, answers: controlled }, terms)
        if (!compared.ok) throw new Error(compared.error)
        const { toldCents, isProposal, controlledCents, absorbedCents, differenceCents, lines } = compared.value
        expect(toldCents).toBeLessThanOrEqual(priceCents)
        expect(toldCents).toBe(isProposal ? controlledCents : priceCents)
        expect(isProposal).toBe(controlledCents < priceCents && absorbedCents === 0)
        expect(differenceCents).toBe(controlledCents - priceCents)
        if (absorbedCents > 0) expect(absorbedCents).toBe(priceCents - controlledCents)
        for (const line of lines)
          if (line.declaredCents !== null) expect(line.differenceCents).toBe(line.controlledCents - line.declaredCents)
        const paid = validatedAt(declaration, grade, toldCents)
        expect(paid.paymentCents).toBeGreaterThanOrEqual(0)
        expect(paid.paymentCents).toBe(paymentFor(toldCents, all))
      }),
    )
  })
})
