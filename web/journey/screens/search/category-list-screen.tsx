import { useTranslation } from 'react-i18next'
import type { PublicCategory } from '#sync/calls/public-catalog.ts'
import { Way } from '../../kit/link.tsx'
import classes from './search.module.css'

/** Every category on one page, as a tree of links (PUB-10). */
export function CategoryListScreen({ categories }: { readonly categories: readonly PublicCategory[] }) {
  const { t } = useTranslation('journey')
  return (
    <div className={classes.categories}>
      <h1>{t(($) => $.categories.listTitle)}</h1>
      {categories.length === 0 ? <p>{t(($) => $.categories.none)}</p> : null}
      <Branch categories={categories} parentId={null} />
    </div>
  )
}

function Branch(props: { readonly categories: readonly PublicCategory[]; readonly parentId: string | null }) {
  const children = props.categories.filter(({ parentId }) => parentId === props.parentId)
  if (children.length === 0) return null
  return (
    <ul className={props.parentId === null ? classes.tree : classes.branch}>
      {children.map(({ id, name, productCount }) => (
        <li key={id}>
          <Way to="/buyback/search/products" search={{ category: id }}>
            {name} <span>{productCount}</span>
          </Way>
          <Branch categories={props.categories} parentId={id} />
        </li>
      ))}
    </ul>
  )
}
