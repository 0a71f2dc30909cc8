import { useRouter } from '@tanstack/react-router'
import { useState, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { CustomerCancelReason } from '#domain/buyback/cancel-reason.ts'
import { groupCode } from '#web/lib/format.ts'
import { LinkButton } from '../../kit/link.tsx'
import { Notice } from '../../kit/notice.tsx'
import { wizardPath } from '../../kit/wizard-path.ts'
import { StoreToVisit } from '../../kit/visited-store.tsx'
import { ProductPicture } from '../../kit/product-picture.tsx'
import { rememberQuote } from '../../kit/known-quote.ts'
import { useFormat } from '../../kit/site.ts'
import { CopyButton } from '../../kit/share.tsx'
import { CancelCard } from './cancel-card.tsx'
import { CorrectionCard } from './correction-card.tsx'
import { ParcelCard } from './parcel-card.tsx'
import { PickupCard, type SlotCalls } from './pickup-card.tsx'
import { DeclaredCard } from './declared-card.tsx'
import { RelayCard } from './relay-card.tsx'
import { PaperCard, type Papers } from './paper-card.tsx'
import { SupportCard } from './support-card.tsx'
import { stagesOf, trackingState, type Tracking, type TrackingState } from './tracking-stages.ts'
import classes from './tracking.module.css'

/** A buyback for a visitor with its private link, and the way to its papers. */
export interface TrackingProps {
  readonly tracking: Tracking
  readonly papers: Papers
  readonly slots: SlotCalls
  readonly askCorrection: ComponentProps<typeof CorrectionCard>['ask']
  readonly sendCancel: (reason: CustomerCancelReason) => Promise<unknown>
  /** Of its private link. */
  readonly token: string
}

/** Where a buyback stands, what is to be done next, its papers, its parcel and its payment. */
export function TrackingScreen({ tracking, papers, slots, askCorrection, sendCancel, token }: TrackingProps) {
  const { t } = useTranslation('tracking')
  const router = useRouter()
  const [isJustCancelled, setJustCancelled] = useState(false)
  const state = trackingState(tracking)
  const isOwnCancel = state === 'cancelled' && tracking.cancel?.isByCustomer === true
  const isWaiting = state === 'to_drop' || state === 'to_send' || state === 'to_collect'
  return (
    <article className={classes.tracking}>
      <header className={classes.head}>
        <div>
          <ProductPicture image={tracking.image} category="" isEager />
        </div>
        <div>
          <p>{t(($) => $.tracking.of, { code: groupCode(tracking.identificationNumber) })}</p>
          <p>{tracking.productName}</p>
        </div>
      </header>
      <section className={classes.state} data-state={state} aria-labelledby="tracking-state">
        <h1 id="tracking-state">
          {isOwnCancel ? t(($) => $.tracking.cancel.done) : t(($) => $.tracking.state[state])}
        </h1>
        {isOwnCancel ? <p>{t(($) => $.tracking.cancel.doneText)}</p> : <StateText tracking={tracking} state={state} />}
        <SendByText tracking={tracking} state={state} />
        {hasPromiseEnded(tracking, state) ? <PriceToday tracking={tracking} token={token} /> : null}
      </section>
      {isOwnCancel && isJustCancelled ? (
        <Notice tone="good" isAlert>
          {t(($) => $.tracking.cancel.doneNow)}
        </Notice>
      ) : null}
      <Stages tracking={tracking} />
      {isWaiting && tracking.instructions.length > 0 ? <Instructions tracking={tracking} /> : null}
      {tracking.pickup && state !== 'cancelled' ? <PickupCard pickup={tracking.pickup} calls={slots} /> : null}
      {isWaiting && tracking.relayPoint ? <RelayCard point={tracking.relayPoint} /> : null}
      <PaperCard papers={papers} />
      <DeclaredCard tracking={tracking} />
      {state === 'cancelled' && tracking.deliveryEvents.length === 0 ? null : <ParcelCard tracking={tracking} />}
      <PaymentCard tracking={tracking} />
      {tracking.corrections ? <CorrectionCard corrections={tracking.corrections} ask={askCorrection} /> : null}
      {tracking.cancel && mayShowCancel(tracking.cancel) ? (
        <CancelCard
          key={tracking.cancel.lateCause}
          cancel={tracking.cancel}
          send={async (reason) => {
            await sendCancel(reason)
            setJustCancelled(true)
          }}
          onChanged={() => void router.invalidate({ filter: isPrivate })}
        />
      ) : null}
      <SupportCard code={tracking.identificationNumber} />
      <p className={classes.private}>{t(($) => $.tracking.private)}</p>
    </article>
  )
}

/** Whether cancelling is offered, or was until the product left; what has ended otherwise says so above. */
function mayShowCancel({ lateCause }: NonNullable<Tracking['cancel']>): boolean {
  return lateCause !== 'ended' && lateCause !== 'settled'
}

/** The page of the private link, and not the site around it. */
function isPrivate({ staticData }: { readonly staticData: { readonly isPrivate?: boolean } }): boolean {
  return staticData.isPrivate === true
}

function StateText({ tracking, state }: { readonly tracking: Tracking; readonly state: TrackingState }) {
  const { t } = useTranslation('tracking')
  const format = useFormat()
  const amount = format.money(tracking.paidPriceCents ?? tracking.totalPriceCents ?? 0)
  const { promisedPaymentOn, priceHoldsUntil, proposalUntil } = tracking
  const day = (value: string | null): string => (value === null ? '' : format.longDate(value))
  const text =
    state === 'to_drop' && priceHoldsUntil !== null
      ? hasPromiseEnded(tracking, state)
        ? t(($) => $.tracking.stateText.to_drop_ended, { day: day(priceHoldsUntil) })
        : t(($) => $.tracking.stateText.to_drop_until, { day: day(priceHoldsUntil) })
      : state === 'to_pay' && promisedPaymentOn === null
        ? t(($) => $.tracking.stateText.to_pay_soon, { amount })
        : t(($) => $.tracking.stateText[state], {
            amount,
            day: day(state === 'proposal' ? proposalUntil : promisedPaymentOn),
          })
  return <p>{text}</p>
}

/** Until when the product is to be handed over, unless the end of its price has said that day. */
function SendByText({ tracking, state }: { readonly tracking: Tracking; readonly state: TrackingState }) {
  const { t } = useTranslation('tracking')
  const format = useFormat()
  const { sendBy, priceHoldsUntil } = tracking
  if (sendBy == null || (state !== 'to_drop' && state !== 'to_send') || hasPromiseEnded(tracking, state)) return null
  const day = format.longDate(sendBy)
  if (priceHoldsUntil !== null && format.longDate(priceHoldsUntil) === day) return null
  return (
    <p>{format.today() > sendBy ? t(($) => $.tracking.sendByPast, { day }) : t(($) => $.tracking.sendBy, { day })}</p>
  )
}

/** Whether a product that the customer still has was predeclared longer ago than its price holds (PUB-16). */
function hasPromiseEnded({ priceHoldsUntil }: Tracking, state: TrackingState): boolean {
  return state === 'to_drop' && priceHoldsUntil !== null && Date.parse(priceHoldsUntil) <= Date.now()
}

/** The way to the price of today, where the wizard warns that the promised one no longer holds. */
function PriceToday({ tracking, token }: { readonly tracking: Tracking; readonly token: string }) {
  const { t } = useTranslation('tracking')
  const { buybackId, productId, productSlug, priceHoldsUntil } = tracking
  return (
    <p>
      <LinkButton
        to={`${wizardPath({ id: productId, slug: productSlug })}/${buybackId}`}
        onClick={() => rememberQuote(buybackId, { end: priceHoldsUntil ?? '', trackingToken: token })}
      >
        {t(($) => $.tracking.priceToday)}
      </LinkButton>
    </p>
  )
}

function Stages({ tracking }: { readonly tracking: Tracking }) {
  const { t } = useTranslation('tracking')
  const format = useFormat()
  return (
    <ol className={classes.stages} aria-label={t(($) => $.tracking.stages)}>
      {stagesOf(tracking).map(({ name, state, at }) => (
        <li key={name} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
          <span aria-hidden="true" />
          <span>
            {t(($) => $.tracking.stage[name])}
            <span className="visually-hidden">{`, ${t(($) => $.tracking.stageState[state])}`}</span>
          </span>
          {at === null ? null : <time dateTime={at}>{format.date(at, new Date(0))}</time>}
        </li>
      ))}
    </ol>
  )
}

function Instructions({ tracking }: { readonly tracking: Tracking }) {
  const { t } = useTranslation('tracking')
  return (
    <section className={classes.card} aria-labelledby="tracking-steps">
      <h2 id="tracking-steps">{t(($) => $.tracking.steps)}</h2>
      {tracking.store ? (
        <StoreToVisit store={tracking.store} />
      ) : tracking.storeName === null ? null : (
        <p>{t(($) => $.tracking.store, { name: tracking.storeName })}</p>
      )}
      <ol>
        {tracking.instructions.map(({ sequence, label }) => (
          <li key={sequence}>{label}</li>
        ))}
      </ol>
    </section>
  )
}

function PaymentCard({ tracking }: { readonly tracking: Tracking }) {
  const { t } = useTranslation('tracking')
  const format = useFormat()
  const { totalPriceCents, paidPriceCents, paymentType, paymentStatus, promisedPaymentOn, voucherCode } = tracking
  const isDue = paymentStatus === 'payment_created' || paymentStatus === 'payment_initiated'
  return (
    <section className={classes.card} aria-labelledby="tracking-payment">
      <h2 id="tracking-payment">{t(($) => $.tracking.payment)}</h2>
      <dl>
        {totalPriceCents === null ? null : (
          <Fact label={t(($) => $.tracking.promised)} value={format.money(totalPriceCents)} />
        )}
        {paidPriceCents === null ? null : (
          <Fact label={t(($) => $.tracking.final)} value={format.money(paidPriceCents)} />
        )}
        {paymentType === null ? null : (
          <Fact label={t(($) => $.tracking.mode)} value={t(($) => $.tracking.modeOf[paymentType])} />
        )}
        <Fact label={t(($) => $.tracking.status)} value={t(($) => $.tracking.statusOf[paymentStatus])} />
        {isDue && promisedPaymentOn !== null ? (
          <Fact label={t(($) => $.tracking.due)} value={format.longDate(promisedPaymentOn)} />
        ) : null}
      </dl>
      {voucherCode === null ? null : (
        <div className={classes.code}>
          <p>{t(($) => $.tracking.code)}</p>
          <strong>{voucherCode.replace(/(.{4})(?=.)/g, '$1 ')}</strong>
          <CopyButton text={voucherCode} label={t(($) => $.share.copyCode)} done={t(($) => $.share.codeCopied)} />
          <Notice tone="warn">{t(($) => $.tracking.codeHint)}</Notice>
        </div>
      )}
    </section>
  )
}

function Fact({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
