import { useTranslation } from 'react-i18next'
import { grades } from '#domain/catalog/grade.ts'
import type { ListedProductAnswer, OwnPricesAnswer } from '#sync/calls/product-list.ts'
import type { Column } from '#web/staff/ui/list/data-list.tsx'
import { Money } from '#web/staff/ui/money.tsx'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import { useMedia } from '#web/staff/ui/use-media.ts'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'
import { Picture } from './picture.tsx'
import classes from './products.module.css'

type ProductColumn = Column<ListedProductAnswer>

/** Where a product is opened. */
export interface ProductPlace {
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
}

const toneOfProduct = { published: 'success', draft: 'neutral', archived: 'neutral' } as const

/** Columns of the products, as many as the width holds: where there is room, each grade's prices stand in one. The name leads where the product is opened, if anywhere. */
export function useProductColumns(placeOf: ((id: string) => ProductPlace) | null): readonly ProductColumn[] {
  const { t } = useTranslation('catalog')
  const isWide = useMedia('(width >= 87.5em)')
  const prices: readonly ProductColumn[] = isWide
    ? grades.map((grade) => ({
        key: grade === 'grade_a' ? 'buybackPriceGradeA' : grade,
        title: t(($) => $.price[grade]),
        sortable: grade === 'grade_a',
        align: 'end',
        cell: ({ prices: { [grade]: cents } }) => (cents === undefined ? '–' : <Money valueCents={cents} />),
      }))
    : [
        {
          key: 'buybackPriceGradeA',
          title: t(($) => $.column.prices),
          sortable: true,
          cell: (row) => <Prices product={row} />,
        },
      ]
  return [
    {
      key: 'label',
      title: t(($) => $.column.product),
      sortable: true,
      cell: (row) => <ProductCell product={row} place={placeOf?.(row.id) ?? null} />,
    },
    { key: 'brand', title: t(($) => $.column.brand), sortable: true, cell: ({ brand }) => brand ?? '–' },
    { key: 'category', title: t(($) => $.column.category), cell: ({ categoryName }) => categoryName },
    ...prices,
    {
      key: 'status',
      title: t(($) => $.column.status),
      sortable: true,
      cell: ({ status }) => <StatusBadge tone={toneOfProduct[status]} label={t(($) => $.status[status])} />,
    },
  ]
}

/** Columns of a buyer's own list of prices. */
export function useOwnPriceColumns(): readonly Column<OwnPricesAnswer>[] {
  const { t } = useTranslation('catalog')
  return [
    {
      key: 'label',
      title: t(($) => $.column.product),
      sortable: true,
      cell: (row) => <ProductCell product={row} place={{ to: `/own-prices/${row.id}` }} />,
    },
    { key: 'brand', title: t(($) => $.column.brand), sortable: true, cell: ({ brand }) => brand ?? '–' },
    { key: 'category', title: t(($) => $.column.category), cell: ({ categoryName }) => categoryName },
    { key: 'prices', title: t(($) => $.column.prices), cell: (row) => <Prices product={row} /> },
    {
      key: 'status',
      title: t(($) => $.column.status),
      cell: ({ status }) => <StatusBadge tone={toneOfProduct[status]} label={t(($) => $.status[status])} />,
    },
  ]
}

/** Picture and name, and below what it is known by elsewhere. */
function ProductCell(props: {
  readonly product: Pick<ListedProductAnswer, 'label' | 'buyerReference' | 'gtin' | 'image'> & {
    readonly model?: string | null
  }
  /** Where its name leads; null where it leads nowhere. */
  readonly place: ProductPlace | null
}) {
  const { t } = useTranslation('catalog')
  const { product, place } = props
  const { label, model = null, buyerReference, gtin, image } = product
  const known = [
    [t(($) => $.column.model), model],
    [t(($) => $.column.reference), buyerReference],
    [t(($) => $.column.gtin), gtin],
  ] as const
  return (
    <span className={classes.product}>
      <Picture source={image} />
      <span className={classes.names}>
        <strong>
          {place !== null ? (
            <AnchorLink {...(place as never as { readonly to: '/' })} inherit underline="hover">
              {label}
            </AnchorLink>
          ) : (
            label
          )}
        </strong>
        {known.map(([name, value]) =>
          value === null ? null : (
            <span key={name} className={classes.soft}>
              {name} <span translate="no">{value}</span>
            </span>
          ),
        )}
      </span>
    </span>
  )
}

/** The prices of the grades that have one. */
function Prices({ product: { prices } }: { readonly product: Pick<ListedProductAnswer, 'prices'> }) {
  const { t } = useTranslation('catalog')
  if (Object.keys(prices).length === 0) return '–'
  return (
    <dl className={classes.prices}>
      {grades.map((grade) => {
        const cents = prices[grade]
        return cents === undefined ? null : (
          <div key={grade}>
            <dt>{t(($) => $.price[grade])}</dt>
            <dd>
              <Money valueCents={cents} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
