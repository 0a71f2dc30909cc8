import { Anchor, Button } from '@mantine/core'
import { IconBuildingStore, IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CounterCatalog } from '#web/local/counter/counter.ts'
import { useIsOnline } from '#web/local/engine/engine-context.tsx'
import { EmptyState, RowsSkeleton } from '#web/staff/ui/states.tsx'
import { StoreChoices } from '#web/staff/ui/floor/store-choices.tsx'
import { useSellingPlace } from './selling-store.ts'
import { useCatalog } from './use-catalog.ts'
import classes from '../counter.module.css'

/** Draws its child where a store sells, with the device's catalog; without them, how the device comes by it. */
export function CatalogGate({ children }: { readonly children: (catalog: CounterCatalog) => ReactNode }) {
  const { t } = useTranslation('counter')
  const { store, choose, isReading } = useSellingPlace()
  const [isChoosing, setChoosing] = useState(false)
  if (isReading) return <RowsSkeleton rows={6} height={72} />
  if (choose === null) {
    if (store !== null) return <Loaded>{children}</Loaded>
    return (
      <EmptyState
        icon={IconBuildingStore}
        title={t(($) => $.gate.store.none.title)}
        text={t(($) => $.gate.store.none.text)}
      />
    )
  }
  if (store !== null && !isChoosing)
    return (
      <>
        <p className={classes.soldIn}>
          <IconBuildingStore size={20} stroke={1.5} aria-hidden />
          <span>{store.name}</span>
          <Anchor component="button" type="button" underline="always" onClick={() => setChoosing(true)}>
            {t(($) => $.gate.store.change)}
          </Anchor>
        </p>
        <Loaded>{children}</Loaded>
      </>
    )
  const pick = (storeId: string): void => {
    setChoosing(false)
    choose(storeId)
  }
  return (
    <section className={classes.chooseStore} aria-labelledby="choose-store">
      <h2 id="choose-store">{t(($) => $.gate.store.choose)}</h2>
      <StoreChoices onPick={pick} />
      {store === null ? null : (
        <Button variant="default" onClick={() => setChoosing(false)}>
          {t(($) => $.gate.store.keep)}
        </Button>
      )}
    </section>
  )
}

function Loaded({ children }: { readonly children: (catalog: CounterCatalog) => ReactNode }) {
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
