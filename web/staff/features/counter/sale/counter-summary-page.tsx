import { ActionIcon, Alert, Button } from '@mantine/core'
import { IconPencil, IconReceipt, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { quoteValidityDays } from '#domain/buyback/quote-validity.ts'
import { mayAddAnother, type CartBuyback } from '#domain/cart/cart.ts'
import { circuitOf, paymentOf } from '#web/buyback/wizard.ts'
import { useFormat } from '#web/lib/platform.tsx'
import type { CounterCatalog } from '#web/local/counter/counter.ts'
import { meaningless } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { ConfirmModal } from '#web/staff/ui/confirm-modal.tsx'
import { EmptyState, RowsSkeleton } from '#web/staff/ui/states.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { useFloorKeys } from '#web/staff/ui/floor/floor-keys.ts'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import { CatalogGate } from '../catalog/catalog-gate.tsx'
import { useSellingPlace } from '../catalog/selling-store.ts'
import { nameOf } from '../catalog/use-product-search.ts'
import { diagPath, ProductImage } from '../find/counter-product-search.tsx'
import { covers } from './asked.ts'
import { CartNotKept } from './cart-not-kept.tsx'
import { CustomerFacts } from './customer-facts.tsx'
import { useCustomerDraft } from './customer-draft.ts'
import { CustomerSignature } from './customer-signature.tsx'
import { missingCents } from './missing-value.ts'
import type { PricedLine } from './priced-line.ts'
import { useCounterCart } from './use-counter-cart.ts'
import { usePricedCart, type MissingFile, type PricedCart } from './use-priced-cart.ts'
import { useWebCustomer, webBuybackOf } from './web-customer.ts'
import classes from '../counter.module.css'

/** `/cart/summary` (CART-16): what is sold, by whom, for how much; then the tablet is turned to the customer. */
export function CounterSummaryPage() {
  const { t } = useTranslation('counter')
  return (
    <Page
      title={t(($) => $.summary.title)}
      icon={IconReceipt}
      crumbs={[{ title: t(($) => $.desk.title), to: '/buyback/create' }]}
    >
      <CatalogGate>{(catalog) => <Summary catalog={catalog} />}</CatalogGate>
    </Page>
  )
}

function Summary({ catalog }: { readonly catalog: CounterCatalog }) {
  const { t } = useTranslation('counter')
  const held = useCounterCart(catalog)
  const priced = usePricedCart(catalog, held.cart)
  if (held.cart.cartBuybacks.length === 0)
    return (
      <EmptyState
        icon={IconReceipt}
        title={t(($) => $.summary.empty)}
        text={held.hasExpired ? t(($) => $.summary.expired) : t(($) => $.summary.emptyText)}
        action={
          <ButtonLink to="/buyback/create" size="lg">
            {t(($) => $.summary.begin)}
          </ButtonLink>
        }
      />
    )
  if (priced === undefined) return <RowsSkeleton rows={6} height={72} />
  return <Filled key={`${held.cart.cartId} ${held.cart.storedAt}`} held={held} priced={priced} />
}

function Filled(props: { readonly held: ReturnType<typeof useCounterCart>; readonly priced: PricedCart }) {
  const { t } = useTranslation('counter')
  const format = useFormat()
  const navigate = useNavigate()
  const { held } = props
  // What the customer is shown and signs stays unchanged, even if the device loads newer data in the meantime.
  const [turned, setTurned] = useState<PricedCart | null>(null)
  const priced = turned ?? props.priced
  const { cart } = held
  const { draft, change } = useCustomerDraft(cart.cartId)
  useWebCustomer(webBuybackOf(cart, priced.predeclared), priced.asked, { draft, change })
  const { store } = useSellingPlace()
  const [leaving, setLeaving] = useState<CartBuyback | null>(null)
  const missing = missingCents(cart, priced)
  const isKept = priced.predeclared !== null && draft.keepsWeb
  const knowsCustomer = covers(draft.checkedFor, priced.asked) || isKept
  const isSellable = priced.missing === null && priced.lines.every(({ problem }) => problem === null) && missing === 0
  const mayTurn = isSellable && knowsCustomer && store !== null
  const goOn = (): void => {
    if (!isSellable) return
    if (!knowsCustomer) void navigate({ to: '/cart/customer-infos' })
    else if (mayTurn) setTurned(priced)
  }
  useScanner({
    purpose: 'any',
    onScan: ({ resolution: { command } }) => {
      if (command !== 'CONFIRM' && command !== 'NEXT') return meaningless
      goOn()
    },
  })
  useFloorKeys({ onMain: goOn, enabled: turned === null })
  if (turned !== null && store !== null)
    return <CustomerSignature cart={held} priced={turned} store={store} onBack={() => setTurned(null)} />
  return (
    <div className={classes.panes} data-scan-ready>
      <section className={classes.stack} aria-label={t(($) => $.summary.products)}>
        <CartNotKept />
        {priced.missing === null ? null : <FileAlert why={priced.missing} />}
        <ul className={classes.lines}>
          {priced.missing !== null
            ? cart.cartBuybacks.map((buyback) => (
                <li key={buyback.inCartId} className={classes.cartLine}>
                  <strong>{nameOf(buyback.declaration.product)}</strong>
                  <RemoveButton buyback={buyback} onRemove={setLeaving} />
                </li>
              ))
            : priced.lines.map((line) => (
                <Line
                  key={line.buyback.inCartId}
                  line={line}
                  buybackId={cart.preDeclaredBuybackId}
                  onRemove={setLeaving}
                />
              ))}
        </ul>
        {cart.preDeclaredBuybackId === null && mayAddAnother(cart) ? (
          <ButtonLink to="/buyback/create" size="lg" variant="default">
            {t(($) => $.offer.another)}
          </ButtonLink>
        ) : null}
        <CustomerFacts draft={draft} asked={priced.asked} isKept={isKept} />
      </section>
      <aside className={classes.pane} aria-label={t(($) => $.summary.pane)}>
        <div className={classes.now}>
          <span>{t(($) => $.summary.total)}</span>
          <strong>{format.money(priced.totalCents)}</strong>
        </div>
        {priced.predeclared?.promisedCents == null ? null : (
          <p className={classes.before} data-held={priced.predeclared.isHeld}>
            <span>{priced.predeclared.isHeld ? t(($) => $.diag.promisedHeld) : t(($) => $.diag.promisedStale)}</span>
            <strong>{format.money(priced.predeclared.promisedCents)}</strong>
          </p>
        )}
        {missing > 0 ? (
          <Alert color="orange" variant="light" role="alert">
            {t(($) => $.summary.missing, {
              missing: format.money(missing),
              minimum: format.money(cart.minimumCartValue),
            })}
          </Alert>
        ) : null}
        <Button size="xl" fullWidth disabled={knowsCustomer ? !mayTurn : !isSellable} onClick={goOn}>
          {knowsCustomer ? t(($) => $.summary.turn) : t(($) => $.summary.askCustomer)}
        </Button>
      </aside>
      <ConfirmModal
        data={
          leaving && {
            title: t(($) => $.summary.removeTitle),
            content: t(($) => $.summary.removeText, { name: nameOf(leaving.declaration.product) }),
            confirmLabel: t(($) => $.summary.remove),
            destructive: true,
            confirm: () => {
              const isLast = cart.cartBuybacks.length === 1
              held.remove(leaving.inCartId)
              if (isLast) void navigate({ to: '/home' })
            },
          }
        }
        onClose={() => setLeaving(null)}
      />
    </div>
  )
}

function FileAlert({ why }: { readonly why: MissingFile }) {
  const { t } = useTranslation('counter')
  return (
    <Alert color="red" variant="light" role="alert" title={t(($) => $.diag[why])}>
      {t(($) => $.diag[`${why}Text`], { count: quoteValidityDays })}
    </Alert>
  )
}

function Line(props: {
  readonly line: PricedLine
  /** What the web has predeclared; null in a sale. */
  readonly buybackId: string | null
  readonly onRemove: (buyback: CartBuyback) => void
}) {
  const { t } = useTranslation('counter')
  const journey = useTranslation('journey').t
  const format = useFormat()
  const { line, buybackId, onRemove } = props
  const { buyback, facts, progress, offer, problem, formerCents } = line
  const circuit = facts === null ? null : circuitOf(facts, progress)
  const payment = facts === null ? null : paymentOf(facts, progress)
  const { product, grade } = buyback.declaration
  return (
    <li className={classes.cartLine}>
      <ProductImage image={product.image} />
      <div className={classes.lineWords}>
        <strong>{nameOf(product)}</strong>
        <span className={classes.soft}>
          {[
            journey(($) => $.grade[offer?.estimate.grade ?? grade]),
            circuit && journey(($) => $.options.circuit[circuit.type]),
            payment?.label,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {progress.imei === null ? null : <span className={classes.soft}>{progress.imei}</span>}
        {problem === null ? null : (
          <span className={classes.problem} role="alert">
            {journey(($) => $.refused[problem])}
          </span>
        )}
        {formerCents === null || offer === null ? null : (
          <span className={classes.changed} role="status">
            {t(($) => $.summary.changed, {
              former: format.money(formerCents),
              current: format.money(offer.totalCents),
            })}
          </span>
        )}
      </div>
      <span className={classes.lineEnd}>
        <strong className={classes.tilePrice}>{offer === null ? '–' : format.money(offer.totalCents)}</strong>
        {facts === null ? null : <ChangeButton buyback={buyback} buybackId={buybackId} />}
        <RemoveButton buyback={buyback} onRemove={onRemove} />
      </span>
    </li>
  )
}

/** Beyond the last screen: the questions open on the first one that lacks its answer, or on the offer. */
const lastStep = 499

/** The way back into the questions about a product, with its answers. */
function ChangeButton(props: { readonly buyback: CartBuyback; readonly buybackId: string | null }) {
  const { t } = useTranslation('counter')
  const { buyback, buybackId } = props
  const { product } = buyback.declaration
  const path = diagPath(product)
  return (
    <ActionIcon
      component={Link}
      to={(buybackId === null ? path : `${path}/${buyback.inCartId}/${buybackId}`) as never}
      search={{ line: buyback.inCartId, step: lastStep } as never}
      variant="subtle"
      size={60}
      aria-label={t(($) => $.summary.changeOf, { name: nameOf(product) })}
    >
      <IconPencil size={24} stroke={1.5} aria-hidden />
    </ActionIcon>
  )
}

function RemoveButton(props: { readonly buyback: CartBuyback; readonly onRemove: (buyback: CartBuyback) => void }) {
  const { t } = useTranslation('counter')
  const name = nameOf(props.buyback.declaration.product)
  return (
    <ActionIcon
      variant="subtle"
      size={60}
      aria-label={t(($) => $.summary.removeOf, { name })}
      onClick={() => props.onRemove(props.buyback)}
    >
      <IconTrash size={24} stroke={1.5} aria-hidden />
    </ActionIcon>
  )
}
