import { Alert } from '@mantine/core'
import { IconDeviceMobileSearch, IconPlus } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sortsOf } from '#sync/calls/list.ts'
import { exportProductsCall, listProductsCall, type ListedProductAnswer } from '#sync/calls/product-list.ts'
import { addressOf } from '#web/lib/http.ts'
import { useCan, useFormat, useHttp } from '#web/lib/platform.tsx'
import { ScannedProducts } from '#web/scan/scanned-search.tsx'
import { SaveError } from '#web/staff/ui/form/save-error.tsx'
import { ExportButton } from '#web/staff/ui/list/export-button.tsx'
import { listStart } from '#web/staff/ui/list/list-state.ts'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import { ListPage } from '#web/staff/ui/list/list-page.tsx'
import { useListPage } from '#web/staff/ui/list/use-list-page.ts'
import { productsQuery } from './catalog-calls.ts'
import { ExportLink } from './export-link.tsx'
import { ImportLink } from './import-link.tsx'
import { LeftProducts } from './left-products.tsx'
import { useKeepProductFilters } from './kept-product-filters.ts'
import { ProductBulk } from './product-bulk.tsx'
import { useProductColumns, type ProductPlace } from './product-columns.tsx'
import { ProductFilters } from './product-filters.tsx'
import { countProductFilters, productQuestionOf, productFilters } from './product-list-search.ts'
import type { BulkOutcome, ChosenProducts } from './re-price-dialog.tsx'

const first = listStart(sortsOf(listProductsCall), { sort: 'label' })

/** `/products` (CAT-22 to CAT-28): the products of the account, published ones by name at the start. */
export function ProductsPage() {
  const { t } = useTranslation('catalog')
  const http = useHttp()
  const list = useListPage({
    first,
    filters: productFilters,
    questionOf: productQuestionOf,
    query: (question) => productsQuery(http, question),
  })
  useKeepProductFilters(productFilters.readAddress(useSearch({ strict: false })))
  const mayWrite = useCan('product.write')
  const navigate = useNavigate()
  // Workshops write what they ask of one product alone, and nothing else of it.
  const mayAsk = useCan('refurb_diagnostic.manage')
  const placeOf = mayWrite ? formOf : mayAsk ? questionsOf : null
  const columns = useProductColumns(placeOf)
  // A grade alone leaves no product out.
  const isFiltered = list.state.search !== '' || countProductFilters(list.filters) > 0
  const { question, found } = list
  const total = found.data?.['hydra:totalItems'] ?? null
  const many = useMany(question, total, found.data?.['hydra:member'] ?? [])
  const open = ({ id }: ListedProductAnswer): void => void navigate(placeOf?.(id) ?? {})
  const create = mayWrite && (
    <ButtonLink to="/product/create" leftSection={<IconPlus size={20} aria-hidden />}>
      {t(($) => $.products.create)}
    </ButtonLink>
  )
  const actions = (
    <>
      <ImportLink />
      <ExportLink />
      <ExportFound question={question} total={total} />
      {create}
    </>
  )
  return (
    <ListPage
      title={t(($) => $.products.title)}
      icon={IconDeviceMobileSearch}
      actions={actions}
      list={{ ...list, isFiltered }}
      rowKey={({ id }) => id}
      rowName={({ label }) => label}
      searchLabel={t(($) => $.products.search)}
      scans={ScannedProducts}
      columns={columns}
      {...(placeOf !== null && { onOpen: open })}
      {...(mayWrite && {
        selection: { keys: many.keys, onChange: many.choose },
        bulk: many.chosen !== null && (
          <ProductBulk chosen={many.chosen} found={total} onAll={many.chooseAll} onDone={many.done} />
        ),
      })}
      empty={{ title: t(($) => $.products.empty.title), text: t(($) => $.products.empty.text), action: create }}
      noMatch={{ title: t(($) => $.products.noMatch.title), text: t(($) => $.products.noMatch.text) }}
    >
      <BulkNotice outcome={many.outcome} onClose={many.forget} />
      <ProductFilters list={list} />
    </ListPage>
  )
}

const formOf = (id: string): ProductPlace => ({ to: `/product/${id}/edit` })
const questionsOf = (id: string): ProductPlace => ({ to: '/refurb-diagnosis-questions', search: { product: id } })

const none: ReadonlySet<string> = new Set()

/** Products that are chosen for a change of many, over all pages, and what came of the last one. */
function useMany(
  question: Readonly<Record<string, unknown>>,
  total: number | null,
  rows: readonly ListedProductAnswer[],
) {
  const [keys, setKeys] = useState(none)
  // Versions of the rows as they were listed last, over all pages.
  const [versions, setVersions] = useState<ReadonlyMap<string, number>>(new Map())
  const listed = new Map([...versions, ...rows.map(({ id, version }) => [id, version] as const)])
  const versioned = (id: string) => ({ id, version: listed.get(id) ?? 1 })
  const [allOf, setAllOf] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  // Other filters let other products pass: all of them are not meant any more.
  const isAll = allOf === JSON.stringify(question)
  const chosen: ChosenProducts | null =
    keys.size === 0
      ? null
      : isAll
        ? { products: { all: true, count: total ?? keys.size }, query: question, count: total ?? keys.size }
        : { products: { listed: [...keys].map(versioned) }, query: {}, count: keys.size }
  return {
    keys,
    chosen,
    outcome,
    forget: () => setOutcome(null),
    choose: (next: ReadonlySet<string>): void => {
      setKeys(next)
      setVersions(listed)
      setAllOf(null)
    },
    chooseAll: () => setAllOf(JSON.stringify(question)),
    done: (came: BulkOutcome): void => {
      setOutcome(came)
      if ('error' in came) return
      setKeys(none)
      setAllOf(null)
    },
  }
}

/** What a change of many has done, or why it has not. */
function BulkNotice({ outcome, onClose }: { readonly outcome: BulkOutcome | null; readonly onClose: () => void }) {
  const { t } = useTranslation(['catalog', 'common'])
  const format = useFormat()
  if (outcome === null) return null
  if ('error' in outcome) return <SaveError error={outcome.error} failed={t(($) => $.bulk.failed)} />
  const { changed, left } = outcome
  return (
    <div role="status">
      {(changed > 0 || left.length === 0) && (
        <Alert
          color="green"
          mb="md"
          withCloseButton
          closeButtonLabel={t(($) => $.action.close, { ns: 'common' })}
          onClose={onClose}
        >
          {t(($) => $.bulk.done, { count: changed, formatted: format.number(changed) })}
        </Alert>
      )}
      {left.length > 0 && <LeftProducts left={left} {...(changed === 0 && { onClose })} />}
    </div>
  )
}

/** The products that the filters let pass, as a file that an import reads; for who may export the catalog. */
function ExportFound(props: { readonly question: Readonly<Record<string, unknown>>; readonly total: number | null }) {
  const { t } = useTranslation('catalog')
  const mayExport = [useCan('category.export'), useCan('product.export')].every(Boolean)
  if (!mayExport) return null
  return (
    <ExportButton
      address={addressOf(exportProductsCall.path, { query: props.question })}
      name={t(($) => $.products.fileName)}
      label={t(($) => $.products.exportFound)}
      total={props.total}
    />
  )
}
