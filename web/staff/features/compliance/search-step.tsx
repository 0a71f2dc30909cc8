import { IconCamera, IconPlayerPlay } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkItemCode, type CodeError } from '#domain/item/item-code.ts'
import { productName } from '#domain/catalog/product-name.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { groupCode } from '#web/lib/format.ts'
import type { DraftRow } from '#web/local/outbox/drafts.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import type { Photos } from '#web/local/photo/photos.ts'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { CodeForm } from '#web/staff/ui/floor/code-form.tsx'
import { ChoiceList, ChoiceRow } from '#web/staff/ui/form/choice-list.tsx'
import type { WorkPlace } from '#web/local/work-place/use-work-place.ts'
import { lookUpControl } from './control-lookup.ts'
import { controlPlace } from './evaluate-draft.ts'
import { isOfEarlierTest } from './test-draft.ts'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './compliance.module.css'

/** Names the form for its button, which stands at the bottom of the screen. */
export const searchFormId = 'control-code'

/** Scan or type; what was begun and not confirmed can be gone on with. */
export function SearchStep(props: {
  readonly engine: Engine
  readonly photos: Photos
  readonly userId: string
  readonly place: WorkPlace
  readonly hasCamera: boolean
  readonly onCode: (code: string) => void
  readonly onItem: (item: ItemRow) => void
  readonly onCamera: () => void
}) {
  const { t } = useTranslation('compliance')
  const [problem, setProblem] = useState<CodeError | null>(null)
  const begun = useBegun(props.engine, props.photos, props.userId, props.place)
  return (
    <>
      <div>
        <h2 className={styles.name}>{t(($) => $.search.title)}</h2>
        <p className={words.soft}>
          {props.place.config === null ? t(($) => $.search.loading) : t(($) => $.search.text)}
        </p>
      </div>
      <CodeForm
        id={searchFormId}
        label={t(($) => $.search.code)}
        size="middle"
        problem={problem === null ? null : t(($) => $.search.rule[problem])}
        onCode={(typed) => {
          const checked = checkItemCode(typed)
          setProblem(checked.ok ? null : checked.error)
          if (checked.ok) props.onCode(checked.value)
        }}
      />
      {!props.hasCamera && (
        <div className={arrange.row}>
          <FloorAction tone="quiet" icon={IconCamera} onClick={props.onCamera}>
            {t(($) => $.search.camera)}
          </FloorAction>
        </div>
      )}
      {begun.length > 0 && (
        <section aria-label={t(($) => $.search.resume)}>
          <h3 className={styles.label}>{t(($) => $.search.resume)}</h3>
          <ChoiceList>
            {begun.map((item) => (
              <ChoiceRow
                key={item.id}
                sign={<IconPlayerPlay size={28} aria-hidden />}
                onClick={() => props.onItem(item)}
              >
                <strong>{productName(item) ?? groupCode(item.code)}</strong>
                <span className={words.soft}>{groupCode(item.code)}</span>
              </ChoiceRow>
            ))}
          </ChoiceList>
        </section>
      )}
    </>
  )
}

/** Most products that are offered to go on with. */
const mostBegun = 20

/** Products whose test was begun on this device by this operator and still may be done here, the latest first. */
function useBegun(engine: Engine, photos: Photos, userId: string, place: WorkPlace): readonly ItemRow[] {
  const { config, warehouseId } = place
  const [begun, setBegun] = useState<readonly ItemRow[]>([])
  useEffect(() => {
    let alive = true
    const at = controlPlace(config, warehouseId, null)
    const read = async (): Promise<void> => {
      const drafts = await photos.store.drafts.ofUser(userId)
      const views = drafts.length === 0 ? [] : await engine.view(drafts.map(({ itemId }) => itemId))
      const ready = views.filter(({ item }) => lookUpControl([item], at).face === 'ready')
      const items = new Map(ready.map(({ item }) => [item.id, item]))
      const begunItem = ({ itemId, value }: DraftRow): readonly ItemRow[] => {
        const item = items.get(itemId)
        return item === undefined || isOfEarlierTest(value, item) ? [] : [item]
      }
      if (alive) setBegun(drafts.flatMap(begunItem).slice(0, mostBegun))
    }
    void read().catch(() => undefined)
    return () => {
      alive = false
    }
  }, [engine, photos, userId, config, warehouseId])
  return begun
}
