import { IconCategory, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { slugOf } from '#domain/kernel/slug.ts'
import type { CounterCategory } from '#sync/calls/counter-catalog.ts'
import type { CounterCatalog } from '#web/local/counter/counter.ts'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { CatalogGate } from '../catalog/catalog-gate.tsx'
import { useScannedProduct } from './counter-product-search.tsx'
import { UnknownCodeAlert } from './unknown-code.tsx'
import classes from '../counter.module.css'

/** The address of a category at the counter. */
export function categoryPath({ id, name }: Pick<CounterCategory, 'id' | 'name'>): string {
  return `/category/${id}/${slugOf(name)}`
}

/** `/categories` (BB-16): the tree, as a way to a product whose name nobody knows. */
export function CounterCategoriesPage() {
  const { t } = useTranslation('counter')
  return (
    <Page
      title={t(($) => $.categories.title)}
      icon={IconCategory}
      crumbs={[{ title: t(($) => $.desk.title), to: '/buyback/create' }]}
    >
      <CatalogGate>{(catalog) => <Tree catalog={catalog} />}</CatalogGate>
    </Page>
  )
}

function Tree({ catalog }: { readonly catalog: CounterCatalog }) {
  const { t } = useTranslation('counter')
  const { unknown } = useScannedProduct(catalog)
  const { categories } = catalog.rules
  return (
    <>
      <UnknownCodeAlert unknown={unknown} />
      {categories.length === 0 ? (
        <EmptyState icon={IconCategory} title={t(($) => $.categories.none)} />
      ) : (
        <Branch categories={categories} parentId={null} />
      )}
    </>
  )
}

function Branch(props: { readonly categories: readonly CounterCategory[]; readonly parentId: string | null }) {
  const children = props.categories.filter(({ parentId }) => parentId === props.parentId)
  if (children.length === 0) return null
  return (
    <ul className={props.parentId === null ? classes.tree : classes.branch}>
      {children.map((category) => (
        <li key={category.id}>
          <Link to={categoryPath(category)} className={classes.category ?? ''}>
            <span>{category.name}</span>
            <IconChevronRight size={20} aria-hidden />
          </Link>
          <Branch categories={props.categories} parentId={category.id} />
        </li>
      ))}
    </ul>
  )
}
