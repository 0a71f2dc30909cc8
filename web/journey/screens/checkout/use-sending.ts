import { useCallback, useEffect, useRef, useState } from 'react'
import { forgetCheckout, findCheckout, keepCheckout } from '#web/buyback/checkout-record.ts'
import { keepLastingCheckout, keepLastingSale, recoverSales } from '#web/buyback/durable-sales.ts'
import { findSold, keepSold } from '#web/buyback/sold-carts.ts'
import { sendCart, type CheckoutDeps, type CheckoutOutcome } from '#web/buyback/checkout.ts'
import { browserStorage } from '../../kit/browser-storage.ts'
import { useCart } from '../../kit/cart.tsx'
import { newId } from '../../kit/cart-store.ts'
import { useSiteNavigate } from '../../kit/use-site-navigate.ts'
import { readFaults } from './given-faults.ts'
import { rememberOrder } from './last-buyback-ids.ts'
import { useSeller } from './use-seller.ts'

/** The calls by which a cart is sent. */
export type SendingCalls = Pick<CheckoutDeps, 'post' | 'validate'>

/** The state of the sending: under way, or the outcome where the customer has to decide. */
export type SendingState =
  | 'sending'
  | Exclude<CheckoutOutcome, { readonly kind: 'sold' | 'unconfirmed' | 'customer' | 'sellerMissing' }>

/** What has become of each line, by its id in the cart. */
export type LineStates = ReadonlyMap<string, 'sending' | 'sent' | 'refused'>

/**
 * Sends the cart as soon as the page opens after the customer has confirmed, and again whenever that is asked for, the
 * network is back, or the server may be. One tab at a time: another one finds what the first has left. `cartId` is the
 * cart that the page's address names.
 */
export function useSending(cartId: string, calls: SendingCalls) {
  const { readAgain, takeSold, memory } = useCart()
  const seller = useSeller()
  const go = useSiteNavigate()
  const [state, setState] = useState<SendingState>('sending')
  const [lines, setLines] = useState<LineStates>(new Map())
  const isRunning = useRef(false)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => void (isGone.current = true)
  }, [])

  const send = async (): Promise<void> => {
    // Another sending was waited for, and the customer is elsewhere by now.
    if (isGone.current) return
    const storage = browserStorage()
    await recoverSales(storage)
    const cart = readAgain()
    if (findCheckout(storage) === null || cart.cartBuybacks.length === 0) {
      forgetCheckout(storage)
      // Another tab has sold it in the meantime, and the page shows that.
      if (cart.cartId !== cartId && findSold(storage, cartId) !== null) return
      return go('/cart/order-summary', {}, { replace: true })
    }
    const tools = seller.tools ?? (await seller.load())
    if (tools === null) return setState({ kind: 'interrupted', by: 'network' })
    const checked = seller.check(seller.typed, tools)
    const outcome = await sendCart(
      {
        ...calls,
        findRecord: () => findCheckout(storage),
        keepRecord: async (record) => {
          const wasClosing = findCheckout(storage)?.isClosing === true
          keepCheckout(storage, record)
          if (record.isClosing || wasClosing) await keepLastingCheckout(cart.cartId, record)
        },
        newId,
        onLine: (inCartId, line) => setLines((before) => new Map(before).set(inCartId, line)),
      },
      cart,
      checked.ok ? checked.value : null,
    )
    if (outcome.kind === 'sold') {
      const { buybacks } = outcome.sold
      rememberOrder(buybacks.map(({ id }) => id))
      keepSold(
        storage,
        cart.cartId,
        buybacks.map(({ id }) => id),
      )
      await keepLastingSale(
        cart.cartId,
        buybacks.map(({ id }) => id),
      )
      // The confirmation comes first: an emptied cart has nothing to show here.
      await go('/buyback/confirmation', { ids: buybacks.map(({ id }) => id) }, { replace: true })
      takeSold(buybacks.map(({ inCartId }) => inCartId))
      return forgetCheckout(storage)
    }
    if (outcome.kind === 'customer') {
      const { demanded } = memory.of(cart.cartId)
      memory.keep(cart.cartId, readFaults(outcome.faults, { cart, needs: seller.needs, demanded }))
    }
    // A customer who has left the page to change the cart is not led elsewhere.
    if (isGone.current) return
    if (outcome.kind === 'unconfirmed') return go('/cart/order-summary', {}, { replace: true })
    if (outcome.kind === 'sellerMissing' || outcome.kind === 'customer')
      return go('/cart/customer-informations', {}, { replace: true })
    setState(outcome)
  }

  const run = async (): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setState('sending')
    setLines(new Map())
    try {
      await oneTabAtATime(send)
    } finally {
      isRunning.current = false
    }
  }
  const latest = useRef(run)
  useEffect(() => void (latest.current = run))
  useEffect(() => void latest.current(), [])
  const isCut = state !== 'sending' && state.kind === 'interrupted'
  const isThrottled = isCut && state.by === 'throttle'
  const tries = useRef(0)
  useEffect(() => {
    if (!isCut) return
    const again = (): void => void latest.current()
    addEventListener('online', again)
    // Whether the server is back no event tells; where it asks for patience the customer is told how much.
    const timer = isThrottled ? undefined : setTimeout(again, retryWaitMs(tries.current++))
    return () => {
      removeEventListener('online', again)
      clearTimeout(timer)
    }
  }, [isCut, isThrottled])
  return { state, lines, run: useCallback(() => void latest.current(), []) }
}

const [firstWaitMs, longestWaitMs] = [2_000, 30_000]

function retryWaitMs(tries: number): number {
  return Math.min(longestWaitMs, firstWaitMs * 2 ** tries)
}

// Where a page came by plain HTTP the browser has no locks; the server knows repeated lines all the same.
async function oneTabAtATime(work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work()
  await navigator.locks.request('checkout', work)
}
