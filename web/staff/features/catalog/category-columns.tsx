import { useMemo, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { depthsOf } from '#domain/catalog/category-tree.ts'
import type { ListedCategory } from '#sync/calls/category.ts'
import { useFormat } from '#web/lib/platform.tsx'
import type { Column } from '#web/staff/ui/list/data-list.tsx'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import { useMedia } from '#web/staff/ui/use-media.ts'
import { Picture } from './picture.tsx'
import classes from './categories.module.css'
import productClasses from './products.module.css'

/** Columns of the tree of categories; `all` is the whole of it, by which a line is set in. */
export function useCategoryColumns(all: readonly ListedCategory[] = []): readonly Column<ListedCategory>[] {
  const { t } = useTranslation('catalog')
  const format = useFormat()
  const depths = useMemo(() => depthsOf(all), [all])
  // On a tablet the names need the room: both channels stand in one column.
  const isTablet = useMedia('(48em <= width < 75em)')
  const [web, stores] = [t(($) => $.column.onWeb), t(($) => $.column.inStores)]
  const channels: readonly Column<ListedCategory>[] = isTablet
    ? [
        {
          key: 'channels',
          title: `${web} / ${stores}`,
          align: 'end',
          cell: ({ productCount }) => `${format.number(productCount.web)} / ${format.number(productCount.store)}`,
        },
      ]
    : [
        { key: 'web', title: web, align: 'end', cell: ({ productCount }) => format.number(productCount.web) },
        { key: 'store', title: stores, align: 'end', cell: ({ productCount }) => format.number(productCount.store) },
      ]
  return [
    {
      key: 'name',
      title: t(($) => $.column.category),
      cell: (row) => (
        <span className={classes.category} style={{ '--depth': depths.get(row.id) ?? 0 } as CSSProperties}>
          <Picture source={row.image?.url ?? null} />
          <span className={productClasses.names}>
            <strong>{row.name}</strong>
            <span className={productClasses.soft} translate="no">
              {row.identifier}
            </span>
          </span>
        </span>
      ),
    },
    {
      key: 'products',
      title: t(($) => $.column.publishedOfAll),
      align: 'end',
      cell: ({ numberOfPublishedProducts, numberOfProducts }) =>
        `${format.number(numberOfPublishedProducts)} / ${format.number(numberOfProducts)}`,
    },
    ...channels,
    {
      key: 'questions',
      title: t(($) => $.column.questions),
      align: 'end',
      cell: ({ numberOfQuestions }) => (numberOfQuestions === 0 ? '–' : format.number(numberOfQuestions)),
    },
    {
      key: 'status',
      title: t(($) => $.column.status),
      cell: ({ status }) => (
        <StatusBadge tone={status === 'active' ? 'success' : 'neutral'} label={t(($) => $.categoryStatus[status])} />
      ),
    },
  ]
}
