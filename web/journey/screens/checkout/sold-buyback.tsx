import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { slotText } from '#domain/circuit/pickup-slots.ts'
import { relayPointText } from '#domain/circuit/relay-points.ts'
import { longDay } from '#domain/kernel/day.ts'
import { productName } from '#domain/catalog/product-name.ts'
import type { BuybackDocumentKind } from '#domain/document/buyback-document.ts'
import { isComing, isLookedFor, pollShippingLabel } from '#web/buyback/label-polling.ts'
import { groupCode } from '#web/lib/format.ts'
import { LinkButton } from '../../kit/link.tsx'
import { PriceLines } from '../../kit/price-lines.tsx'
import { StoreToVisit } from '../../kit/visited-store.tsx'
import { ProductPicture } from '../../kit/product-picture.tsx'
import classes from './checkout.module.css'
import type { ConfirmationCalls, Sold } from './use-sold.ts'

type Paper = Sold['documents'][number]

/** One buyback of a confirmation. */
export function SoldBuyback({
  readDocuments,
  isOnly,
  ...sold
}: Sold & Pick<ConfirmationCalls, 'readDocuments'> & { readonly isOnly: boolean }) {
  const { t, i18n } = useTranslation(['checkout', 'journey'])
  const { buyback, next } = sold
  const { product, category, circuit, trackingToken } = buyback
  const name = productName({ brand: product.brand, productLabel: product.label }) ?? product.label
  const { documents, isOver } = usePapers(sold, readDocuments)
  const due = documents.filter(({ state }) => state !== 'none')
  const store = next.store ?? null
  const label = documents.find(({ kind }) => kind === 'shipping_label')
  return (
    <li className={classes.sold}>
      <div>
        <ProductPicture image={product.image} category={category.name} />
      </div>
      <div className={classes.what}>
        <h2>{name}</h2>
        <p className={classes.number}>
          {t(($) => $.confirmation.number)} <strong>{groupCode(buyback.identificationNumber)}</strong>
        </p>
      </div>
      <div className={classes.price}>
        <PriceLines
          hasBase
          lines={[
            { label: t(($) => $.price.estimate, { ns: 'journey' }), valueCents: buyback.declaredPriceCents ?? 0 },
            ...buyback.impactPriceEntries.map(({ source, label: line, valueCents }) => ({
              label: source === 'circuit' ? t(($) => $.options.circuit[circuit.type], { ns: 'journey' }) : line,
              valueCents,
            })),
          ]}
          sum={{ label: t(($) => $.price.total, { ns: 'journey' }), valueCents: buyback.totalPriceCents ?? 0 }}
        />
      </div>
      <section className={classes.next}>
        <h3>{t(($) => $.confirmation.next)}</h3>
        {store === null ? (
          <p>{next.description ?? t(($) => $.options.circuitText[circuit.type], { ns: 'journey' })}</p>
        ) : (
          <>
            <p>{t(($) => $.confirmation.bring)}</p>
            <StoreToVisit store={store} />
          </>
        )}
        {buyback.pickup ? (
          <p className={classes.highlight}>
            {t(($) => $.options.pickup, { ns: 'journey' })}: {slotText(buyback.pickup, i18n.language)}
          </p>
        ) : null}
        {buyback.relayPoint ? (
          <p className={classes.highlight}>
            {t(($) => $.options.relayPoint, { ns: 'journey' })}: {relayPointText(buyback.relayPoint)}
          </p>
        ) : null}
        {buyback.sendBy == null ? null : (
          <p className={classes.highlight}>
            {t(($) => $.confirmation.sendBy, { day: longDay(buyback.sendBy, i18n.language) })}
          </p>
        )}
        {next.highlightedInstruction === null ? null : (
          <p className={classes.highlight}>{next.highlightedInstruction}</p>
        )}
        {next.instructions.length === 0 ? null : (
          <ol>
            {next.instructions.map(({ sequence, label: instruction }) => (
              <li key={sequence}>{instruction}</li>
            ))}
          </ol>
        )}
      </section>
      {due.length === 0 || trackingToken === null ? null : (
        <section className={classes.next}>
          <h3>{t(($) => $.confirmation.documents)}</h3>
          <ul className={classes.documents}>
            {due.map((paper) => (
              <DocumentLink
                key={paper.kind}
                kind={paper.kind}
                state={shownState(paper, isOver)}
                href={`/api/tracking/${trackingToken}/documents/${paper.kind}.pdf`}
              />
            ))}
          </ul>
          {label === undefined || label.state === 'ready' || isLater(label) || store !== null ? null : (
            <p className={classes.hint} role="status">
              {label.state === 'none'
                ? t(($) => $.confirmation.label.notExpected)
                : isOver
                  ? t(($) => $.confirmation.label.notAvailable)
                  : t(($) => $.confirmation.label.notYet)}
            </p>
          )}
        </section>
      )}
      {trackingToken === null ? null : (
        <div className={classes.lineActions}>
          <LinkButton to={`/buyback/tracking/${trackingToken}`} quiet={!isOnly}>
            {t(($) => $.confirmation.track)}
          </LinkButton>
        </div>
      )}
    </li>
  )
}

/** Whether a paper is still to be due. */
const isLater = (paper: Paper): boolean => paper.state === 'awaiting' && !isComing(paper)

/** What is said of a paper: that it is on its way as long as it is looked for, and then that it is not there. */
function shownState(paper: Paper, isOver: boolean): Paper['state'] | 'later' {
  if (isLater(paper)) return 'later'
  if (!isLookedFor(paper)) return paper.state
  return isOver ? 'failed' : 'awaiting'
}

/** A paper to open, or why it is not there: each kind in its own words (BB-43). */
function DocumentLink(props: {
  readonly kind: BuybackDocumentKind
  readonly state: Paper['state'] | 'later'
  readonly href: string
}) {
  const { t } = useTranslation('checkout')
  const { kind, state, href } = props
  const name = t(($) => $.confirmation.document[kind])
  return (
    <li>
      {state === 'ready' ? (
        <a href={href} target="_blank" rel="noreferrer" aria-label={t(($) => $.confirmation.open, { document: name })}>
          {name}
        </a>
      ) : state === 'failed' ? (
        t(($) => $.confirmation.unavailable[kind])
      ) : (
        <span>
          {name} <em>{state === 'later' ? t(($) => $.confirmation.later) : t(($) => $.confirmation.awaiting)}</em>
        </span>
      )}
    </li>
  )
}

/** The papers of every kind as they come: looked for at once and after 3, 5, 10 and 15 seconds, the label as BB-40 has it. */
function usePapers({ buyback, documents: first }: Sold, readDocuments: ConfirmationCalls['readDocuments']) {
  const { id, trackingToken } = buyback
  const [documents, setDocuments] = useState(first)
  const [isOver, setOver] = useState(false)
  const latest = useRef(readDocuments)
  useEffect(() => {
    const abort = new AbortController()
    const ask = async (signal: AbortSignal): Promise<number> => {
      const found = (await latest.current(id)).documents
      const hasLabel = found.some((one) => one.kind === 'shipping_label' && one.state !== 'none' && !isLater(one))
      const status = hasLabel && trackingToken !== null ? await labelStatus(trackingToken, signal) : 200
      const isReady = (kind: BuybackDocumentKind): boolean => kind === 'shipping_label' && hasLabel && status === 200
      setDocuments(found.map((one) => (isReady(one.kind) ? { ...one, state: 'ready' } : one)))
      return status === 200 && found.some(isComing) ? notYetStatus : status
    }
    void pollShippingLabel({ ask, notYet: () => undefined, signal: abort.signal }).then((found) =>
      found === null ? undefined : setOver(true),
    )
    return () => abort.abort()
  }, [id, trackingToken])
  return { documents, isOver }
}

const notYetStatus = 425

async function labelStatus(token: string, signal: AbortSignal): Promise<number> {
  const init: RequestInit = { method: 'HEAD', credentials: 'omit', signal }
  return (await fetch(`/api/tracking/${token}/shipping-label`, init)).status
}
