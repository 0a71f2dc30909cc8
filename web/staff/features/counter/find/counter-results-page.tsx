import { Chip, Pagination } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isImei } from '#domain/kernel/imei.ts'
import { useFormat } from '#web/lib/platform.tsx'
import type { CounterCatalog } from '#web/local/counter/counter.ts'
import { EmptyState, ErrorState, RowsSkeleton } from '#web/staff/ui/states.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { TruncatedSelect } from '#web/staff/ui/form/truncated-select.tsx'
import { CatalogGate } from '../catalog/catalog-gate.tsx'
import { useProductSearch } from '../catalog/use-product-search.ts'
import { categoryPath } from './counter-categories-page.tsx'
import { ProductTiles, useScannedProduct } from './counter-product-search.tsx'
import type { ResultsSearch } from './results-search.ts'
import { UnknownCodeAlert } from './unknown-code.tsx'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import { ShowMoreButton } from '#web/staff/ui/list/show-more-button.tsx'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import { searchWith } from '#web/staff/ui/search-with.ts'
import classes from '../counter.module.css'

/** Products on a page of results (PUB-07). */
const perPage = 40

/** `/results` and `/category/{id}/{slug}` (BB-16): what the device's catalog holds of it. */
export function CounterResultsPage(props: { readonly search: ResultsSearch; readonly categoryId?: string }) {
  return <CatalogGate>{(catalog) => <Results {...props} catalog={catalog} />}</CatalogGate>
}

function Results(props: {
  readonly catalog: CounterCatalog
  readonly search: ResultsSearch
  readonly categoryId?: string
}) {
  const { t } = useTranslation('counter')
  const format = useFormat()
  const navigate = useNavigate()
  const { catalog, search } = props
  const { query = '', brands = [], page = 1 } = search
  const categoryId = props.categoryId ?? search.category ?? null
  const category = categoryId === null ? null : catalog.category(categoryId)
  const { unknown } = useScannedProduct(catalog)
  const { found, hasFailed, retry } = useProductSearch(catalog, {
    text: query,
    categoryId,
    brands,
    limit: perPage,
    offset: (page - 1) * perPage,
  })
  const change = (next: Partial<Record<keyof ResultsSearch, unknown>>): void =>
    void navigate({ to: '.', search: searchWith({ page: undefined, ...next }) })
  const children = catalog.rules.categories.filter(({ parentId }) => categoryId !== null && parentId === categoryId)
  const title = category?.name ?? (query === '' ? t(($) => $.results.all) : t(($) => $.results.of, { query }))
  return (
    <Page
      title={title}
      icon={IconSearch}
      crumbs={[
        { title: t(($) => $.desk.title), to: '/buyback/create' },
        ...(props.categoryId === undefined
          ? []
          : [{ title: t(($) => $.categories.title), to: '/categories' as never }]),
      ]}
      actions={
        <ButtonLink to="/search" variant="default" leftSection={<IconSearch size={20} aria-hidden />}>
          {t(($) => $.results.again)}
        </ButtonLink>
      }
    >
      <UnknownCodeAlert unknown={unknown} />
      {children.length > 0 ? (
        <ul className={classes.chips}>
          {children.map((child) => (
            <li key={child.id}>
              <Link to={categoryPath(child)} className={classes.chip ?? ''}>
                {child.name}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      {hasFailed ? (
        <ErrorState onRetry={retry} />
      ) : found === undefined ? (
        <RowsSkeleton rows={8} height={72} />
      ) : (
        <>
          <div className={classes.filters}>
            {props.categoryId === undefined && found.categories.length > 0 ? (
              <TruncatedSelect
                size="md"
                label={t(($) => $.results.category)}
                placeholder={t(($) => $.results.anyCategory)}
                data={found.categories.map(({ id, name, count }) => ({ value: id, label: `${name} (${count})` }))}
                value={search.category ?? null}
                clearable
                onChange={(id) => change({ category: id ?? undefined })}
              />
            ) : null}
            {found.brands.length > 1 || brands.length > 0 ? (
              <fieldset className={classes.brands}>
                <legend>{t(($) => $.results.brands)}</legend>
                <Chip.Group
                  multiple
                  value={[...brands]}
                  onChange={(next) => change({ brands: next.length === 0 ? undefined : next })}
                >
                  <BrandChips found={found.brands} chosen={brands} />
                </Chip.Group>
              </fieldset>
            ) : null}
          </div>
          <p className={classes.count} role="status">
            {found.correctedQuery === null
              ? t(($) => $.results.count, { count: found.total, formatted: format.number(found.total) })
              : t(($) => $.results.corrected, {
                  query: found.correctedQuery,
                  count: found.total,
                  formatted: format.number(found.total),
                })}
          </p>
          {found.total === 0 ? (
            <EmptyState icon={IconSearch} title={t(($) => $.results.none)} text={t(($) => $.results.noneText)} />
          ) : (
            <ProductTiles products={found.products} imei={isImei(query) ? query : undefined} />
          )}
          {found.total > perPage ? (
            <Pagination
              mt="lg"
              size="lg"
              total={Math.ceil(found.total / perPage)}
              value={page}
              onChange={(next) => change({ page: next === 1 ? undefined : next })}
              getControlProps={(control) => ({ 'aria-label': t(($) => $.results.control[control]) })}
            />
          ) : null}
        </>
      )}
    </Page>
  )
}

/** So many brands are shown at first: they stand before the products. */
const firstBrands = 8

function BrandChips(props: {
  readonly found: readonly { readonly value: string; readonly count: number }[]
  readonly chosen: readonly string[]
}) {
  const cut = { limit: firstBrands, keeps: ({ value }: { readonly value: string }) => props.chosen.includes(value) }
  const { shown, others, showAll } = useTruncatedList(props.found, cut)
  return (
    <>
      {shown.map(({ value, count }) => (
        <Chip key={value} value={value} size="md">
          {value} ({count})
        </Chip>
      ))}
      <ShowMoreButton others={others} onShow={showAll} />
    </>
  )
}
