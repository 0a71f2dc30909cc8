import { useTranslation } from 'react-i18next'
import type { PublicCategory } from '#sync/calls/public-catalog.ts'
import { Way } from '../../kit/link.tsx'
import { ProductPicture } from '../../kit/product-picture.tsx'
import classes from './search.module.css'

/** Categories as tiles, one level of the tree at a time; one without children leads to its products (PUB-09). */
export function CategoriesScreen(props: {
  readonly categories: readonly PublicCategory[]
  readonly parentId: string | null
}) {
  const { t } = useTranslation('journey')
  const parent = props.categories.find(({ id }) => id === props.parentId) ?? null
  const shown = props.categories.filter(({ parentId }) => parentId === (parent?.id ?? null))
  const hasChildren = new Set(props.categories.map(({ parentId }) => parentId))
  return (
    <div className={classes.categories}>
      {parent === null ? null : <Trail parent={parent} />}
      <h1>{parent?.name ?? t(($) => $.categories.title)}</h1>
      {parent?.childrenDescription == null ? null : <p className={classes.about}>{parent.childrenDescription}</p>}
      {props.categories.length === 0 ? <p>{t(($) => $.categories.none)}</p> : null}
      <ul className={classes.tiles}>
        {shown.map((category) => (
          <li key={category.id}>
            <Way
              className={classes.tile}
              {...(hasChildren.has(category.id)
                ? { to: '/buyback/search/categories', search: { category: category.id } }
                : { to: '/buyback/search/products', search: { category: category.id } })}
            >
              <ProductPicture image={category.image} category={category.name} place="card" />
              <span className={classes.tileName}>{category.name}</span>
              <span className={classes.tileCount}>
                {t(($) => $.categories.count, { count: category.productCount })}
              </span>
            </Way>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Trail({ parent }: { readonly parent: PublicCategory }) {
  const { t } = useTranslation('journey')
  return (
    <nav aria-label={t(($) => $.categories.trail)}>
      <ol className={classes.trail}>
        <li>
          <Way to="/buyback/search/categories">{t(($) => $.categories.title)}</Way>
        </li>
        {parent.path.slice(0, -1).map(({ id, name }) => (
          <li key={id}>
            <Way to="/buyback/search/categories" search={{ category: id }}>
              {name}
            </Way>
          </li>
        ))}
      </ol>
    </nav>
  )
}
