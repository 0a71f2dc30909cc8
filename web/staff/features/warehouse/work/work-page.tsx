import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isAdminType } from '#domain/organization/user-type.ts'
import { workKinds, type WorkKind } from '#domain/warehouse/next-work.ts'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { can } from '#web/lib/permission.ts'
import { useEngine } from '#web/local/engine-context.tsx'
import { useEngineValue } from '#web/local/engine-reads.ts'
import { ChooseWarehouseScreen } from '../choose-warehouse-screen.tsx'
import { useWorkPlace } from '../use-work-place.ts'
import { WorkScreen } from './work-screen.tsx'
import { workTargets } from './work-targets.ts'

/** `/warehouse/work` with the query `kind`: what this operator could do next here. */
export function WorkPage({ kind }: { readonly kind: WorkKind | undefined }) {
  const { t } = useTranslation('items')
  const engine = useEngine()
  const user = useSignedInUser()
  const router = useRouter()
  const place = useWorkPlace(engine, user)
  const config = useEngineValue(engine, engine.config)
  const copy = useEngineValue(engine, engine.copyInfo)
  const isCheckInHidden = config?.settings.warehouseCheckinRequirement === 'disabled' && !isAdminType(user.userType)
  const kinds = useMemo(
    () =>
      workKinds.filter((each) => {
        const { permission, route } = workTargets[each]
        return can(user, permission) && route in router.routesByPath && !(each === 'check_in' && isCheckInHidden)
      }),
    [user, router, isCheckInHidden],
  )
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
      warehouseIds={copy?.scope.warehouseIds ?? []}
      chosen={kinds.find((one) => one === kind) ?? null}
      onChoose={(next) =>
        void router.navigate({
          to: '/warehouse/work',
          search: next === null ? {} : { kind: next },
          replace: true,
          resetScroll: false,
        })
      }
      onOpen={(work, itemId) => void router.navigate({ href: workTargets[work].href(itemId) })}
    />
  )
}
