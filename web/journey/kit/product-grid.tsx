import { useTranslation } from 'react-i18next'
import { productName } from '#domain/catalog/product-name.ts'
import type { ProductCard } from '#sync/calls/public-catalog.ts'
import { Way } from './link.tsx'
import { ProductPicture } from './product-picture.tsx'
import { useFormat } from './site.ts'
import classes from './product-grid.module.css'

/** Products as cards: picture, name, and what they are worth at best. */
export function ProductGrid({
  products,
  eager = 4,
}: {
  readonly products: readonly ProductCard[]
  readonly eager?: number
}) {
  return (
    <ul className={classes.grid}>
      {products.map((product, at) => (
        <li key={product.id}>
          <Card product={product} isEager={at < eager} />
        </li>
      ))}
    </ul>
  )
}

function Card({ product, isEager }: { readonly product: ProductCard; readonly isEager: boolean }) {
  const { t } = useTranslation('journey')
  const format = useFormat()
  const price = product.bestPriceCents
  return (
    <Way to={wizardPath(product)} className={classes.card}>
      <ProductPicture image={product.image} category={product.categoryName} place="card" isEager={isEager} />
      <span className={classes.kind}>{product.categoryName}</span>
      <span className={classes.name}>{productName({ brand: product.brand, productLabel: product.label })}</span>
      <span className={classes.price}>
        {price === null ? (
          t(($) => $.price.onAsking)
        ) : (
          <>
            {t(($) => $.price.upTo)} <strong>{format.money(price)}</strong>
          </>
        )}
      </span>
    </Way>
  )
}

/** The way into the wizard of a product. */
export function wizardPath({ id, slug }: Pick<ProductCard, 'id' | 'slug'>): string {
  return `/buyback/create/${id}/${slug}`
}
