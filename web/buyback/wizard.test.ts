import { describe, expect, it } from 'vitest'
import { cartLine } from '#tests/support/cart-line.ts'
import { cents } from '#domain/kernel/money.ts'
import { cartBuybackOf } from './cart-buyback.ts'
import { answered, circuit, facts, payment, product, shipping } from '#tests/support/wizard-facts.ts'
import {
  answerQuestion,
  askedAnswers,
  askedQuestionnaire,
  chooseCircuit,
  chooseShipping,
  effectOfCircuit,
  effectOfModifier,
  estimateSoFar,
  isAnswered,
  offerOf,
  paymentModesOf,
  progressAfter,
  reachableScreen,
  screensOf,
  startProgress,
  stepOf,
  storeOf,
} from './wizard.ts'

describe('the screens of the wizard', () => {
  it('ask one question each, then the options, then make the offer (PUB-15)', () => {
    expect(screensOf(facts(), startProgress('product'))).toEqual([
      'question:screen',
      'question:body',
      'transport',
      'payment',
      'offer',
    ])
  })

  it('ask for the IMEI last, where the category collects it, and at a counter first', () => {
    const collected = facts({ imeiCollect: true })
    expect(screensOf(collected, startProgress('product')).slice(-2)).toEqual(['imei', 'offer'])
    const atCounter = { ...collected, asksStore: false, asksImeiFirst: true }
    expect(screensOf(atCounter, startProgress('product')).slice(0, 2)).toEqual(['imei', 'question:screen'])
    expect(screensOf(atCounter, startProgress('product')).at(-2)).toBe('payment')
  })

  it('ask nothing more once no answer leads to an offer, and nothing at all of a product without a price', () => {
    const prices = { grade_a: 20_000, grade_c: 0 }
    const broken = facts({ terms: { ...product().terms, prices } })
    expect(screensOf(broken, answered('screen-bad'))).toEqual(['question:screen', 'offer'])
    expect(screensOf(broken, answered('screen-good'))).toContain('payment')
    const unpriced = facts({ terms: { ...product().terms, prices: {} } })
    expect(screensOf(unpriced, startProgress('product'))).toEqual(['offer'])
    expect(offerOf(unpriced, startProgress('product'))).toEqual({ ok: false, error: 'PRICE_NOT_DEFINED' })
    const worthless = facts({ terms: { ...product().terms, prices: { grade_a: 0 } } })
    expect(screensOf(worthless, startProgress('product'))).toEqual(['offer'])
  })

  it('ask nothing of what the last answer makes pointless, and send nothing of it', () => {
    const [screen, body] = product().terms.questionnaire.questions
    const dead = { ...screen!, answers: screen!.answers.map((one) => ({ ...one, isLast: one.id === 'screen-bad' })) }
    const { terms } = product()
    const asked = facts({ terms: { ...terms, questionnaire: { id: 'q', questions: [dead, body!] } } })
    const changed = answered('screen-bad', 'body-bad')
    expect(screensOf(asked, changed)).toEqual(['question:screen', 'transport', 'payment', 'offer'])
    expect(askedAnswers(asked.product, changed.answers).map(({ answerId }) => answerId)).toEqual(['screen-bad'])
    expect(screensOf(asked, answered('screen-good', 'body-bad'))).toContain('question:body')
  })

  it('go on at a counter with what is worth nothing, where the account takes that', () => {
    const terms = { ...product().terms, prices: { grade_a: 0, grade_c: 0 } }
    const atCounter = { ...facts({ terms }), asksStore: false }
    expect(screensOf(atCounter, startProgress('product'))).toContain('payment')
    const refused = { ...facts({ terms, buybackZeroNotAllowed: true }), asksStore: false }
    expect(screensOf(refused, startProgress('product'))).toEqual(['offer'])
  })

  it('ask nothing about the condition of a simple product', () => {
    const simple = facts({ simple: true, terms: { ...product().terms, simple: true, prices: { functional: 5000 } } })
    expect(screensOf(simple, startProgress('product'))).toEqual(['transport', 'payment', 'offer'])
  })

  it('ask for the store where the product is brought to one, unless the customer stands in it', () => {
    const drop = facts({}, [circuit('drop', { type: 'web_drop' }), circuit('post')])
    const brought = chooseCircuit(drop, startProgress('product'), 'drop')
    expect(screensOf(drop, brought)).toContain('store')
    expect(screensOf(drop, chooseCircuit(drop, brought, 'post'))).not.toContain('store')
    expect(screensOf({ ...drop, asksStore: false }, brought)).not.toContain('store')
    expect(isAnswered('store', drop, brought)).toBe(false)
    const store = { id: 's', label: 'Lille' }
    expect(isAnswered('store', drop, { ...brought, store })).toBe(true)
    expect(storeOf(drop, { ...brought, store })).toEqual(store)
    expect(storeOf(drop, { ...chooseCircuit(drop, brought, 'post'), store })).toBeNull()
  })

  it('ask for the shipping method only where the circuit has several', () => {
    const two = circuit('two', { shippingMethods: [shipping('a', ['bank']), shipping('b', ['gift'])] })
    const one = facts({}, [circuit('one'), two])
    expect(screensOf(one, chooseCircuit(one, startProgress('product'), 'one'))).not.toContain('shipping')
    expect(screensOf(one, chooseCircuit(one, startProgress('product'), 'two'))).toContain('shipping')
  })

  it('belong to the steps declaration and options (PUB-13)', () => {
    expect([stepOf('imei'), stepOf('question:screen'), stepOf('transport'), stepOf('offer')]).toEqual([
      'declaration',
      'declaration',
      'options',
      'options',
    ])
  })
})

describe('a screen', () => {
  it.each([
    ['the first', startProgress('product'), 4, 0],
    ['the second once the first is answered', answered('screen-good'), 4, 1],
    ['an earlier one at any time', answered('screen-good', 'body-bad'), 0, 0],
    ['the first after all questions', answered('screen-good', 'body-bad'), 9, 2],
    ['the one whose answer is no longer asked', answered('screen-gone', 'body-bad'), 4, 0],
  ])('that is shown is %s', (_name, progress, wanted, shown) => {
    expect(reachableScreen(wanted, facts(), progress)).toBe(shown)
  })

  it('is the offer once everything is answered', () => {
    const progress = { ...answered('screen-good', 'body-good'), circuitId: 'post', paymentModeId: 'bank' }
    expect(reachableScreen(9, facts(), progress)).toBe(4)
  })
})

describe('an answer', () => {
  it('takes the place of the one given before, and leaves the others', () => {
    const progress = answerQuestion(answered('screen-good', 'body-good'), {
      questionId: 'screen',
      answerId: 'screen-bad',
    })
    expect(progress.answers).toEqual([
      { questionId: 'body', answerId: 'body-good' },
      { questionId: 'screen', answerId: 'screen-bad' },
    ])
  })

  it('about transport opens the payment again where the two do not go together', () => {
    const both = facts({}, [circuit('post'), circuit('drop', { paymentModes: [payment('bank')] })])
    const chosen = { ...startProgress('product'), circuitId: 'post', paymentModeId: 'gift' }
    expect(chooseCircuit(both, chosen, 'drop').paymentModeId).toBeNull()
    expect(chooseCircuit(both, { ...chosen, paymentModeId: 'bank' }, 'drop').paymentModeId).toBe('bank')
  })

  it('about shipping leaves the payment modes that go with it', () => {
    const two = facts({}, [circuit('two', { shippingMethods: [shipping('a', ['bank']), shipping('b', ['gift'])] })])
    const chosen = chooseShipping(two, { ...startProgress('product'), circuitId: 'two', paymentModeId: 'bank' }, 'b')
    expect(paymentModesOf(two, chosen).map(({ id }) => id)).toEqual(['gift'])
    expect(chosen.paymentModeId).toBeNull()
  })
})

describe('a product that was refused', () => {
  const drop = facts({}, [circuit('drop', { type: 'web_drop' })])
  const line = cartLine({
    transportMode: { id: 'drop', type: 'web_drop', label: 'Dépôt' },
    paymentMode: { id: 'bank', type: 'bank_transfer', label: 'Virement' },
    store: { id: 's', label: 'Lille' },
    declaration: { ...cartLine().declaration, responses: answered('screen-good', 'body-good').answers },
  })
  const screenAfter = (code: Parameters<typeof progressAfter>[1]) => {
    const progress = progressAfter(line, code)
    return screensOf(drop, progress)[reachableScreen(9, drop, progress)]
  }

  it('asks for the store again where that one takes no products any more', () => {
    expect(screenAfter('BUYBACK_STORE_UNKNOWN')).toBe('store')
  })

  it('keeps its store where that is not why', () => {
    expect(screenAfter('BUYBACK_QUESTIONS_CHANGED')).toBe('offer')
  })
})

describe('the effect of a choice', () => {
  const fixed = (value: number) => ({ type: 'fixed', value, cappedAmount: null }) as const
  const withFee = (id: string, value: number) => ({ ...shipping(id, ['bank']), modifier: fixed(value) })

  it('of a circuit is that of its shipping method too', () => {
    const collected = circuit('collect', { modifier: fixed(200), shippingMethods: [withFee('home', -500)] })
    expect(effectOfCircuit(cents(20_000), collected)).toEqual({ leastCents: -300, mostCents: -300 })
  })

  it('lies between two amounts where the shipping method is chosen afterwards', () => {
    const two = circuit('two', {
      modifier: fixed(-100),
      shippingMethods: [withFee('a', -500), shipping('b', ['bank'])],
    })
    expect(effectOfCircuit(cents(20_000), two)).toEqual({ leastCents: -600, mostCents: -100 })
  })

  it('is the circuit’s own while no shipping method of it is active', () => {
    const unshipped = circuit('unshipped', { modifier: fixed(-100), shippingMethods: [] })
    expect(effectOfCircuit(cents(20_000), unshipped)).toEqual({ leastCents: -100, mostCents: -100 })
  })

  it('of a payment mode is its bonus, and nothing on a price of 0', () => {
    const gift = payment('gift', 10)
    expect(effectOfModifier(cents(9000), 'payment_mode', gift.modifier)).toEqual({ leastCents: 900, mostCents: 900 })
    expect(effectOfModifier(cents(0), 'shipping_method', fixed(-500))).toEqual({ leastCents: 0, mostCents: 0 })
  })
})

describe('the price', () => {
  it('is not known before the first answer', () => {
    expect(estimateSoFar(product(), [])).toBeNull()
  })

  it('follows the answers given so far', () => {
    expect(estimateSoFar(product(), answered('screen-good').answers)?.priceCents).toBe(20_000)
    expect(estimateSoFar(product(), answered('screen-bad').answers)?.priceCents).toBe(9000)
    expect(estimateSoFar(product(), answered('screen-bad', 'body-bad').answers)?.priceCents).toBe(8000)
  })

  it('of a simple product is known at once', () => {
    const terms = { ...product().terms, simple: true, prices: { functional: 5000 } }
    expect(estimateSoFar(product({ simple: true, terms }), [])?.priceCents).toBe(5000)
  })

  it('is offered with each modifier in a line of its own', () => {
    const priced = facts({}, [circuit('post', { modifier: { type: 'fixed', value: -500, cappedAmount: null } })])
    const progress = { ...answered('screen-bad', 'body-good'), circuitId: 'post', paymentModeId: 'gift' }
    const offer = offerOf(priced, progress)
    expect(offer).toMatchObject({
      ok: true,
      value: {
        totalCents: 9400,
        lines: [
          { source: 'circuit', impactCents: -500 },
          { source: 'payment_mode', impactCents: 900 },
        ],
      },
    })
  })

  it('leaves aside what was answered to a question that is no longer asked', () => {
    const progress = {
      ...answered('screen-bad', 'battery-good', 'body-good'),
      circuitId: 'post',
      paymentModeId: 'bank',
    }
    expect(offerOf(facts(), progress)).toMatchObject({ ok: true, value: { totalCents: 9000 } })
    expect(askedAnswers(product(), progress.answers)).toEqual(answered('screen-bad', 'body-good').answers)
    expect(askedAnswers(product({ simple: true }), progress.answers)).toEqual([])
  })

  it('belongs to no questionnaire where nothing is asked any more', () => {
    const asksNothing = { ...product().terms, questionnaire: { id: '', questions: [] } }
    expect(askedQuestionnaire(product())).toBe('questions')
    expect(askedQuestionnaire(product({ terms: asksNothing }))).toBeNull()
    expect(askedQuestionnaire(product({ simple: true }))).toBeNull()
  })

  it.each([
    ['an answer is missing', answered('screen-good'), 'DIAGNOSTIC_UNANSWERED'],
    ['an answer is no longer known', answered('screen-good', 'body-gone'), 'DIAGNOSTIC_ANSWER_UNKNOWN'],
  ])('is not offered where %s', (_name, progress, error) => {
    expect(offerOf(facts(), { ...progress, circuitId: 'post', paymentModeId: 'bank' })).toEqual({ ok: false, error })
  })

  it('is not offered without its options, without a price, or below 0', () => {
    const all = { ...answered('screen-good', 'body-good'), circuitId: 'post', paymentModeId: 'bank' }
    expect(offerOf(facts(), { ...all, paymentModeId: null })).toEqual({ ok: false, error: 'OPTIONS_MISSING' })
    const unshipped = facts({}, [circuit('post', { shippingMethods: [] })])
    expect(offerOf(unshipped, all)).toEqual({ ok: false, error: 'OPTIONS_MISSING' })
    const unpriced = facts({ terms: { ...product().terms, prices: {} } })
    expect(offerOf(unpriced, all)).toEqual({ ok: false, error: 'PRICE_NOT_DEFINED' })
    const dear = facts({}, [circuit('post', { modifier: { type: 'fixed', value: -20_001, cappedAmount: null } })])
    expect(offerOf(dear, all)).toEqual({ ok: false, error: 'PRICE_BELOW_ZERO' })
  })
})

it('an offer goes into the cart with its declaration and the lines that the customer has read (CART-04, CART-05)', () => {
  const progress = {
    ...answered('screen-bad', 'battery-good', 'body-good'),
    circuitId: 'post',
    paymentModeId: 'bank',
    imei: '35',
  }
  const offer = offerOf(facts(), progress)
  if (!offer.ok) throw new Error(offer.error)
  const lines = [{ source: 'circuit', label: 'Envoi', valueCents: -100 }] as const
  expect(cartBuybackOf(facts(), progress, { inCartId: 'one', offer: offer.value, lines })).toMatchObject({
    inCartId: 'one',
    estimatedPrice: 9000,
    totalPrice: 9000,
    transportMode: { id: 'post', type: 'web_post', label: 'Circuit post' },
    shippingMethod: { id: 'post-ship' },
    paymentMode: { id: 'bank', type: 'bank_transfer' },
    impactPriceEntries: [{ source: 'circuit', label: 'Envoi', value: -100 }],
    warehouseId: null,
    declaration: {
      id: 'questions',
      grade: 'grade_c',
      imei: '35',
      responses: answered('screen-bad', 'body-good').answers,
      product: {
        id: 'product',
        label: 'iPhone 13',
        brand: 'Apple',
        modele: 'A2633',
        eanCode: '4006381333931',
        reference: 'IP13-128',
        image: null,
        category: { id: 'phones', label: 'Smartphones' },
      },
    },
  })
})
