import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { PublicProducts } from '#sync/calls/public-catalog.ts'
import { afterPaint } from '../../kit/after-paint.ts'
import { Way } from '../../kit/link.tsx'
import { toggledBrand, type ProductSearch } from './product-search.ts'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import { ShowMoreButton } from '../../kit/show-more-button.tsx'
import classes from './search.module.css'

/** So many of one facet are shown at first; beside the results there is little room. */
const limit = 12

/** Brands and categories that narrow the results; each is a link, so that going back takes it off again. */
export function Facets(props: { readonly search: ProductSearch; readonly facets: PublicProducts['facets'] }) {
  const { t } = useTranslation('journey')
  const { search, facets } = props
  const { category, page: _page, ...others } = search
  const chosen = (search.brand?.length ?? 0) + (category === undefined ? 0 : 1)
  const categories = useTruncatedList(facets.categories, { limit, keeps: ({ id }) => id === category })
  const isOn = (brand: string): boolean => search.brand?.includes(brand) ?? false
  const brands = useTruncatedList(facets.brands, { limit, keeps: ({ value }) => isOn(value) })
  return (
    <details className={classes.facets}>
      <summary onClick={openAfterPaint}>{t(($) => $.results.filter, { count: chosen })}</summary>
      <section>
        <h2>{t(($) => $.results.categories)}</h2>
        <ul>
          {category === undefined ? null : (
            <li>
              <Facet to={others} label={t(($) => $.results.allCategories)} />
            </li>
          )}
          {categories.shown.map((one) => (
            <li key={one.id}>
              <Facet
                to={one.id === category ? others : { ...others, category: one.id }}
                label={one.name}
                count={one.count}
                isOn={one.id === category}
              />
            </li>
          ))}
        </ul>
        <ShowMoreButton others={categories.others} onShow={categories.showAll} />
      </section>
      <section>
        <h2>{t(($) => $.results.brands)}</h2>
        <ul>
          {brands.shown.map((one) => (
            <li key={one.value}>
              <Facet to={toggledBrand(search, one.value)} label={one.value} count={one.count} isOn={isOn(one.value)} />
            </li>
          ))}
        </ul>
        <ShowMoreButton others={brands.others} onShow={brands.showAll} />
      </section>
    </details>
  )
}

/** Opens or closes the filters, which moves the whole list, once the touch itself has been answered. */
function openAfterPaint(event: MouseEvent<HTMLElement>): void {
  const filters = event.currentTarget.closest('details')
  event.preventDefault()
  void afterPaint().then(() => filters?.toggleAttribute('open'))
}

function Facet(props: {
  readonly to: ProductSearch
  readonly label: string
  readonly count?: number
  readonly isOn?: boolean
}) {
  const { t } = useTranslation('journey')
  return (
    <Way to="/buyback/search/products" search={{ ...props.to }} className={props.isOn ? classes.on : classes.off}>
      <span>
        {props.label}
        {props.isOn ? <span className="visually-hidden">{` (${t(($) => $.results.chosen)})`}</span> : null}
      </span>
      {props.count === undefined ? null : <span>{props.count}</span>}
    </Way>
  )
}
