import { IconCamera, IconPlayerPlay } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkItemCode, type CodeError } from '#domain/warehouse/item-code.ts'
import { productName } from '#domain/catalog/product-name.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { groupCode } from '#web/lib/format.ts'
import type { Engine } from '#web/local/engine.ts'
import type { Photos } from '#web/local/photos.ts'
import { FloorAction } from '#web/staff/ui/floor-parts.tsx'
import { CodeForm } from '#web/staff/ui/code-form.tsx'
import { ChoiceList, ChoiceRow } from '#web/staff/ui/choice-list.tsx'
import arrange from '#web/staff/ui/floor-arrange.module.css'
import words from '#web/staff/ui/floor-text.module.css'
import styles from './compliance.module.css'

/** Names the form for its button, which stands at the bottom of the screen. */
export const searchFormId = 'control-code'

/** Scan or type; what was begun and not confirmed can be gone on with. */
export function SearchStep(props: {
  readonly engine: Engine
  readonly photos: Photos
  readonly userId: string
  readonly copyReady: boolean
  readonly hasCamera: boolean
  readonly onCode: (code: string) => void
  readonly onItem: (item: ItemRow) => void
  readonly onCamera: () => void
}) {
  const { t } = useTranslation('compliance')
  const [problem, setProblem] = useState<CodeError | null>(null)
  const begun = useBegun(props.engine, props.photos, props.userId, props.copyReady)
  return (
    <>
      <div>
        <h2 className={styles.name}>{t(($) => $.search.title)}</h2>
        <p className={words.soft}>{props.copyReady ? t(($) => $.search.text) : t(($) => $.search.loading)}</p>
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

/** Products whose test was begun on this device by this operator, the latest first. */
function useBegun(engine: Engine, photos: Photos, userId: string, copyReady: boolean): readonly ItemRow[] {
  const [begun, setBegun] = useState<readonly ItemRow[]>([])
  useEffect(() => {
    let alive = true
    const read = async (): Promise<void> => {
      const drafts = await photos.store.drafts.ofUser(userId)
      const views = drafts.length === 0 ? [] : await engine.view(drafts.slice(0, 20).map(({ itemId }) => itemId))
      const items = new Map(views.map(({ item }) => [item.id, item]))
      if (alive) setBegun(drafts.flatMap(({ itemId }) => items.get(itemId) ?? []))
    }
    void read().catch(() => undefined)
    return () => {
      alive = false
    }
  }, [engine, photos, userId, copyReady])
  return begun
}
