import type { SeenPrices } from '#sync/calls/buyback.ts'
import type { CircuitOption, PublicProduct } from '#sync/calls/public-catalog.ts'
import { bankForm, customerForm } from './sale-world.ts'
import type { Tour, TourCaller } from './tour.ts'

/** What is declared of one of the demo's phones, and a circuit of its category with what goes with it. */
export async function saleOnTour(tour: Tour, by: TourCaller, channel: 'web' | 'store', types: readonly string[]) {
  const id = await tour.value(
    `select p.id from product p
     join category_question q on q.account_id = p.account_id and q.category_id = p.main_category_id
     join product_price c on c.account_id = p.account_id and c.product_id = p.id and c.grade = 'grade_a'
     where p.account_id = $1 and p.status = 'published' and not p.simple order by c.price_cents desc, p.id limit 1`,
    tour.accountId,
  )
  const product = await tour.call<PublicProduct>('get /api/public/products/{id}', 'visitor', { params: { id } })
  const query = `categoryId=${product.categoryId}&country=FR&channel=${channel}`
  const { circuits } = await tour.call<{ circuits: readonly CircuitOption[] }>('get /api/public/options', by, { query })
  const circuit = circuits.find(({ type }) => types.includes(type))
  if (circuit === undefined) throw new Error(`The demo has none of ${types.join()}`)
  const { questionnaire } = product.terms
  const mode = circuit.paymentModes[0]!
  return {
    productId: id,
    questionnaireId: questionnaire.id,
    answers: questionnaire.questions.map((one) => ({ questionId: one.id, answerId: one.answers[0]!.id })),
    circuitId: circuit.id,
    shippingMethodId: circuit.shippingMethods[0]!.id,
    paymentModeId: mode.id,
    customer: customerForm,
    ...(mode.type === 'bank_transfer' && { bank: bankForm }),
    termsAccepted: true,
  }
}

/** The same with the prices of today, which the refusal of wrong ones tells. */
export async function pricedOnTour<Body extends object>(
  tour: Tour,
  operation: string,
  by: TourCaller,
  body: Body,
  params = {},
) {
  const prices = { estimatedPriceCents: 1, impactPriceEntries: [], totalPriceCents: 1 }
  const { code, details } = await tour.refused(operation, by, { params, json: { ...body, prices } })
  if (details?.['current'] === undefined) throw new Error(`${operation} tells no prices: ${code}`)
  return { ...body, prices: details['current'] as SeenPrices }
}

/** Finds a customer again at the counter, as one who has agreed to it. */
export async function callFoundAgain(tour: Tour, by: TourCaller, id: string): Promise<void> {
  const contact = await tour.value('update customer set found_again_since = now() where id = $1 returning email', id)
  await tour.call('post /api/customers/found-again', by, { json: { contact } })
  await tour.call('post /api/customers/{id}/found-again', by, { params: { id }, json: { contact } })
}
