import { IconPackageImport, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { groupCode } from '#web/lib/format.ts'
import { useEngineRead } from '#web/local/engine/engine-reads.ts'
import { IconAction } from '#web/staff/ui/floor/icon-action.tsx'
import type { PackingSession } from './packing-session.ts'
import type { SendingPlace } from './sending-place.tsx'
import { readWaitingScans, waitingListId } from './waiting-scans.ts'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import { ShowMoreButton } from '#web/staff/ui/list/show-more-button.tsx'
import rows from '#web/staff/ui/floor/floor-row.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './expedition.module.css'

/** The scans whose question was left, or was open when the app ended: to be packed after all, or given up. */
export function WaitingList({ place, session }: { readonly place: SendingPlace; readonly session: PackingSession }) {
  const { t } = useTranslation('expedition')
  const { engine, origin, user } = place
  const listId = waitingListId(origin, user.id)
  const lines = useEngineRead(engine, listId, () => readWaitingScans(engine, listId)) ?? []
  const { shown, others, showAll } = useTruncatedList(lines)
  if (lines.length === 0) return null
  return (
    <section aria-label={t(($) => $.waiting.title)}>
      <h2 className={styles.heading}>{t(($) => $.waiting.title)}</h2>
      <ul className={`${rows.list} ${styles.list}`}>
        {shown.map((line) => {
          const product = line.label ?? groupCode(line.code)
          return (
            <li key={line.lineId} className={`${rows.row} ${rows.box} ${styles.row}`}>
              <span className={rows.words}>
                <strong>{product}</strong>
                {line.label !== null && <span className={words.mono}>{groupCode(line.code)}</span>}
              </span>
              <IconAction
                label={t(($) => $.waiting.packOf, { product })}
                title={t(($) => $.waiting.pack)}
                icon={IconPackageImport}
                onClick={() => session.reopen(line)}
              />
              <IconAction
                label={t(($) => $.waiting.dropOf, { product })}
                title={t(($) => $.waiting.drop)}
                icon={IconTrash}
                onClick={() => session.drop(line)}
              />
            </li>
          )
        })}
      </ul>
      <ShowMoreButton floor others={others} onShow={showAll} />
    </section>
  )
}
