import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { productName } from '#domain/catalog/product-name.ts'
import { codesOf } from '#sync/replica/lanes.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { groupCode } from '#web/lib/format.ts'
import { useAnswerKeys } from './answer-keys.ts'
import { ChoiceList, ChoiceRow, letterOf } from '#web/staff/ui/form/choice-list.tsx'
import { FloorAction } from './floor-parts.tsx'
import { FloorSheet } from './floor-sheet.tsx'
import words from './floor-text.module.css'

interface Props {
  readonly code: string
  readonly items: readonly ItemRow[]
  readonly onPick: (item: ItemRow) => void
  readonly onLater: () => void
  /** What lets a scanned code answer in place of a tap or a key: the scanner's own part. */
  readonly answers: ComponentType<{
    readonly choices: readonly ItemRow[]
    readonly onPick: (item: ItemRow) => void
    readonly onLeave: () => void
  }>
}

/** Asks which of the products that share a code was scanned: by tap, by its letter, or by scanning an answer. */
export function ChooseItemSheet({ code, items, onPick, onLater, answers: Answers }: Props) {
  const { t } = useTranslation('warehouse')
  useAnswerKeys({
    onAnswer: (at) => {
      const item = items[at]
      if (item !== undefined) onPick(item)
    },
  })
  return (
    <FloorSheet
      title={t(($) => $.choose.title)}
      closeLabel={t(($) => $.choose.later)}
      onClose={onLater}
      actions={
        <FloorAction tone="quiet" onClick={onLater}>
          {t(($) => $.choose.later)}
        </FloorAction>
      }
    >
      <Answers choices={items} onPick={onPick} onLeave={onLater} />
      <p>{t(($) => $.choose.text, { code: groupCode(code) })}</p>
      <ChoiceList>
        {items.map((item, at) => (
          <ChoiceRow key={item.id} keyName={letterOf(at)} onClick={() => onPick(item)}>
            <strong>{productName(item) ?? t(($) => $.product.unknown)}</strong>
            <span>{t(($) => $.itemStatus[item.status])}</span>
            {codesOf(item)
              .filter((other) => other !== code)
              .map((other) => (
                <span key={other} className={words.mono}>
                  {groupCode(other)}
                </span>
              ))}
          </ChoiceRow>
        ))}
      </ChoiceList>
    </FloorSheet>
  )
}
