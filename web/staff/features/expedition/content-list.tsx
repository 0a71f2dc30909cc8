import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { productName } from '#domain/catalog/product-name.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { groupCode } from '#web/lib/format.ts'
import type { PackageContent } from '#web/local/copy/package-view.ts'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { IconAction } from '#web/staff/ui/floor/icon-action.tsx'
import { ShowMoreButton } from '#web/staff/ui/list/show-more-button.tsx'
import rows from '#web/staff/ui/floor/floor-row.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import { unfitItems } from './unfit-items.ts'
import styles from './expedition.module.css'

/** Lines that are drawn at first, and how many come with each tap. */
const step = 30

/** What lies in a package, the last scan on top; taken out one by one while it is open. */
export function ContentList(props: {
  readonly content: PackageContent
  readonly onTakeOut: ((itemId: string) => void) | null
}) {
  const { t } = useTranslation('expedition')
  const { row, items, pendingIds, refusedItemIds } = props.content
  const [shown, setShown] = useState(step)
  const byId = new Map(items.map((item) => [item.id, item]))
  const unfit = unfitItems(props.content)
  const stateOf = (id: string): keyof typeof tones => {
    if (unfit.has(id)) return 'unfit'
    if (refusedItemIds.has(id)) return 'refused'
    return pendingIds.has(id) ? 'pending' : 'confirmed'
  }
  if (row.itemIds.length === 0)
    return <EmptyState title={t(($) => $.packing.empty.title)} text={t(($) => $.packing.empty.text)} />
  return (
    <section aria-label={t(($) => $.packing.content)}>
      <ul className={`${rows.list} ${styles.list}`}>
        {row.itemIds
          .toReversed()
          .slice(0, shown)
          .map((id) => (
            <ContentRow
              key={id}
              item={byId.get(id)}
              state={stateOf(id)}
              onTakeOut={props.onTakeOut === null ? null : () => props.onTakeOut?.(id)}
            />
          ))}
      </ul>
      <ShowMoreButton floor others={row.itemIds.length - shown} onShow={() => setShown(shown + step)} />
    </section>
  )
}

/** How the words about a line look. */
const tones = { unfit: words.error, refused: words.error, pending: words.soft, confirmed: styles.good } as const

function ContentRow(props: {
  readonly item: ItemRow | undefined
  readonly state: keyof typeof tones
  readonly onTakeOut: (() => void) | null
}) {
  const { t } = useTranslation('expedition')
  const { item, state, onTakeOut } = props
  const product = item === undefined ? t(($) => $.packing.unknownItem) : (productName(item) ?? groupCode(item.code))
  return (
    <li className={`${rows.row} ${rows.box} ${styles.row}`}>
      <span className={rows.words}>
        <strong>{product}</strong>
        {item !== undefined && <span className={words.mono}>{groupCode(item.code)}</span>}
        <span className={tones[state]}>{t(($) => $.packing.state[state])}</span>
      </span>
      {onTakeOut !== null && (
        <IconAction
          label={t(($) => $.packing.takeOutOf, { product })}
          title={t(($) => $.packing.takeOut)}
          icon={IconTrash}
          onClick={onTakeOut}
        />
      )}
    </li>
  )
}
