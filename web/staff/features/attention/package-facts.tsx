import { useTranslation } from 'react-i18next'
import { closePackage } from '#sync/operations/expedition/close-package.ts'
import { groupCode } from '#web/lib/format.ts'
import { useEngine } from '#web/local/engine/engine-context.tsx'
import { useEngineRead } from '#web/local/engine/engine-reads.ts'
import { LatestChange } from './latest-change.tsx'
import type { TrayEntry } from './tray-entry.ts'
import words from '#web/staff/ui/floor/floor-text.module.css'

/** Of a package's refused work: where the package goes, its number, what it holds, and who changed it last. */
export function PackageFacts({ entry }: { readonly entry: Pick<TrayEntry, 'type' | 'args'> }) {
  const { t } = useTranslation('sync')
  const engine = useEngine()
  const { packageId, number: given, itemIds } = entry.args
  const id = typeof packageId === 'string' ? packageId : undefined
  const content = useEngineRead(engine, `package:${id ?? ''}`, async () =>
    id === undefined ? null : engine.package(id),
  )
  if (id === undefined || content === undefined) return null
  const row = content?.row ?? null
  const place = engine.config()?.warehouses.find((one) => one.id === row?.destinationWarehouseId)?.name ?? null
  const numbers = [...new Set([row?.number, given].filter((number) => typeof number === 'string'))]
  const [first] = Array.isArray(itemIds) ? (itemIds as readonly unknown[]) : []
  const count = row?.itemIds.length ?? 0
  const state = row === null ? t(($) => $.attention.package.gone) : t(($) => $.attention.package[row.status], { count })
  return (
    <>
      <dt>{t(($) => $.attention.package.title)}</dt>
      <dd>
        {place === null ? state : `${place} · ${state}`}
        {numbers.map((number) => (
          <span key={number} className={words.mono}>
            {' '}
            {groupCode(number)}
            {number === row?.number ? '' : ` (${t(($) => $.attention.package.slip)})`}
          </span>
        ))}
      </dd>
      {entry.type === closePackage.type && typeof first === 'string' && (
        <LatestChange itemId={first} stepId={null} packageId={id} />
      )}
    </>
  )
}
