import { useTranslation } from 'react-i18next'
import { productName } from '#domain/catalog/product-name.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Config } from '#sync/wire/pull.ts'
import { groupCode } from '#web/lib/format.ts'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from '../refurb.module.css'

/** The product in hand, in two lines. */
export function ProductCard({ item, config }: { readonly item: ItemRow; readonly config: Config }) {
  const { t } = useTranslation('refurb')
  const stock = config.stocks.find(({ id }) => id === item.stockId)
  return (
    <section className={styles.product} aria-label={t(($) => $.product.title)}>
      <strong className={styles.productName}>{productName(item) ?? t(($) => $.product.unknown)}</strong>
      <span className={styles.productFacts}>
        <span className={words.mono}>{groupCode(item.code)}</span>
        {stock !== undefined && <span>{t(($) => $.product.stock, { stock: stock.name })}</span>}
      </span>
    </section>
  )
}
