import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CartBuyback } from '#domain/cart/cart.ts'
import { findCheckout, forgetCheckout } from '#web/buyback/checkout-record.ts'
import type { CreationRefusal } from '#web/buyback/creation-refusal.ts'
import { forgetLastingCheckout } from '#web/buyback/durable-sales.ts'
import { browserStorage } from '../../kit/browser-storage.ts'
import { Button } from '../../kit/button.tsx'
import { useCart } from '../../kit/cart.tsx'
import { CheckIcon, InfoIcon } from '../../kit/icons.tsx'
import { LinkButton } from '../../kit/link.tsx'
import { Notice } from '../../kit/notice.tsx'
import { useSite } from '../../kit/site.ts'
import { useSiteNavigate } from '../../kit/use-site-navigate.ts'
import { lineName } from './cart-line.tsx'
import type { HandoverReads } from './reselect-handover.tsx'
import { RefusedLine } from './refused-line.tsx'
import { useSending, type LineStates, type SendingCalls, type SendingState } from './use-sending.ts'
import classes from './checkout.module.css'

export type { SendingCalls }

/** The cart on its way to the server (CART-17): how far it is, and what the customer has to say to what came back. */
export function SendingScreen({
  cartId,
  readSlots,
  readRelayPoints,
  ...calls
}: SendingCalls & HandoverReads & { readonly cartId: string }) {
  const { cart } = useCart()
  const { state, lines, run } = useSending(cartId, calls)
  if (state !== 'sending' && state.kind === 'refused')
    return (
      <Refused
        lines={cart.cartBuybacks}
        refusals={state.refusals}
        onAgain={run}
        reads={{ readSlots, readRelayPoints }}
      />
    )
  return (
    <div className={classes.sending}>
      <Progress lines={cart.cartBuybacks} states={lines} isSending={state === 'sending'} />
      {state === 'sending' ? null : <Halted state={state} onAgain={run} />}
    </div>
  )
}

function Progress(props: {
  readonly lines: readonly CartBuyback[]
  readonly states: LineStates
  readonly isSending: boolean
}) {
  const { t } = useTranslation('checkout')
  const { lines, states, isSending } = props
  const done = lines.filter(({ inCartId }) => states.get(inCartId) === 'sent').length
  return (
    <>
      <header className={classes.head} role="status">
        <h1>{isSending ? t(($) => $.sending.title) : t(($) => $.sending.refusedTitle)}</h1>
        {isSending ? <p>{t(($) => $.sending.text)}</p> : null}
      </header>
      <progress
        className={classes.progress}
        value={done}
        max={lines.length}
        aria-label={t(($) => $.sending.progress, { done, of: lines.length })}
      />
      <ul className={classes.sent}>
        {lines.map((line) => {
          const known = states.get(line.inCartId) ?? 'waiting'
          const state = known === 'sending' && !isSending ? 'waiting' : known
          return (
            <li key={line.inCartId} data-state={state}>
              {state === 'sent' ? <CheckIcon /> : <InfoIcon />}
              <span>{lineName(line)}</span>
              <span className={classes.lineState}>{t(($) => $.sending.line[state])}</span>
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** The words for what keeps a cart from its end. */
const wordsOf = { network: 'interrupted', server: 'failing', throttle: 'throttled', closed: 'closed' } as const

/** Sending has stopped as a whole; nothing is lost. */
function Halted({
  state,
  onAgain,
}: {
  readonly state: Exclude<SendingState, 'sending' | { readonly kind: 'refused' }>
  readonly onAgain: () => void
}) {
  const { t } = useTranslation('checkout')
  const { cart, takeSold } = useCart()
  const go = useSiteNavigate()
  if (state.kind === 'interrupted')
    return (
      <>
        <Notice
          tone="warn"
          isAlert
          title={t(($) => $.sending[`${wordsOf[state.by]}Title`])}
          actions={
            <>
              <Button onClick={onAgain}>{t(($) => $.sending.resume)}</Button>
              <LinkButton to="/cart/order-summary" quiet>
                {t(($) => $.sending.back)}
              </LinkButton>
            </>
          }
        >
          {t(($) => $.sending[wordsOf[state.by]])}
        </Notice>
        {state.by === 'server' || state.by === 'closed' ? <Support /> : null}
      </>
    )
  if (state.kind === 'failed')
    return (
      <>
        <Notice
          tone="bad"
          isAlert
          title={t(($) => $.sending.failingTitle)}
          actions={<Button onClick={onAgain}>{t(($) => $.sending.again)}</Button>}
        >
          {t(($) => $.sending.failed)}
        </Notice>
        <Support />
      </>
    )
  if (state.kind === 'unclear') {
    // What the disk keeps of it would come back with the next sending.
    const begin = async (): Promise<void> => {
      await forgetLastingCheckout(cart.cartId)
      forgetCheckout(browserStorage())
    }
    const takeOut = async (): Promise<void> => {
      // What was added since has not been sent.
      const sent = findCheckout(browserStorage())?.sent ?? []
      await begin()
      takeSold(sent)
      await go('/home')
    }
    const sendAgain = async (): Promise<void> => {
      await begin()
      await go('/cart/order-summary', {}, { replace: true })
    }
    return (
      <Notice
        tone="warn"
        isAlert
        title={t(($) => $.sending.unclearTitle)}
        actions={
          <>
            <Button onClick={() => void takeOut()}>{t(($) => $.sending.received)}</Button>
            <Button kind="quiet" onClick={() => void sendAgain()}>
              {t(($) => $.sending.again)}
            </Button>
          </>
        }
      >
        {t(($) => $.sending.unclear)}
      </Notice>
    )
  }
  return (
    <Notice tone="bad" isAlert actions={<LinkButton to="/cart/order-summary">{t(($) => $.sending.back)}</LinkButton>}>
      {state.code === 'CART_FULL' ? t(($) => $.sending.full) : t(($) => $.sending.belowMinimum)}
    </Notice>
  )
}

/**
 * Products that were not taken, each with what helps. The cart is sent again once the last of them is settled, not
 * after each: every line of it is sent again, and the server limits how many lines it takes in a period.
 */
function Refused(props: {
  readonly lines: readonly CartBuyback[]
  readonly refusals: ReadonlyMap<string, CreationRefusal>
  readonly reads: HandoverReads
  readonly onAgain: () => void
}) {
  const { t } = useTranslation('checkout')
  const { lines, refusals, reads, onAgain } = props
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set())
  const open = lines.flatMap((line) => {
    const refusal = refusals.get(line.inCartId)
    return refusal === undefined || settled.has(line.inCartId) ? [] : [{ line, refusal }]
  })
  const isSettled = open.length === 0 && lines.length > 0
  useEffect(() => {
    if (isSettled) onAgain()
  }, [isSettled, onAgain])
  return (
    <div className={classes.sending}>
      <header className={classes.head} role="alert">
        <h1>{t(($) => $.sending.refusedTitle)}</h1>
        <p>{t(($) => $.sending.refusedText, { count: open.length })}</p>
      </header>
      <ul className={classes.lines}>
        {open.map(({ line, refusal }) => (
          <RefusedLine
            key={line.inCartId}
            line={line}
            refusal={refusal}
            reads={reads}
            onSettled={() => setSettled((before) => new Set([...before, line.inCartId]))}
          />
        ))}
      </ul>
      <div className={classes.onward}>
        <LinkButton to="/cart/order-summary" quiet>
          {t(($) => $.sending.back)}
        </LinkButton>
        <Support />
      </div>
    </div>
  )
}

/** Where the customer may write to (PUB-36). */
function Support() {
  const { t } = useTranslation('checkout')
  const email = useSite().settings?.sellerSupportEmail ?? null
  if (email === null) return null
  return (
    <p className={classes.hint}>
      {t(($) => $.sending.support)} <a href={`mailto:${email}`}>{email}</a>
    </p>
  )
}
