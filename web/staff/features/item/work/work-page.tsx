import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { workKinds, type WorkKind } from '#domain/item/next-work.ts'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { can } from '#web/lib/permission.ts'
import { useEngine } from '#web/local/engine/engine-context.tsx'
import { useEngineValue } from '#web/local/engine/engine-reads.ts'
import { ChooseWarehouseScreen } from '#web/staff/ui/floor/choose-warehouse-screen.tsx'
import { isCheckInDisabled } from '#web/lib/check-in-disabled.ts'
import { useWorkPlace } from '#web/local/work-place/use-work-place.ts'
import { WorkScreen } from './work-screen.tsx'
import type { WorkSort } from './work-sort.ts'
import { workTargets } from './work-targets.ts'

/** `/warehouse/work` with the queries `kind` and `sort`: what this operator could do next here. */
export function WorkPage({ kind, sort }: { readonly kind: WorkKind | undefined; readonly sort: WorkSort }) {
  const { t } = useTranslation('item')
  const engine = useEngine()
  const user = useSignedInUser()
  const router = useRouter()
  const place = useWorkPlace(engine, user)
  const config = useEngineValue(engine, engine.config)
  const copy = useEngineValue(engine, engine.copyInfo)
  const isCheckInHidden = isCheckInDisabled(user, config)
  const kinds = useMemo(
    () =>
      workKinds.filter((each) => {
        const { permission, route } = workTargets[each]
        return can(user, permission) && route in router.routesByPath && !(each === 'check_in' && isCheckInHidden)
      }),
    [user, router, isCheckInHidden],
  )
  const chosen = kinds.find((one) => one === kind) ?? null
  const show = (nextKind: WorkKind | null, nextSort: WorkSort): void =>
    void router.navigate({
      to: '/warehouse/work',
      search: {
        ...(nextKind === null ? {} : { kind: nextKind }),
        ...(nextSort === 'urgency' ? {} : { sort: nextSort }),
      },
      replace: true,
      resetScroll: false,
    })
  if (place.kind === 'choose')
    return (
      <ChooseWarehouseScreen
        title={t(($) => $.work.title)}
        warehouses={place.config?.warehouses ?? []}
        onPick={place.choose}
      />
    )
  return (
    <WorkScreen
      engine={engine}
      kinds={kinds}
      isCheckInHidden={isCheckInHidden}
      warehouseIds={copy?.scope.warehouseIds ?? []}
      chosen={chosen}
      sort={sort}
      onChoose={(next) => show(next, sort)}
      onSort={(next) => show(chosen, next)}
      onOpen={(work, itemId) => void router.navigate({ href: workTargets[work].href(itemId) })}
    />
  )
}
