import { Alert, Anchor } from '@mantine/core'
import { IconCategory, IconDevices, IconFileText, IconMapPin } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan, useFormat } from '#web/lib/platform.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import { CatalogGate } from '../catalog/catalog-gate.tsx'
import { useCatalog } from '../catalog/use-catalog.ts'
import { TodaySales } from '../done/today-sales.tsx'
import { CartNotKept } from '../sale/cart-not-kept.tsx'
import { ExpiredCart } from '../sale/expired-cart.tsx'
import { ProductSearch } from './counter-product-search.tsx'
import classes from '../counter.module.css'

/** `/buyback/create` (BB-10): where a sale at the counter begins, and what was sold today. */
export function CounterDeskPage() {
  const { t } = useTranslation('counter')
  return (
    <Page title={t(($) => $.desk.title)} icon={IconDevices} actions={<Ways />}>
      <Readiness />
      <CartNotKept />
      <ExpiredCart />
      <div className={classes.desk}>
        <CatalogGate>{(catalog) => <ProductSearch catalog={catalog} />}</CatalogGate>
        <TodaySales />
      </div>
    </Page>
  )
}

/** `/search` (BB-16): the search alone. */
export function SearchPage() {
  const { t } = useTranslation('counter')
  return (
    <Page
      title={t(($) => $.search.title)}
      icon={IconDevices}
      crumbs={[{ title: t(($) => $.desk.title), to: '/buyback/create' }]}
      actions={<Ways />}
    >
      <CatalogGate>{(catalog) => <ProductSearch catalog={catalog} />}</CatalogGate>
    </Page>
  )
}

function Ways() {
  const { t } = useTranslation('counter')
  const mayFinalize = useCan('buyback.predeclared')
  return (
    <>
      <ButtonLink to="/categories" variant="default" leftSection={<IconCategory size={20} aria-hidden />}>
        {t(($) => $.categories.title)}
      </ButtonLink>
      {mayFinalize ? (
        <ButtonLink to="/buybacks-predeclared" variant="default" leftSection={<IconFileText size={20} aria-hidden />}>
          {t(($) => $.desk.predeclared)}
        </ButtonLink>
      ) : null}
      <ButtonLink to="/stores" variant="default" leftSection={<IconMapPin size={20} aria-hidden />}>
        {t(($) => $.stores.title)}
      </ButtonLink>
    </>
  )
}

/** What keeps a sale from beginning, before anybody has answered twenty questions for nothing. */
function Readiness() {
  const { t } = useTranslation('counter')
  const format = useFormat()
  const { counter, catalog, readiness } = useCatalog()
  if (readiness === undefined || catalog === undefined || catalog === null) return null
  if (readiness.isReady) {
    if (readiness.numbersLeft > 20) return null
    return (
      <Alert color="yellow" variant="light" mb="md">
        {t(($) => $.desk.fewNumbers, { count: readiness.numbersLeft })}
      </Alert>
    )
  }
  const reason = problemOf(readiness.code)
  return (
    <Alert color="red" variant="light" role="alert" mb="md" title={t(($) => $.desk.notReady)}>
      <p className={classes.line}>{t(($) => $.desk.problem[reason])}</p>
      {readiness.confirmedAtMs === null ? null : (
        <p className={classes.line}>
          {t(($) => $.desk.confirmed, { at: format.dateTime(new Date(readiness.confirmedAtMs)) })}
        </p>
      )}
      <Anchor component="button" type="button" underline="always" onClick={() => void counter.refresh()}>
        {t(($) => $.desk.refresh)}
      </Anchor>
    </Alert>
  )
}

const problems = [
  'COUNTER_CATALOG_MISSING',
  'COUNTER_CATALOG_EXPIRED',
  'COUNTER_NUMBERS_USED_UP',
  'SYNC_SIGN_IN_REQUIRED',
] as const

function problemOf(code: string | null): (typeof problems)[number] | 'other' {
  return problems.find((one) => one === code) ?? 'other'
}
