import { Text } from '@mantine/core'
import { IconDatabaseImport, IconTag } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { sortsOf } from '#sync/calls/list.ts'
import { listOwnPricesCall, type OwnPricesAnswer } from '#sync/calls/product-list.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { ScannedProducts } from '#web/scan/scanned-search.tsx'
import { listStart } from '#web/staff/ui/list/list-state.ts'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import { ListPage } from '#web/staff/ui/list/list-page.tsx'
import { useListPage } from '#web/staff/ui/list/use-list-page.ts'
import { askedWordsOnly, unfiltered } from '#web/staff/ui/list/list-filters.ts'
import { ownPricesListQuery } from '../catalog-calls.ts'
import { useOwnPriceColumns } from '../product-columns.tsx'

const first = listStart(sortsOf(listOwnPricesCall), { sort: 'label' })

/** `/own-prices`: what a buyer pays for the products that it buys. */
export function OwnPricesPage() {
  const { t } = useTranslation('catalog')
  const http = useHttp()
  const navigate = useNavigate()
  const list = useListPage({
    first,
    filters: unfiltered,
    questionOf: askedWordsOnly('search'),
    query: (question) => ownPricesListQuery(http, question),
  })
  const columns = useOwnPriceColumns()
  const open = ({ id }: OwnPricesAnswer): void => void navigate({ to: '/own-prices/$id', params: { id } })
  return (
    <ListPage
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
      list={list}
      rowKey={({ id }) => id}
      rowName={({ label }) => label}
      searchLabel={t(($) => $.ownPrices.search)}
      scans={ScannedProducts}
      columns={columns}
      onOpen={open}
      empty={{ title: t(($) => $.ownPrices.empty.title), text: t(($) => $.ownPrices.empty.text) }}
      noMatch={{ title: t(($) => $.products.noMatch.title), text: t(($) => $.categories.noMatch.text) }}
    >
      <Text mb="md">{t(($) => $.ownPrices.text)}</Text>
    </ListPage>
  )
}
