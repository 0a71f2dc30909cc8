import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { productName } from '#domain/catalog/product-name.ts'
import type { Suggestions } from '#sync/calls/suggestion.ts'
import { ProductPicture } from './product-picture.tsx'
import { useFormat } from './site.ts'
import { wizardPath } from './wizard-path.ts'
import classes from './search-field.module.css'

/** Where a suggestion leads. */
export interface SuggestedWay {
  readonly to: string
  readonly search?: Readonly<Record<string, unknown>>
}

/** The ways of all suggestions, in the order in which they are listed. */
export function waysOf({ products, brands, categories }: Suggestions): readonly SuggestedWay[] {
  const to = '/buyback/search/products'
  return [
    ...products.map((product) => ({ to: wizardPath(product) })),
    ...brands.map(({ value }) => ({ to, search: { brand: [value] } })),
    ...categories.map(({ id }) => ({ to, search: { category: id } })),
  ]
}

/** The suggestions of a search field in their three groups; the keyboard stays in the field, which names the chosen one. */
export function SuggestionList(props: {
  readonly id: string
  readonly found: Suggestions
  readonly active: number | null
  readonly onChoose: (at: number) => void
}) {
  const { id, found, active, onChoose } = props
  const { products, brands, categories } = found
  const { t } = useTranslation('journey')
  const format = useFormat()
  const option = (at: number, key: string, content: ReactNode) => (
    <button
      key={key}
      type="button"
      tabIndex={-1}
      id={`${id}-${at}`}
      role="option"
      aria-selected={at === active}
      className={classes.option}
      onClick={() => onChoose(at)}
    >
      {content}
    </button>
  )
  const count = (shown: number) => (
    <span className={classes.count}>{t(($) => $.results.count, { count: shown, shown: format.number(shown) })}</span>
  )
  const group = (name: string, options: readonly ReactNode[]) =>
    options.length === 0 ? null : (
      <div role="group" aria-label={name}>
        <p className={classes.groupName} aria-hidden="true">
          {name}
        </p>
        {options}
      </div>
    )
  return (
    <div
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={t(($) => $.search.suggestions)}
      className={classes.suggestions}
      // The focus stays in the field, or the list would be gone before the click arrives.
      onMouseDown={(event) => event.preventDefault()}
    >
      {group(
        t(($) => $.search.suggestedProducts),
        products.map((product, at) =>
          option(
            at,
            product.id,
            <>
              <span className={classes.optionPicture}>
                <ProductPicture image={product.image} category={product.categoryName} />
              </span>
              <span className={classes.optionName}>
                {productName({ brand: product.brand, productLabel: product.label })}
              </span>
              {product.bestPriceCents === null ? null : (
                <span className={classes.count}>
                  {t(($) => $.price.upTo)} <strong>{format.money(product.bestPriceCents)}</strong>
                </span>
              )}
            </>,
          ),
        ),
      )}
      {group(
        t(($) => $.search.suggestedBrands),
        brands.map(({ value, count: shown }, at) =>
          option(
            products.length + at,
            `brand-${value}`,
            <>
              <span className={classes.optionName}>{value}</span>
              {count(shown)}
            </>,
          ),
        ),
      )}
      {group(
        t(($) => $.search.suggestedCategories),
        categories.map(({ id: categoryId, name, count: shown }, at) =>
          option(
            products.length + brands.length + at,
            categoryId,
            <>
              <span className={classes.optionName}>{name}</span>
              {count(shown)}
            </>,
          ),
        ),
      )}
    </div>
  )
}
