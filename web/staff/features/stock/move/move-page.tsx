import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { useEngine, useIsOnline } from '#web/local/engine/engine-context.tsx'
import { ChooseWarehouse } from '../floor/choose-warehouse.tsx'
import { useFloorPlace } from '../floor/use-floor-place.ts'
import { MoveScreen } from './move-screen.tsx'

/** `/warehouse/move` (STOCK-14); the query names the stock that is moved into. */
export function MovePage({ stockId }: { readonly stockId: string | undefined }) {
  const { t } = useTranslation('stock')
  const engine = useEngine()
  const user = useSignedInUser()
  const navigate = useNavigate()
  const online = useIsOnline()
  const place = useFloorPlace(engine, user)
  if (place.kind === 'choose') {
    return (
      <ChooseWarehouse
        title={t(($) => $.move.title)}
        warehouses={place.config?.warehouses ?? []}
        onPick={place.choose}
      />
    )
  }
  return (
    <MoveScreen
      key={`${user.id} ${place.warehouseId}`}
      engine={engine}
      warehouseId={place.warehouseId}
      config={place.config}
      online={online}
      stockId={stockId ?? null}
      onStock={(id) =>
        void navigate({ to: '/warehouse/move', search: id === null ? {} : { stock: id }, replace: true })
      }
      onWarehouse={place.change}
    />
  )
}
