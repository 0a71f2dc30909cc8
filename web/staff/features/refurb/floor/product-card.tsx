import { useTranslation } from 'react-i18next'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Config } from '#sync/wire/pull.ts'
import { groupCode } from '#web/lib/format.ts'
import styles from '../refurb.module.css'

/** Brand and model as one name; null where the device knows the item by its code only. */
export function productName(item: Pick<ItemRow, 'brand' | 'productLabel'>): string | null {
  const { brand, productLabel } = item
  if (productLabel === null) return brand
  return brand === null || productLabel.startsWith(brand) ? productLabel : `${brand} ${productLabel}`
}

/** The product in hand, in two lines. */
export function ProductCard({ item, config }: { readonly item: ItemRow; readonly config: Config }) {
  const { t } = useTranslation('refurb')
  const stock = config.stocks.find(({ id }) => id === item.stockId)
  return (
    <section className={styles.product} aria-label={t(($) => $.product.title)}>
      <strong className={styles.productName}>{productName(item) ?? t(($) => $.product.unknown)}</strong>
      <span className={styles.productFacts}>
        <span className={styles.mono}>{groupCode(item.code)}</span>
        {stock !== undefined && <span>{t(($) => $.product.stock, { stock: stock.name })}</span>}
      </span>
    </section>
  )
}
