import { expect, it } from 'vitest'
import { estimate } from '#domain/catalog/estimate.ts'
import type { QuestionAnswer } from '#domain/catalog/questionnaire.ts'
import { demoCategories, demoQuestions, type DemoCategory } from './categories.ts'
import { demoProducts, pricesOf } from './products.ts'
import { createRandom } from './random.ts'

type Key = keyof typeof demoQuestions

function answersOf(key: Key): readonly QuestionAnswer[] {
  return demoQuestions[key].answers.map((answer) => {
    const [type, size = 0, cap] = 'impact' in answer ? answer.impact : ([] as const)
    const impact =
      type === 'percentage'
        ? { type, percent: size, capCents: cap ?? null }
        : type === 'amount'
          ? { type, amountCents: size }
          : { type: 'none' as const }
    return { id: answer.name, name: answer.name, bestGrade: answer.best, impact }
  })
}

/** Each way to answer questions, as the ids of the answers in the order of the questions. */
const everyWay = (keys: readonly Key[]): readonly (readonly string[])[] =>
  keys.reduce<readonly (readonly string[])[]>(
    (ways, key) => ways.flatMap((way) => answersOf(key).map(({ id }) => [...way, id])),
    [[]],
  )

const products = demoProducts(createRandom(1))
const asked = demoCategories.filter(
  (each): each is DemoCategory & { readonly questions: readonly Key[] } =>
    each.questions?.includes('power') === true &&
    products.some(({ category, simple }) => category === each.identifier && !simple),
)

it.each(asked)(
  'a product of $name that does not switch on is worth less than one of which a function is broken',
  (of) => {
    const keys = of.questions
    const questionnaire = { id: 'q', questions: keys.map((key) => ({ id: key, title: key, answers: answersOf(key) })) }
    const [, broken, dead] = answersOf('power')
    const others = keys.filter((key) => key !== 'power')
    const own = products.filter(({ category, simple }) => category === of.identifier && !simple)
    const byPrice = own.toSorted((one, other) => one.priceCents - other.priceCents)
    for (const product of [byPrice[0]!, byPrice.at(-1)!]) {
      const prices = Object.fromEntries(pricesOf(product).map(({ grade, priceCents }) => [grade, priceCents]))
      const terms = { productId: 'p', simple: false, prices, questionnaire }
      for (const way of everyWay(others)) {
        const worth = (power: string): number => {
          const chosen = [
            { questionId: 'power', answerId: power },
            ...others.map((questionId, at) => ({ questionId, answerId: way[at]! })),
          ]
          const found = estimate(terms, chosen, 'refused')
          if (!found.ok) throw new Error(found.error)
          return found.value.priceCents
        }
        const [less, more] = [worth(dead!.id), worth(broken!.id)]
        if (more > 0) expect(less, `${product.label}: ${way.join(', ')}`).toBeLessThan(more)
      }
    }
  },
)
