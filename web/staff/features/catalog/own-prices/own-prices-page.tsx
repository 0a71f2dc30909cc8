import { Text } from '@mantine/core'
import { IconDatabaseImport, IconTag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { sortsOf } from '#sync/calls/list.ts'
import { listOwnPricesCall, type OwnPricesAnswer } from '#sync/calls/product-list.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { ScannedProducts } from '#web/scan/scanned-search.tsx'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { listStart, useListState } from '#web/staff/ui/list/list-state.ts'
import { Page } from '#web/staff/ui/page.tsx'
import { ServerList } from '#web/staff/ui/list/server-list.tsx'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import { ownPricesListQuery } from '../catalog-calls.ts'
import { useOwnPriceColumns } from '../product-columns.tsx'

const first = listStart(sortsOf(listOwnPricesCall), { sort: 'label' })

/** `/own-prices`: what a buyer pays for the products that it buys. */
export function OwnPricesPage() {
  const { t } = useTranslation('catalog')
  const { state, change } = useListState(first)
  const navigate = useNavigate()
  const query = {
    ...(state.search === '' ? {} : { search: state.search }),
    ...(state.sort === null ? {} : { order: { [state.sort]: state.order } }),
    page: state.page,
    itemsPerPage: state.perPage,
  }
  const found = useQuery(ownPricesListQuery(useHttp(), query))
  const columns = useOwnPriceColumns()
  const open = ({ id }: OwnPricesAnswer): void => void navigate({ to: '/own-prices/$id', params: { id } })
  return (
    <Page
      title={t(($) => $.ownPrices.title)}
      icon={IconTag}
      actions={
        <ButtonLink
          to="/own-prices/import"
          variant="default"
          leftSection={<IconDatabaseImport size={20} aria-hidden />}
        >
          {t(($) => $.ownPrices.import)}
        </ButtonLink>
      }
    >
      <Text mb="md">{t(($) => $.ownPrices.text)}</Text>
      <ServerList
        label={t(($) => $.ownPrices.title)}
        found={found}
        rowKey={({ id }) => id}
        rowName={({ label }) => label}
        state={state}
        onChange={change}
        searchLabel={t(($) => $.ownPrices.search)}
        scans={ScannedProducts}
        columns={columns}
        onOpen={open}
        empty={
          <EmptyState
            icon={IconTag}
            title={state.search === '' ? t(($) => $.ownPrices.empty.title) : t(($) => $.products.noMatch.title)}
            text={state.search === '' ? t(($) => $.ownPrices.empty.text) : t(($) => $.categories.noMatch.text)}
          />
        }
      />
    </Page>
  )
}
