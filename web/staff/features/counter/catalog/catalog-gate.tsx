import { Button } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CounterCatalog } from '#web/local/counter/counter.ts'
import { useIsOnline } from '#web/local/engine-context.tsx'
import { EmptyState, RowsSkeleton } from '#web/staff/ui/faces.tsx'
import { useCatalog } from './use-catalog.ts'

/** Draws its child with the device's catalog; without one, how the device comes by it. */
export function CatalogGate({ children }: { readonly children: (catalog: CounterCatalog) => ReactNode }) {
  const { t } = useTranslation('counter')
  const { counter, catalog } = useCatalog()
  const isOnline = useIsOnline()
  const [isLoading, setLoading] = useState(false)
  if (catalog === undefined) return <RowsSkeleton rows={6} height={72} />
  if (catalog !== null) return children(catalog)
  const load = (): void => {
    setLoading(true)
    void counter.refresh().finally(() => setLoading(false))
  }
  return (
    <EmptyState
      icon={IconCloudOff}
      title={t(($) => $.gate.title)}
      text={isOnline ? t(($) => $.gate.text) : t(($) => $.gate.offline)}
      action={
        <Button leftSection={<IconRefresh size={20} aria-hidden />} loading={isLoading} onClick={load}>
          {t(($) => $.gate.load)}
        </Button>
      }
    />
  )
}
