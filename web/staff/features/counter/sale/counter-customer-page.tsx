import { Alert, Button, Checkbox, TextInput } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldFault } from '#domain/customer/customer.ts'
import { foundAgainDays } from '#domain/customer/found-again.ts'
import { identificationTypes } from '#domain/customer/identification-type.ts'
import { languages } from '#domain/kernel/languages.ts'
import { useCan, useSignedInUser } from '#web/lib/platform.tsx'
import { amountsOf } from '#web/lib/session.ts'
import type { CounterCatalog } from '#web/local/counter/counter.ts'
import { CountryField } from '#web/staff/ui/form/country-field.tsx'
import { DayField } from '#web/staff/ui/form/day-field.tsx'
import { RowsSkeleton } from '#web/staff/ui/states.tsx'
import { languageName } from '#web/staff/ui/form/language-name.ts'
import { Page } from '#web/staff/ui/page.tsx'
import { TruncatedSelect } from '#web/staff/ui/form/truncated-select.tsx'
import { useScreenKeys } from '#web/staff/ui/use-keys.ts'
import { meaningless } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { CatalogGate } from '../catalog/catalog-gate.tsx'
import type { Asked } from './asked.ts'
import { CartNotKept } from './cart-not-kept.tsx'
import { askedFields, customerFields, draftFaults, identificationFields } from './customer-form.ts'
import { keptParts, languageOf, useCustomerDraft, type DraftPart } from './customer-draft.ts'
import { FindCustomer } from './find-customer.tsx'
import { FoundCustomer } from './found-customer.tsx'
import { missingCents } from './missing-value.ts'
import { useCounterCart } from './use-counter-cart.ts'
import { useLatinName } from './use-latin-name.ts'
import { usePricedCart } from './use-priced-cart.ts'
import { useWebCustomer, webBuybackOf, type WebBuyback, type WebCustomerState } from './web-customer.ts'
import classes from '../counter.module.css'

/** `/cart/customer-infos` (CART-16, CART-19 to CART-31): who sells; nothing of it is stored on the device. */
export function CounterCustomerPage() {
  const { t } = useTranslation('counter')
  return (
    <Page
      title={t(($) => $.customer.title)}
      icon={IconUser}
      crumbs={[
        { title: t(($) => $.desk.title), to: '/buyback/create' },
        { title: t(($) => $.summary.title), to: '/cart/summary' },
      ]}
    >
      <CatalogGate>{(catalog) => <Customer catalog={catalog} />}</CatalogGate>
    </Page>
  )
}

function Customer({ catalog }: { readonly catalog: CounterCatalog }) {
  const { cart } = useCounterCart(catalog)
  const priced = usePricedCart(catalog, cart)
  if (cart.cartBuybacks.length === 0) return <Navigate to="/buyback/create" replace />
  if (priced === undefined) return <RowsSkeleton rows={8} height={64} />
  // Nobody gives a name, a document and an account for what is not bought; the summary says what is missing (CART-13).
  if (priced.missing !== null || missingCents(cart, priced) > 0) return <Navigate to="/cart/summary" replace />
  return (
    <>
      <CartNotKept />
      <Form
        cartId={cart.cartId}
        asked={priced.asked}
        predeclared={webBuybackOf(cart, priced.predeclared)}
        catalog={catalog}
      />
    </>
  )
}

function Form(props: {
  readonly cartId: string
  readonly asked: Asked
  /** Null in a sale. */
  readonly predeclared: WebBuyback | null
  readonly catalog: CounterCatalog
}) {
  const { t } = useTranslation('counter')
  const navigate = useNavigate()
  const { asked, predeclared } = props
  const isPredeclared = predeclared !== null
  const { draft, change, set, take, forget } = useCustomerDraft(props.cartId)
  const web = useWebCustomer(predeclared, asked, { draft, change })
  const [faults, setFaults] = useState(draft.faults)
  const errorOf = useFaultText()
  const isKept = isPredeclared && draft.keepsWeb
  const { timeZone, currency } = amountsOf(useSignedInUser(), null)
  const fields = askedFields(draft, currency)
  const taken = keptParts(draft)
  const mayFind = useCan('customer.find') && !isPredeclared
  const [isOpened, setOpened] = useState(false)
  // Of a customer who was found again only what is open is asked; the details are there to be corrected.
  const showsDetails =
    draft.former === null || isOpened || faults.some(({ field }) => customerFields.some((name) => name === field))
  const goOn = useRef<HTMLButtonElement>(null)
  const formerId = draft.former?.id
  useEffect(() => {
    if (formerId !== undefined) goOn.current?.focus()
  }, [formerId])
  useLatinName(draft, set)
  const language = languageOf(draft, props.catalog)
  const faultsNow = () => draftFaults(draft, asked, { timeZone, currency, nowMs: Date.now() })
  const submit = async (form: HTMLFormElement | null): Promise<void> => {
    const found = isKept ? [] : await faultsNow()
    setFaults(found)
    // What the form has shown stays, though the web's answer should come only now.
    change({ checkedFor: isKept || found.length > 0 ? null : asked, faults: [], ...(!isKept && { language }) })
    if (found.length === 0) return navigate({ to: '/cart/summary' })
    form?.querySelector<HTMLElement>(`[name="${found[0]?.field ?? ''}"]`)?.focus()
  }
  const check = async (field: string): Promise<void> => {
    const found = await faultsNow()
    setFaults((before) => [
      ...before.filter((fault) => fault.field !== field),
      ...found.filter((fault) => fault.field === field),
    ])
  }
  const bound = (part: DraftPart, field: string) => ({
    name: field,
    size: 'lg' as const,
    autoComplete: 'off',
    value: draft[part][field] ?? '',
    error: errorOf(faults.find((fault) => fault.field === field)),
    onBlur: () => {
      if ((draft[part][field] ?? '') !== '') void check(field)
    },
  })
  const text = (part: DraftPart, field: string) => ({
    ...bound(part, field),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      set(part, field, event.currentTarget.value),
  })
  const formOf = (): HTMLFormElement | null => document.querySelector<HTMLFormElement>('form[data-customer]')
  useScanner({
    purpose: 'any',
    onScan: ({ resolution: { command } }) => {
      if (command !== 'CONFIRM' && command !== 'NEXT') return meaningless
      void submit(formOf())
    },
  })
  useScreenKeys((event) => {
    if (event.key !== 'F8') return
    event.preventDefault()
    void submit(formOf())
  })
  return (
    <>
      {mayFind && draft.former === null ? (
        <div className={classes.form}>
          <FindCustomer onTake={(found) => take(draft, { ...found, foundAs: found.customer ?? {} })} />
        </div>
      ) : null}
      <form
        className={classes.form}
        data-customer
        noValidate
        autoComplete="off"
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault()
          void submit(event.currentTarget)
        }}
      >
        {isPredeclared ? (
          <KeepWeb web={web} isKept={draft.keepsWeb} onChange={(keepsWeb) => change({ keepsWeb, checkedFor: null })} />
        ) : null}
        {isKept ? null : (
          <>
            <p className={classes.hint}>{t(($) => $.customer.safe)}</p>
            {draft.former === null ? null : (
              <FoundCustomer
                draft={draft}
                asked={asked}
                onCorrect={isOpened ? null : () => setOpened(true)}
                onLeave={() => {
                  setOpened(false)
                  setFaults([])
                  forget()
                }}
              />
            )}
            {showsDetails ? (
              <fieldset className={classes.fields}>
                <legend>{t(($) => $.customer.who)}</legend>
                {fields.customer.map((field) =>
                  field === 'clientCountry' ? (
                    <CountryField
                      key={field}
                      {...bound('customer', field)}
                      label={t(($) => $.customer.field[field])}
                      onChange={(value) => set('customer', field, value ?? '')}
                    />
                  ) : (
                    <TextInput
                      key={field}
                      {...text('customer', field)}
                      label={t(($) => $.customer.field[field])}
                      required={field !== 'clientStreetMore'}
                      withAsterisk={false}
                      {...(field === 'clientLatinName' && { description: t(($) => $.customer.latinNameHint) })}
                      {...(field === 'clientEmail' && { type: 'email', inputMode: 'email' as const })}
                      {...(field === 'clientPhone' && { type: 'tel', inputMode: 'tel' as const })}
                    />
                  ),
                )}
                <TruncatedSelect
                  size="lg"
                  label={t(($) => $.customer.language)}
                  data={languages.map((value) => ({ value, label: languageName(value) }))}
                  value={language}
                  allowDeselect={false}
                  onChange={(value) => change({ language: languages.find((one) => one === value) ?? null })}
                />
              </fieldset>
            ) : null}
            {asked.identification && !taken.identification ? (
              <fieldset className={classes.fields}>
                <legend>{t(($) => $.customer.identity)}</legend>
                {identificationFields.map((field) =>
                  field === 'clientNationalIdentificationType' ? (
                    <TruncatedSelect
                      key={field}
                      {...bound('identification', field)}
                      label={t(($) => $.customer.field[field])}
                      data={identificationTypes.map((value) => ({ value, label: t(($) => $.customer.type[value]) }))}
                      value={draft.identification[field] ?? null}
                      onChange={(value) => set('identification', field, value ?? '')}
                    />
                  ) : field === 'clientNationalIdentificationDeliveryDate' ? (
                    <DayField
                      key={field}
                      {...bound('identification', field)}
                      label={t(($) => $.customer.field[field])}
                      onChange={(value) => set('identification', field, value)}
                    />
                  ) : (
                    <TextInput
                      key={field}
                      {...text('identification', field)}
                      label={t(($) => $.customer.field[field])}
                    />
                  ),
                )}
              </fieldset>
            ) : null}
            {asked.bank && !taken.bank ? (
              <fieldset className={classes.fields}>
                <legend>{t(($) => $.customer.bank)}</legend>
                {fields.bank.map((field) => (
                  <TextInput
                    key={field}
                    {...text('bank', field)}
                    label={t(($) => $.customer.field[field])}
                    {...(field === 'bic' && { description: t(($) => $.customer.bicHint) })}
                  />
                ))}
              </fieldset>
            ) : null}
            <Checkbox
              size="lg"
              label={t(($) => $.found.agrees)}
              description={t(($) => $.found.agreesText, { count: foundAgainDays / 365 })}
              checked={draft.mayBeFound}
              onChange={(event) => change({ mayBeFound: event.currentTarget.checked })}
            />
          </>
        )}
        <div className={classes.actions}>
          <Button size="xl" type="submit" ref={goOn}>
            {t(($) => $.customer.goOn)}
          </Button>
        </div>
      </form>
    </>
  )
}

/** Whether what the web was told is kept; what it lacks is said before anything is signed. */
function KeepWeb(props: {
  readonly web: WebCustomerState
  readonly isKept: boolean
  readonly onChange: (isKept: boolean) => void
}) {
  const { t, i18n } = useTranslation('counter')
  const { missing, isUnknown } = props.web
  if (missing.length > 0) {
    const parts = missing.map((part) => t(($) => $.customer.part[part]))
    return (
      <Alert color="orange" variant="light" role="alert" mb="lg" title={t(($) => $.customer.webIncomplete)}>
        {t(($) => $.customer.webIncompleteText, {
          parts: new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(parts),
        })}
      </Alert>
    )
  }
  return (
    <>
      <Checkbox
        size="lg"
        mb="lg"
        label={t(($) => $.customer.keepWeb)}
        description={t(($) => $.customer.keepWebText)}
        checked={props.isKept}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      {isUnknown && props.isKept ? (
        <Alert color="yellow" variant="light" role="status" mb="lg">
          {t(($) => $.customer.webUnknown)}
        </Alert>
      ) : null}
    </>
  )
}

function useFaultText(): (fault: FieldFault | undefined) => string | null {
  const { t } = useTranslation('customer')
  return (fault) => (fault === undefined ? null : t(($) => $.errors[fault.error], { min: fault.min, max: fault.max }))
}
