import { IconDeviceMobileSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { sortsOf } from '#sync/calls/list.ts'
import { listProductsCall } from '#sync/calls/product-list.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { EmptyState } from '#web/staff/ui/faces.tsx'
import { listStart, useFilterChange, useListState } from '#web/staff/ui/list-state.ts'
import { Page } from '#web/staff/ui/page.tsx'
import { ServerList } from '#web/staff/ui/server-list.tsx'
import { productsQuery } from './catalog-calls.ts'
import { ExportLink } from './export-link.tsx'
import { ImportLink } from './import-link.tsx'
import { parseProductListSearch, useKeepProductFilters } from './kept-product-filters.ts'
import { useProductColumns } from './product-columns.tsx'
import { ProductFilters } from './product-filters.tsx'
import {
  countProductFilters,
  parseProductSearch,
  productQuestionOf,
  type ProductSearchChange,
} from './product-search.ts'

const first = listStart(sortsOf(listProductsCall), { sort: 'label' })

/** `/products` (CAT-22 to CAT-28): the products of the account, published ones by name at the start. */
export function ProductsPage() {
  const { t } = useTranslation('catalog')
  const { state, change } = useListState(first)
  const address = useSearch({ strict: false })
  const search = parseProductSearch(address)
  useKeepProductFilters(parseProductListSearch(address))
  const setSearch: (part: ProductSearchChange) => void = useFilterChange()
  const columns = useProductColumns()
  const order = state.sort === null ? {} : { order: { [state.sort]: state.order } }
  const query = { ...productQuestionOf(search, state.search), ...order, page: state.page, itemsPerPage: state.perPage }
  const found = useQuery(productsQuery(useHttp(), query))
  const isFiltered = state.search !== '' || countProductFilters(search) > 0
  const actions = (
    <>
      <ImportLink />
      <ExportLink />
    </>
  )
  return (
    <Page title={t(($) => $.products.title)} icon={IconDeviceMobileSearch} actions={actions}>
      <ProductFilters search={search} onChange={setSearch} />
      <ServerList
        label={t(($) => $.products.title)}
        found={found}
        rowKey={({ id }) => id}
        rowName={({ label }) => label}
        state={state}
        onChange={change}
        searchLabel={t(($) => $.products.search)}
        columns={columns}
        empty={
          <EmptyState
            icon={IconDeviceMobileSearch}
            title={isFiltered ? t(($) => $.products.noMatch.title) : t(($) => $.products.empty.title)}
            text={isFiltered ? t(($) => $.products.noMatch.text) : t(($) => $.products.empty.text)}
          />
        }
      />
    </Page>
  )
}
