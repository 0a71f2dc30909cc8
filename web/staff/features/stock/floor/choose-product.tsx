import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { productName } from '#domain/catalog/product-name.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { groupCode } from '#web/lib/format.ts'
import { FloorAction } from '#web/staff/ui/floor-parts.tsx'
import { FloorSheet } from '#web/staff/ui/floor-sheet.tsx'
import { ChoiceList, ChoiceRow } from '#web/staff/ui/choice-list.tsx'
import arrange from '#web/staff/ui/floor-arrange.module.css'
import words from '#web/staff/ui/floor-text.module.css'

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
      <div className={arrange.stack}>
        <p>{t(($) => $.floor.whichText, { code: groupCode(code) })}</p>
        <ChoiceList>
          {items.map((item, at) => (
            <ChoiceRow key={item.id} keyName={at + 1} onClick={() => onPick(item)}>
              <strong>{productName(item) ?? t(($) => $.floor.unnamed)}</strong>
              <span className={words.mono}>{groupCode(item.code)}</span>
              <span>{t(($) => $.itemStatus[item.status], { ns: 'warehouse' })}</span>
            </ChoiceRow>
          ))}
        </ChoiceList>
      </div>
    </FloorSheet>
  )
}
