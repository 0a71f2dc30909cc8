import { Navigate, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { useEngine, useIsOnline } from '#web/local/engine/engine-context.tsx'
import { useEngineValue } from '#web/local/engine/engine-reads.ts'
import { CheckInScreen } from './check-in-screen.tsx'
import { ChooseWarehouseScreen } from '#web/staff/ui/floor/choose-warehouse-screen.tsx'
import { useWorkPlace } from '#web/local/work-place/use-work-place.ts'

/** `/warehouse/checkin` (WH-02, WH-04, WH-05). */
export function CheckInPage() {
  const { t } = useTranslation('warehouse')
  const engine = useEngine()
  const user = useSignedInUser()
  const navigate = useNavigate()
  const answer = useWorkPlace(engine, user)
  const online = useIsOnline()
  const copyReady = useEngineValue(engine, engine.config) !== null
  if (answer.kind === 'disabled') return <Navigate to="/home" replace />
  if (answer.kind === 'choose') {
    return (
      <ChooseWarehouseScreen
        title={t(($) => $.checkIn.title)}
        warehouses={answer.config?.warehouses ?? []}
        onPick={answer.choose}
      />
    )
  }
  return (
    <CheckInScreen
      key={`${user.id} ${answer.place.warehouseId}`}
      engine={engine}
      place={answer.place}
      copyReady={copyReady}
      online={online}
      onAttention={() => void navigate({ to: '/warehouse/attention' })}
      onSingle={() => void navigate({ to: '/warehouse/confirmation-checkin/{-$itemId}' })}
      onWarehouse={answer.changeWarehouse}
    />
  )
}
