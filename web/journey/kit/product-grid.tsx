import { useTranslation } from 'react-i18next'
import { productName } from '#domain/catalog/product-name.ts'
import type { ProductCard } from '#sync/calls/public-catalog.ts'
import { Way } from './link.tsx'
import { ProductPicture } from './product-picture.tsx'
import { useFormat } from './site.ts'
import { wizardPath } from './wizard-path.ts'
import classes from './product-grid.module.css'

/** Products as cards: picture, name, and what they are worth at best. */
export function ProductGrid({
  products,
  eager = 4,
  leads = false,
  imei,
}: {
  readonly products: readonly ProductCard[]
  readonly eager?: number
  /** Whether its first picture is the largest thing that the page opens with. */
  readonly leads?: boolean
  /** By which they were found: it is not asked again. */
  readonly imei?: string
}) {
  return (
    <ul className={classes.grid}>
      {products.map((product, at) => (
        <li key={product.id}>
          <Card
            product={product}
            isEager={at < eager}
            isFirst={leads && at === 0}
            search={imei === undefined ? {} : { imei }}
          />
        </li>
      ))}
    </ul>
  )
}

function Card({
  product,
  isEager,
  isFirst,
  search,
}: {
  readonly product: ProductCard
  readonly isEager: boolean
  readonly isFirst: boolean
  readonly search: Readonly<Record<string, string>>
}) {
  const { t } = useTranslation('journey')
  const format = useFormat()
  const price = product.bestPriceCents
  return (
    <Way to={wizardPath(product)} search={search} className={classes.card}>
      <ProductPicture
        image={product.image}
        category={product.categoryName}
        place="card"
        isEager={isEager}
        isFirst={isFirst}
      />
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
