import { describe, expect, it } from 'vitest'
import { cartLine } from '#tests/support/cart-line.ts'
import { storageOf } from '#tests/support/storage-of.ts'
import type { CartBuyback } from '#domain/cart/cart.ts'
import { CallError } from '#web/lib/http.ts'
import {
  confirmLines,
  findCheckout,
  forgetCheckout,
  keepCheckout,
  leaveCheckout,
  withdrawAll,
  withdrawLine,
  type CheckoutRecord,
} from './checkout-record.ts'
import { sendCart, type SellerBody, type SoldCart } from './checkout.ts'

const seller: SellerBody = {
  customer: {
    clientLastname: 'Martin',
    clientFirstname: 'Anna',
    clientEmail: 'anna.martin@exemple.fr',
    clientPhone: '+33612345678',
    clientStreet: '12 rue des Lilas',
    clientZipCode: '59000',
    clientCity: 'Lille',
    clientCountry: 'FR',
  },
  language: 'fr-FR',
  termsAccepted: true,
}

const line = (inCartId: string): CartBuyback =>
  cartLine({ inCartId, shippingMethod: { id: 's', type: 'web_post', label: 'Colis' }, totalPrice: 10_100 })
const cart = (...ids: string[]) => ({ cartId: 'cart', cartBuybacks: ids.map(line) })

const refusal = (code: string, details: unknown = null, status = 422) =>
  new CallError('refused', { code, status, details })
const offline = new CallError('offline', { code: 'NETWORK_UNREACHABLE', status: 0 })

/** A server as far as carts go: lines wait under their cart until it is validated, once. */
function serverOf(record: CheckoutRecord | null = null) {
  const waiting = new Map<string, Set<string>>()
  const sold = new Map<string, SoldCart>()
  const calls: string[] = []
  const storage = storageOf()
  if (record !== null) keepCheckout(storage, record)
  const state = {
    ids: 0,
    fail: (_call: string): CallError | null => null,
    lose: (_call: string): boolean => false,
  }
  const during = async <T>(call: string, work: () => T): Promise<T> => {
    calls.push(call)
    const failure = state.fail(call)
    if (failure !== null) throw failure
    const answer = work()
    if (state.lose(call)) throw offline
    return answer
  }
  const deps: Parameters<typeof sendCart>[0] = {
    post: ({ cartId = '', inCartId = '' }) =>
      during(`post ${cartId} ${inCartId}`, () => {
        if (sold.has(cartId) && !waiting.get(cartId)?.has(inCartId)) throw refusal('CART_ALREADY_VALIDATED')
        waiting.set(cartId, new Set(waiting.get(cartId)).add(inCartId))
      }),
    validate: (cartId) =>
      during(`validate ${cartId}`, () => {
        const lines = waiting.get(cartId)
        if (lines === undefined) throw refusal('REQUEST_NOT_FOUND', null, 404)
        const known = sold.get(cartId) ?? {
          cartId,
          totalPriceCents: 0,
          buybacks: [...lines].map((inCartId) => ({
            id: `b-${inCartId}`,
            inCartId,
            identificationNumber: '1',
            totalPriceCents: 0,
            trackingToken: 't',
          })),
        }
        sold.set(cartId, known)
        return known
      }),
    findRecord: () => findCheckout(storage),
    keepRecord: (next) => keepCheckout(storage, next),
    newId: () => `fresh-${(state.ids += 1)}`,
    onLine: () => undefined,
  }
  const soldLines = (): string[] => [...sold.values()].flatMap(({ buybacks }) => buybacks.map((one) => one.inCartId))
  return { deps, state, storage, calls, sold, soldLines }
}

/** The customer confirms what is in the cart, and it is sent. */
function press(
  { deps, storage }: Pick<ReturnType<typeof serverOf>, 'deps' | 'storage'>,
  ...[pressed, ...by]: readonly [ReturnType<typeof cart>, SellerBody | null]
) {
  const ids = pressed.cartBuybacks.map(({ inCartId }) => inCartId)
  confirmLines(storage, pressed.cartId, ids)
  return sendCart(deps, pressed, ...by)
}

describe('sending a cart', () => {
  it('posts each line under the cart and its own id, then validates, and comes to what was sold', async () => {
    const server = serverOf()
    const outcome = await press(server, cart('1', '2'), seller)
    expect(outcome).toMatchObject({ kind: 'sold', sold: { buybacks: [{ inCartId: '1' }, { inCartId: '2' }] } })
    expect(server.calls).toEqual(['post cart 1', 'post cart 2', 'validate cart'])
  })

  it('carries the line as the server takes it, with the prices that were seen and a locked offer', async () => {
    const server = serverOf()
    const bodies: unknown[] = []
    const post = (body: Parameters<typeof server.deps.post>[0]) => (bodies.push(body), server.deps.post(body))
    await press(
      { ...server, deps: { ...server.deps, post } },
      {
        cartId: 'cart',
        cartBuybacks: [
          { ...line('1'), store: { id: 'st', label: 'Lille' }, quoteToken: 'q_1', replaces: { buybackId: 'b' } },
        ],
      },
      seller,
    )
    expect(bodies).toEqual([
      {
        cartId: 'cart',
        inCartId: '1',
        productId: 'x',
        questionnaireId: 'q',
        answers: [{ questionId: 'a', answerId: 'b' }],
        circuitId: 'c',
        shippingMethodId: 's',
        paymentModeId: 'p',
        storeId: 'st',
        quoteToken: 'q_1',
        replaces: { buybackId: 'b' },
        ...seller,
        prices: {
          estimatedPriceCents: 10_000,
          impactPriceEntries: [{ source: 'payment_mode', label: 'Bonus', valueCents: 100 }],
          totalPriceCents: 10_100,
        },
      },
    ])
  })

  it.each(['post cart 1', 'post cart 2', 'validate cart'])(
    'goes on after the answer of «%s» was lost, and sells every line once',
    async (lost) => {
      const server = serverOf()
      let times = 0
      server.state.lose = (call) => call === lost && (times += 1) < 3
      expect(await press(server, cart('1', '2'), seller)).toEqual({ kind: 'interrupted', by: 'network' })
      expect(await press(server, cart('1', '2'), seller)).toMatchObject({ kind: 'interrupted' })
      expect(await press(server, cart('1', '2'), seller)).toMatchObject({ kind: 'sold' })
      expect(server.soldLines()).toEqual(['1', '2'])
    },
  )

  it('needs nobody’s secrets to learn the end of a cart whose validation was asked for', async () => {
    const server = serverOf()
    server.state.lose = (call) => call.startsWith('validate')
    await press(server, cart('1'), seller)
    server.state.lose = () => false
    expect(await press(server, cart('1'), null)).toMatchObject({ kind: 'sold' })
  })

  it('asks who sells before it sends a line', async () => {
    const server = serverOf()
    expect(await press(server, cart('1'), null)).toEqual({ kind: 'sellerMissing' })
    expect(server.calls).toEqual([])
  })

  it('leaves nothing behind of a line that was taken out after it was sent', async () => {
    const server = serverOf()
    server.state.fail = (call) => (call === 'post cart 3' ? offline : null)
    await press(server, cart('1', '2', '3'), seller)
    await press(server, cart('1', '2', '3'), seller)
    expect(await press(server, cart('1', '3'), seller)).toMatchObject({ kind: 'sold' })
    expect(server.soldLines()).toEqual(['1', '3'])
  })

  it('names the line whose predeclared buyback was closed in the meantime, and sells the others without it', async () => {
    const server = serverOf()
    server.state.fail = (call) =>
      call === 'validate cart' ? refusal('BUYBACK_ALREADY_FINALIZED', { inCartId: '2' }, 409) : null
    expect(await press(server, cart('1', '2'), seller)).toEqual({
      kind: 'refused',
      refusals: new Map([['2', { code: 'BUYBACK_ALREADY_FINALIZED', cure: 'takeOut', current: null }]]),
    })
    expect(await press(server, cart('1'), seller)).toMatchObject({ kind: 'sold' })
    expect(server.soldLines()).toEqual(['1'])
  })

  it('remembers a line of an earlier try although the next one did not come as far', async () => {
    const server = serverOf()
    server.state.fail = (call) => (call.startsWith('validate') ? refusal('CART_BELOW_MINIMUM') : null)
    expect(await press(server, cart('1', '2'), seller)).toEqual({ kind: 'cart', code: 'CART_BELOW_MINIMUM' })
    server.state.fail = (call) => (call === 'post cart 1' ? offline : null)
    await press(server, cart('1', '2'), seller)
    server.state.fail = () => null
    await press(server, cart('1'), seller)
    expect(server.soldLines()).toEqual(['1'])
  })

  it.each(['CART_LINE_CHANGED', 'CART_CUSTOMER_DIFFERS', 'CART_EXPIRED', 'REQUEST_NOT_FOUND'])(
    'goes under a fresh id where the server says %s of the waiting one',
    async (code) => {
      const server = serverOf()
      server.state.fail = (call) => (call === 'post cart 2' ? refusal(code) : null)
      expect(await press(server, cart('1', '2'), seller)).toMatchObject({ kind: 'sold' })
      expect(server.soldLines()).toEqual(['1', '2'])
      expect(server.sold.has('cart')).toBe(false)
    },
  )

  it('tries a fresh id once, and then waits', async () => {
    const server = serverOf()
    server.state.fail = () => refusal('CART_CUSTOMER_DIFFERS')
    expect(await press(server, cart('1'), seller)).toEqual({ kind: 'interrupted', by: 'server' })
    expect(server.calls).toEqual(['post cart 1', 'post fresh-1 1'])
  })

  it('takes what an earlier page has sold of this cart for sold', async () => {
    const server = serverOf()
    await press(server, cart('1'), seller)
    forgetCheckout(server.storage)
    expect(await press(server, cart('1', '2'), seller)).toMatchObject({
      kind: 'sold',
      sold: { buybacks: [{ inCartId: '1' }] },
    })
    expect(server.soldLines()).toEqual(['1'])
  })

  it('does not take an earlier cart for this one', async () => {
    const server = serverOf()
    await press(server, cart('1'), seller)
    const next = { ...cart('2'), cartId: 'next' }
    expect(await sendCart(server.deps, next, seller)).toEqual({ kind: 'unconfirmed' })
    expect(await press(server, next, seller)).toMatchObject({ sold: { buybacks: [{ inCartId: '2' }] } })
  })

  it('says that it is unclear where a cart that was to be validated is unknown', async () => {
    const server = serverOf({ cartId: 'long-ago', sent: ['1'], confirmed: ['1'], isClosing: true })
    expect(await press(server, cart('1'), seller)).toEqual({ kind: 'unclear' })
    expect(findCheckout(server.storage)?.isClosing).toBe(true)
  })

  it.each([
    ['another one', ['2']],
    ['one beside it', ['1', '2']],
  ])('sells nothing that the customer has not confirmed: %s', async (_name, ids) => {
    const server = serverOf()
    server.state.fail = (call) => (call === 'post cart 1' ? offline : null)
    await press(server, cart('1'), seller)
    server.state.fail = () => null
    expect(await sendCart(server.deps, cart(...ids), seller)).toEqual({ kind: 'unconfirmed' })
    expect(server.soldLines()).toEqual([])
    expect(await press(server, cart(...ids), seller)).toMatchObject({ kind: 'sold' })
    expect(server.soldLines()).toEqual(ids)
  })

  it('settles the cart whose validation was asked for, and does not send another one for it', async () => {
    const server = serverOf()
    server.state.fail = (call) => (call.startsWith('validate') ? offline : null)
    await press(server, cart('1'), seller)
    server.state.fail = () => null
    expect(await sendCart(server.deps, cart('2'), seller)).toEqual({ kind: 'unconfirmed' })
    expect(server.soldLines()).toEqual(['1'])
    expect(await press(server, cart('2'), seller)).toMatchObject({ sold: { buybacks: [{ inCartId: '2' }] } })
  })

  it('leaves what was added in the meantime in the cart where the validation reaches the server late', async () => {
    const server = serverOf()
    server.state.fail = (call) => (call.startsWith('validate') ? offline : null)
    await press(server, cart('1'), seller)
    server.state.fail = () => null
    expect(await sendCart(server.deps, cart('1', '2'), seller)).toMatchObject({
      kind: 'sold',
      sold: { buybacks: [{ inCartId: '1' }] },
    })
    expect(server.soldLines()).toEqual(['1'])
  })

  it.each([
    ['goes on with the cart as it was confirmed', ['1'], 'sold'],
    ['asks about what was added in the meantime', ['1', '2'], 'unconfirmed'],
  ])('where the late validation is refused %s', async (_name, ids, kind) => {
    const server = serverOf()
    server.state.fail = (call) => (call.startsWith('validate') ? offline : null)
    await press(server, cart('1'), seller)
    server.state.fail = (call) => (call === 'validate cart' ? refusal('CART_EXPIRED') : null)
    expect(await sendCart(server.deps, cart(...ids), seller)).toMatchObject({ kind })
    expect(server.soldLines()).toEqual(kind === 'sold' ? ids : [])
  })

  it.each(['post cart 1', 'post cart 2'])(
    'does not validate a line that leaves the cart during «%s»',
    async (during) => {
      const server = serverOf()
      server.state.fail = (call) => {
        if (call === during) withdrawLine(server.storage, '2')
        return null
      }
      expect(await press(server, cart('1', '2'), seller)).toEqual({ kind: 'unconfirmed' })
      expect(server.soldLines()).toEqual([])
    },
  )

  it.each(['post cart 1', 'post cart 2'])('stops where the customer confirms again during «%s»', async (during) => {
    const server = serverOf()
    server.state.fail = (call) => {
      if (call === during) confirmLines(server.storage, 'cart', ['1', '2'])
      return null
    }
    expect(await press(server, cart('1', '2'), seller)).toEqual({ kind: 'unconfirmed' })
    expect(server.soldLines()).toEqual([])
    server.state.fail = () => null
    expect(await sendCart(server.deps, cart('1', '2'), seller)).toMatchObject({ kind: 'sold' })
    expect(server.soldLines()).toEqual(['1', '2'])
  })

  it('sells to nobody else what the end was refused for, though it was asked for before the details changed', async () => {
    const server = serverOf()
    server.state.fail = (call) => (call === 'validate cart' ? offline : null)
    expect(await press(server, cart('1'), seller)).toEqual({ kind: 'interrupted', by: 'network' })
    withdrawAll(server.storage)
    server.state.fail = (call) => (call === 'validate cart' ? refusal('CART_BELOW_MINIMUM') : null)
    expect(await sendCart(server.deps, cart('1'), seller)).toEqual({ kind: 'unconfirmed' })
    expect(server.soldLines()).toEqual([])
  })

  it('does not validate a cart that is emptied while it is sent', async () => {
    const server = serverOf()
    server.state.fail = () => {
      leaveCheckout(server.storage)
      return null
    }
    expect(await press(server, cart('1'), seller)).toEqual({ kind: 'unconfirmed' })
    expect(server.soldLines()).toEqual([])
    expect(findCheckout(server.storage)).toBeNull()
  })

  it('asks nothing about an unknown cart of which nothing is in this one', async () => {
    const server = serverOf({ cartId: 'long-ago', sent: ['1'], confirmed: ['1'], isClosing: true })
    expect(await sendCart(server.deps, cart('2'), seller)).toEqual({ kind: 'unconfirmed' })
  })

  it('names every product that is refused, with its new price, and sells none of them', async () => {
    const current = { estimatedPriceCents: 9000, impactPriceEntries: [], totalPriceCents: 9000 }
    const server = serverOf()
    server.state.fail = (call) =>
      call === 'post cart 1'
        ? refusal('BUYBACK_PRICE_CHANGED', { current })
        : call === 'post cart 3'
          ? refusal('PRODUCT_NOT_PUBLISHED')
          : null
    const outcome = await press(server, cart('1', '2', '3'), seller)
    expect(outcome.kind === 'refused' ? [...outcome.refusals] : outcome).toEqual([
      ['1', { code: 'BUYBACK_PRICE_CHANGED', cure: 'newPrice', current }],
      ['3', { code: 'PRODUCT_NOT_PUBLISHED', cure: 'takeOut', current: null }],
    ])
    expect(server.soldLines()).toEqual([])
  })

  it('hands the form what the server finds wrong with it', async () => {
    const faults = [{ field: 'iban', error: 'ibanInvalid' }]
    const server = serverOf()
    server.state.fail = () => refusal('CUSTOMER_INVALID', { faults })
    expect(await press(server, cart('1'), seller)).toEqual({ kind: 'customer', faults })
  })

  it.each([
    [refusal('ACCESS_THROTTLED', null, 429), { kind: 'interrupted', by: 'throttle' }],
    [refusal('INTERNAL', null, 500), { kind: 'interrupted', by: 'server' }],
    [new CallError('foreign', { code: 'NETWORK_FOREIGN_ANSWER', status: 502 }), { kind: 'interrupted', by: 'server' }],
    [new CallError('foreign', { code: 'NETWORK_FOREIGN_ANSWER', status: 200 }), { kind: 'interrupted', by: 'network' }],
    [refusal('SOMETHING_NEW'), { kind: 'refused' }],
  ])('comes with %s to %j', async (error, expected) => {
    const server = serverOf()
    server.state.fail = () => error
    expect(await press(server, cart('1'), seller)).toMatchObject(expected)
  })

  it('takes an unforeseen refusal of the whole cart for one, and still asks for its end when it is sent again', async () => {
    const server = serverOf()
    server.state.fail = (call) => (call === 'validate cart' ? refusal('SOMETHING_NEW') : null)
    expect(await press(server, cart('1'), seller)).toEqual({ kind: 'failed' })
    expect(await press(server, cart('1'), seller)).toEqual({ kind: 'failed' })
    server.state.fail = () => null
    expect(await press(server, cart('1'), null)).toMatchObject({ kind: 'sold' })
    expect(server.calls).toEqual(['post cart 1', 'validate cart', 'validate cart', 'validate cart'])
  })
})
