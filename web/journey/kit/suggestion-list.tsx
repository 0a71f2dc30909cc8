import { useTranslation } from 'react-i18next'
import { productName } from '#domain/catalog/product-name.ts'
import type { Suggestions } from '#sync/calls/search-suggestions.ts'
import { ProductPicture } from './product-picture.tsx'
import { useFormat } from './site.ts'
import classes from './search-field.module.css'

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
  const count = (shown: number) => t(($) => $.results.count, { count: shown, shown: format.number(shown) })
  const groups = [
    {
      name: t(($) => $.search.suggestedProducts),
      options: products.map(({ brand, label, image, categoryName, bestPriceCents }) => ({
        picture: <ProductPicture image={image} category={categoryName} />,
        name: productName({ brand, productLabel: label }),
        aside: bestPriceCents === null ? '' : `${t(($) => $.price.upTo)} ${format.money(bestPriceCents)}`,
      })),
    },
    {
      name: t(($) => $.search.suggestedBrands),
      options: brands.map(({ value, count: shown }) => ({ picture: null, name: value, aside: count(shown) })),
    },
    {
      name: t(($) => $.search.suggestedCategories),
      options: categories.map(({ name, count: shown }) => ({ picture: null, name, aside: count(shown) })),
    },
  ]
  let next = 0
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
      {groups
        .filter(({ options }) => options.length > 0)
        .map(({ name: group, options }) => (
          <div key={group} role="group" aria-label={group}>
            <p className={classes.groupName} aria-hidden="true">
              {group}
            </p>
            {options.map(({ picture, name, aside }) => {
              const at = next++
              return (
                <button
                  key={at}
                  type="button"
                  tabIndex={-1}
                  id={`${id}-${at}`}
                  role="option"
                  aria-selected={at === active}
                  className={classes.option}
                  onClick={() => onChoose(at)}
                >
                  {picture === null ? null : <span className={classes.optionPicture}>{picture}</span>}
                  <span className={classes.optionName}>{name}</span>
                  <span className={classes.count}>{aside}</span>
                </button>
              )
            })}
          </div>
        ))}
    </div>
  )
}
