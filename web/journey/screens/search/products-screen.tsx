import { useTranslation } from 'react-i18next'
import type { PublicProducts } from '#sync/calls/public-catalog.ts'
import { LinkButton, Way } from '../../kit/link.tsx'
import { Notice } from '../../kit/notice.tsx'
import { ProductGrid } from '../../kit/product-grid.tsx'
import { SearchField } from '../../kit/search-field.tsx'
import { useFormat } from '../../kit/site.ts'
import { Facets } from './facets.tsx'
import { NoResult } from './no-result.tsx'
import { perPage, type ProductSearch } from './product-search.ts'
import classes from './search.module.css'

/** The results of a search, 40 a page, with brands and categories to narrow them (PUB-06, PUB-07). */
export function ProductsScreen(props: {
  readonly search: ProductSearch
  readonly results: PublicProducts
  /** What the account tells who finds nothing; null for none of its own, or where something was found. */
  readonly noResult: string | null
}) {
  const { t } = useTranslation('journey')
  const format = useFormat()
  const { search, results } = props
  const products = results['hydra:member']
  const total = results['hydra:totalItems'] ?? products.length
  const wanted = search.query ?? search.imei
  return (
    <div className={classes.results}>
      <SearchField key={search.query} {...(search.query === undefined ? {} : { query: search.query })} />
      <header className={classes.resultsHead}>
        <h1>{wanted === undefined ? t(($) => $.results.all) : t(($) => $.results.of, { query: wanted })}</h1>
        <p aria-live="polite">{t(($) => $.results.count, { count: total, shown: format.number(total) })}</p>
      </header>
      {results.correctedQuery === null ? null : (
        <Notice>{t(($) => $.results.corrected, { query: results.correctedQuery })}</Notice>
      )}
      {results.others ? (
        <Notice
          actions={
            <LinkButton to="/buyback/search/products" search={{ ...widened(search) }} quiet>
              {t(($) => $.results.seeOthers)}
            </LinkButton>
          }
        >
          {t(($) => $.results.others, { count: results.others, shown: format.number(results.others) })}
        </Notice>
      ) : null}
      {results.imei?.doubts.includes('IMEI_CHECK_DIGIT') ? (
        <Notice tone="warn">{t(($) => $.imei.checkDigit)}</Notice>
      ) : null}
      {results.imei?.doubts.includes('IMEI_TAC_UNKNOWN') ? (
        <Notice tone="warn">{t(($) => $.imei.tacUnknown)}</Notice>
      ) : null}
      {total === 0 ? (
        <NoResult html={props.noResult} />
      ) : (
        <div className={classes.found}>
          <Facets search={search} facets={results.facets} />
          <div className={classes.list}>
            <ProductGrid
              products={products}
              eager={6}
              leads
              {...(search.imei === undefined ? {} : { imei: search.imei })}
            />
            <Pages search={search} pages={Math.ceil(total / perPage)} />
          </div>
        </div>
      )}
    </div>
  )
}

function widened({ page: _page, ...search }: ProductSearch): ProductSearch {
  return { ...search, wide: true }
}

function Pages({ search, pages }: { readonly search: ProductSearch; readonly pages: number }) {
  const { t } = useTranslation('journey')
  const page = search.page ?? 1
  if (pages <= 1) return null
  const to = (next: number) => ({ to: '/buyback/search/products', search: { ...search, page: next } })
  return (
    <nav className={classes.pages} aria-label={t(($) => $.results.pages)}>
      {page > 1 ? <Way {...to(page - 1)}>{t(($) => $.results.previous)}</Way> : <span />}
      <span>{t(($) => $.results.page, { page, pages })}</span>
      {page < pages ? <Way {...to(page + 1)}>{t(($) => $.results.next)}</Way> : <span />}
    </nav>
  )
}
