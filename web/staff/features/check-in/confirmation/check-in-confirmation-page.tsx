import { Navigate, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan, useSignedInUser } from '#web/lib/platform.tsx'
import { useEngine } from '#web/local/engine/engine-context.tsx'
import { ChooseWarehouseScreen } from '#web/staff/ui/floor/choose-warehouse-screen.tsx'
import { CheckInConfirmationScreen } from './check-in-confirmation-screen.tsx'
import { useWorkPlace } from '#web/local/work-place/use-work-place.ts'

interface Props {
  readonly itemId: string | undefined
  readonly buybackIdentificationNumber: string | undefined
}

/** `/warehouse/confirmation-checkin/{itemId?}` with the query `buybackIdentificationNumber` (WH-03 to WH-05). */
export function CheckInConfirmationPage({ itemId, buybackIdentificationNumber }: Props) {
  const { t } = useTranslation('warehouse')
  const engine = useEngine()
  const user = useSignedInUser()
  const navigate = useNavigate()
  const mayTest = useCan('item.control')
  const answer = useWorkPlace(engine, user)
  if (answer.kind === 'disabled') return <Navigate to="/home" replace />
  if (answer.kind === 'choose') {
    return (
      <ChooseWarehouseScreen
        title={t(($) => $.confirm.title)}
        warehouses={answer.config?.warehouses ?? []}
        onPick={answer.choose}
      />
    )
  }
  return (
    <CheckInConfirmationScreen
      key={`${user.id} ${answer.place.warehouseId}`}
      engine={engine}
      place={answer.place}
      itemId={itemId}
      code={buybackIdentificationNumber}
      onContinuous={() => void navigate({ to: '/warehouse/checkin' })}
      onTest={
        mayTest ? (tested) => void navigate({ to: '/warehouse/check/{-$itemId}', params: { itemId: tested } }) : null
      }
    />
  )
}
