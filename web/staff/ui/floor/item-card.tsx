import { useTranslation } from 'react-i18next'
import type { CheckIn } from '#domain/check-in/check-in.ts'
import { productName } from '#domain/catalog/product-name.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Config } from '#sync/wire/pull.ts'
import { usePersonName } from '#web/lib/use-person-name.ts'
import { CodeText } from '#web/staff/ui/code-text.tsx'
import { FloorPanel } from './floor-parts.tsx'
import factStyles from '#web/staff/ui/facts.module.css'
import styles from './item-card.module.css'

const grades = ['functional', 'grade_a', 'grade_b', 'grade_c', 'grade_d', 'grade_e'] as const

/** The product in hand: what it is, its codes, what was declared, and what will happen to it. */
export function ItemCard(props: {
  readonly item: ItemRow
  readonly checkIn: CheckIn | null
  readonly config: Config | null
  /** Who has signed-out work on it; null for nobody. */
  readonly sealedBy: string | null
}) {
  const { t } = useTranslation('warehouse')
  const personName = usePersonName()
  const { item, checkIn, config, sealedBy } = props
  const effect = useEffectText(item, checkIn, config)
  const grade = grades.find((each) => each === item.declaredGrade)
  const codes = [
    [t(($) => $.product.buybackCode), item.buybackCode],
    [t(($) => $.product.code), item.code === item.buybackCode ? null : item.code],
    [t(($) => $.product.imei), item.imei],
    [t(($) => $.product.serialNumber), item.serialNumber],
  ] as const
  return (
    <FloorPanel>
      <h2 className={styles.name}>{productName(item) ?? t(($) => $.product.unknown)}</h2>
      {effect !== null && <p className={styles.effect}>{effect}</p>}
      {sealedBy !== null && (
        <p className={styles.effect}>{t(($) => $.product.sealedBy, { name: personName(sealedBy) })}</p>
      )}
      <dl className={`${factStyles.facts} ${styles.facts}`}>
        {codes.map(([label, code]) =>
          code === null ? null : (
            <div key={label} className={styles.fact}>
              <dt>{label}</dt>
              <dd>
                <CodeText code={code} />
              </dd>
            </div>
          ),
        )}
        <div className={styles.fact}>
          <dt>{t(($) => $.product.grade)}</dt>
          <dd>{grade === undefined ? t(($) => $.product.none) : t(($) => $.grade[grade])}</dd>
        </div>
        <div className={styles.fact}>
          <dt>{t(($) => $.product.status)}</dt>
          <dd>{t(($) => $.itemStatus[item.status])}</dd>
        </div>
      </dl>
    </FloorPanel>
  )
}

function useEffectText(item: ItemRow, checkIn: CheckIn | null, config: Config | null): string | null {
  const { t } = useTranslation('warehouse')
  if (checkIn === null) return null
  const { kind, next } = checkIn
  const stock = config?.stocks.find(({ id }) => id === next.stockId)?.name ?? ''
  const warehouse = config?.warehouses.find(({ id }) => id === item.destinationWarehouseId)?.name ?? ''
  return t(($) => $.confirm.willBe[kind], { stock, warehouse })
}
