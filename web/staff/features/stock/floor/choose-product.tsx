import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { groupCode } from '#web/lib/format.ts'
import { FloorAction } from '#web/staff/ui/floor-parts.tsx'
import { FloorSheet } from '#web/staff/ui/floor-sheet.tsx'
import { productName } from './scanned-codes.ts'
import styles from './stock-floor.module.css'

interface Props {
  readonly code: string
  readonly items: readonly ItemRow[]
  readonly onPick: (item: ItemRow) => void
  readonly onLater: () => void
}

/** Asks which of the products that share a code was scanned: by tap, by its number key, or by another of its codes. */
export function ChooseProduct({ code, items, onPick, onLater }: Props) {
  const { t } = useTranslation(['stock', 'warehouse'])
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const item = /^[1-9]$/.test(event.key) ? items[Number(event.key) - 1] : undefined
    if (item !== undefined) onPick(item)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <FloorSheet
      title={t(($) => $.floor.which)}
      closeLabel={t(($) => $.floor.later)}
      onClose={onLater}
      actions={
        <FloorAction tone="quiet" onClick={onLater}>
          {t(($) => $.floor.later)}
        </FloorAction>
      }
    >
      <div className={styles.screen}>
        <p>{t(($) => $.floor.whichText, { code: groupCode(code) })}</p>
        <ol className={styles.choices}>
          {items.map((item) => (
            <li key={item.id}>
              <button type="button" className={styles.choice} onClick={() => onPick(item)}>
                <kbd className={styles.choiceEnd}>{items.indexOf(item) + 1}</kbd>
                <span className={styles.choiceText}>
                  <strong>{productName(item) ?? t(($) => $.floor.unnamed)}</strong>
                  <span className={styles.mono}>{groupCode(item.code)}</span>
                  <span>{t(($) => $.itemStatus[item.status], { ns: 'warehouse' })}</span>
                </span>
              </button>
            </li>
          ))}
        </ol>
      </div>
    </FloorSheet>
  )
}
