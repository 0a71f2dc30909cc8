import { Alert, Button, Checkbox } from '@mantine/core'
import { IconRotate, IconWritingSign } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { circuitOf, paymentOf } from '#web/buyback/wizard.ts'
import { codeText } from '#web/lib/error-text.ts'
import { useFormat, useSignedInUser } from '#web/lib/platform.tsx'
import { amountsOf } from '#web/lib/session.ts'
import type { Sold } from '#web/local/counter/counter.ts'
import { meaningless } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { useFloorKeys } from '#web/staff/ui/floor/floor-keys.ts'
import type { SellingStore } from '../catalog/selling-store.ts'
import { addressOfSale } from '../catalog/sale-address.ts'
import { useCatalog } from '../catalog/use-catalog.ts'
import { nameOf } from '../catalog/use-product-search.ts'
import { draftFaults } from './customer-form.ts'
import { useCustomerDraft } from './customer-draft.ts'
import { SignedCondition } from './signed-condition.tsx'
import { SignatureField, type Signed } from './signature-field.tsx'
import type { CounterCart } from './use-counter-cart.ts'
import type { PricedCart } from './use-priced-cart.ts'
import { sellCart } from './sell-cart.ts'
import classes from '../counter.module.css'

interface Props {
  readonly cart: CounterCart
  readonly priced: PricedCart
  readonly store: SellingStore
  readonly onBack: () => void
}

/** The tablet turned to the customer: what is sold and paid, the terms, and the signature that makes the sale. */
export function CustomerSignature({ cart, priced, store, onBack }: Props) {
  const { t, i18n } = useTranslation('counter')
  const format = useFormat()
  const navigate = useNavigate()
  const { counter } = useCatalog()
  const { timeZone, currency } = amountsOf(useSignedInUser(), null)
  const { draft, change, forget } = useCustomerDraft(cart.cart.cartId)
  const [signed, setSigned] = useState<Signed | null>(null)
  const [accepts, setAccepts] = useState(false)
  const [isSelling, setSelling] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const maySell = accepts && signed !== null && !isSelling
  const sellChecked = async (by: Signed): Promise<Sold | 'cartChanged' | 'toCustomer'> => {
    // Another tab may have sold or changed it; what it made of the cart is drawn instead.
    const { cartId, storedAt } = cart.readAgain()
    if (cartId !== cart.cart.cartId || storedAt !== cart.cart.storedAt) return 'cartChanged'
    const isKept = priced.predeclared !== null && draft.keepsWeb
    // Sealed, nobody can correct it any more.
    const faults = isKept ? [] : await draftFaults(draft, priced.asked, { timeZone, currency, nowMs: Date.now() })
    if (faults.length === 0) return sellCart(counter, { cart: cart.cart, priced, storeId: store.id, draft, signed: by })
    change({ checkedFor: null, faults })
    return 'toCustomer'
  }
  const sell = async (): Promise<void> => {
    if (!accepts || signed === null || isSelling) return
    setSelling(true)
    setProblem(null)
    const sold = await sellChecked(signed).catch(() => null)
    if (sold === 'cartChanged') return
    if (sold === 'toCustomer') return navigate({ to: '/cart/customer-infos' })
    if (sold?.ok === true) {
      const address = addressOfSale(sold.lines, cart.cart.preDeclaredBuybackId)
      forget()
      cart.reset()
      return navigate({ to: '/buyback-confirmation', ...address } as never)
    }
    setSelling(false)
    setProblem((sold === null ? null : codeText(i18n, sold.code)) ?? t(($) => $.hand.failed))
  }
  useScanner({
    purpose: 'any',
    onScan: ({ resolution: { command } }) => {
      if (command === 'CONFIRM') return void sell()
      return command === 'CANCEL' ? onBack() : meaningless
    },
  })
  useFloorKeys({ onMain: () => void sell() })
  const terms = [
    ...new Set(
      priced.lines.flatMap(({ facts, progress }) => (facts === null ? [] : (circuitOf(facts, progress)?.terms ?? []))),
    ),
  ]
  return (
    <div className={classes.hand} data-scan-ready>
      <div className={classes.handHead}>
        <h2 ref={title} tabIndex={-1} className={classes.title}>
          {t(($) => $.hand.title)}
        </h2>
        <Button variant="default" size="md" leftSection={<IconRotate size={20} aria-hidden />} onClick={onBack}>
          {t(($) => $.hand.back)}
        </Button>
      </div>
      <div className={classes.handBody}>
        <p className={classes.hint}>{t(($) => $.hand.text, { store: store.name })}</p>
        <ul className={classes.lines}>
          {priced.lines.map(({ buyback, facts, progress, offer }) => {
            const payment = facts === null ? null : paymentOf(facts, progress)
            return (
              <li key={buyback.inCartId} className={classes.handLine}>
                <span className={classes.tileWords}>
                  <strong>{nameOf(buyback.declaration.product)}</strong>
                  {progress.imei === null ? null : <span className={classes.soft}>{progress.imei}</span>}
                  <SignedCondition facts={facts} progress={progress} offer={offer} />
                  {payment === null ? null : (
                    <span>
                      {payment.label} · {t(($) => $.hand.payment[payment.type])}
                    </span>
                  )}
                </span>
                <strong className={classes.tilePrice}>{format.money(offer?.totalCents ?? 0)}</strong>
              </li>
            )
          })}
        </ul>
        <p className={classes.handTotal}>
          <span>{t(($) => $.hand.total)}</span>
          <strong>{format.money(priced.totalCents)}</strong>
        </p>
        {terms.map((text) => (
          <p key={text} className={classes.terms}>
            {text}
          </p>
        ))}
        <Checkbox
          size="lg"
          my="md"
          label={t(($) => $.hand.terms)}
          checked={accepts}
          onChange={(event) => setAccepts(event.currentTarget.checked)}
        />
        <SignatureField onChange={setSigned} />
        {problem === null ? null : (
          <Alert color="red" variant="light" role="alert" mt="md" title={t(($) => $.hand.notSold)}>
            {problem}
          </Alert>
        )}
        <div className={classes.actions}>
          <Button
            size="xl"
            loading={isSelling}
            disabled={!maySell}
            leftSection={<IconWritingSign size={24} aria-hidden />}
            onClick={() => void sell()}
          >
            {t(($) => $.hand.sell)}
          </Button>
        </div>
      </div>
    </div>
  )
}
