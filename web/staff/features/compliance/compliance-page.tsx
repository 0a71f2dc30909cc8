import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { useEngine, useIsOnline } from '#web/local/engine/engine-context.tsx'
import { usePhotos } from '#web/local/photo/photo-context.tsx'
import { useEngineValue } from '#web/local/engine/engine-reads.ts'
import { ChooseWarehouseScreen } from '#web/staff/ui/floor/choose-warehouse-screen.tsx'
import { useWorkPlace } from '#web/local/work-place/use-work-place.ts'
import { ComplianceScreen } from './compliance-screen.tsx'

/** `/warehouse/check/{itemId?}` (WH-07). An account without check-in tests all the same. */
export function CompliancePage({ itemId }: { readonly itemId: string | undefined }) {
  const { t } = useTranslation(['compliance', 'warehouse'])
  const engine = useEngine()
  const photos = usePhotos()
  const user = useSignedInUser()
  const navigate = useNavigate()
  const online = useIsOnline()
  const config = useEngineValue(engine, engine.config)
  const answer = useWorkPlace(engine, user)
  const onItem = useCallback(
    (next: string | undefined): void => {
      void navigate({
        to: '/warehouse/check/{-$itemId}',
        params: next === undefined ? {} : { itemId: next },
        replace: true,
        resetScroll: false,
      })
    },
    [navigate],
  )
  if (answer.kind === 'choose')
    return (
      <ChooseWarehouseScreen
        title={t(($) => $.title)}
        warehouses={answer.config?.warehouses ?? []}
        onPick={answer.choose}
      />
    )
  const warehouseId = answer.kind === 'ready' ? answer.place.warehouseId : (user.currentOrganization?.id ?? '')
  return (
    <ComplianceScreen
      key={`${user.id} ${warehouseId}`}
      engine={engine}
      photos={photos}
      place={{ warehouseId, config }}
      online={online}
      itemId={itemId}
      onItem={onItem}
      onCheckIn={
        answer.kind === 'disabled'
          ? null
          : (checkedIn) =>
              void navigate({ to: '/warehouse/confirmation-checkin/{-$itemId}', params: { itemId: checkedIn } })
      }
    />
  )
}
