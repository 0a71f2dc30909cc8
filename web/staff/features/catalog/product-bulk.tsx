import { Button, Text } from '@mantine/core'
import { IconArchive, IconTag, IconEye, IconEyeOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProductStatus } from '#domain/catalog/product-status.ts'
import { setProductStatusCall } from '#sync/calls/product-list.ts'
import { useFormat, useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { ConfirmModal, type ModalData } from '#web/staff/ui/confirm-modal.tsx'
import { catalogKey } from '#web/lib/catalog-key.ts'
import { RePriceDialog, type BulkOutcome, type ChosenProducts } from './re-price-dialog.tsx'

const icons = { published: IconEye, draft: IconEyeOff, archived: IconArchive } as const

/** What can be done with chosen products. */
export function ProductBulk(props: {
  readonly chosen: ChosenProducts
  /** How many products the filters let pass; null while that is not known. */
  readonly found: number | null
  readonly onAll: () => void
  readonly onDone: (outcome: BulkOutcome) => void
}) {
  const { chosen, found, onAll, onDone } = props
  const { t } = useTranslation('catalog')
  const format = useFormat()
  const queries = useQueryClient()
  const http = useHttp()
  const [modal, setModal] = useState<ModalData | null>(null)
  const [isRePricing, setRePricing] = useState(false)
  const changing = useSingleMutation({
    mutationFn: (status: ProductStatus) =>
      http(setProductStatusCall, { query: chosen.query, body: { products: chosen.products, status } }),
    onSuccess: async (outcome) => {
      await queries.invalidateQueries({ queryKey: catalogKey })
      onDone(outcome)
    },
    onError: async (error) => {
      // What has changed in the meantime is shown.
      await queries.invalidateQueries({ queryKey: catalogKey })
      onDone({ error })
    },
  })
  const ask = (status: ProductStatus): void =>
    setModal({
      title: t(($) => $.bulk.ask[status], { count: chosen.count, formatted: format.number(chosen.count) }),
      content: t(($) => $.bulk.about[status]),
      confirmLabel: t(($) => $.bulk[status]),
      destructive: status === 'archived',
      confirm: () => changing.mutate(status),
    })
  const isAll = 'all' in chosen.products
  return (
    <>
      {isAll ? (
        <Text>{t(($) => $.bulk.all, { count: chosen.count, formatted: format.number(chosen.count) })}</Text>
      ) : (
        found !== null &&
        found > chosen.count && (
          <Button variant="subtle" onClick={onAll}>
            {t(($) => $.bulk.chooseAll, { count: found, formatted: format.number(found) })}
          </Button>
        )
      )}
      {(['published', 'draft', 'archived'] as const).map((status) => {
        const Icon = icons[status]
        return (
          <Button
            key={status}
            variant="default"
            disabled={changing.isPending}
            leftSection={<Icon size={20} aria-hidden />}
            onClick={() => ask(status)}
          >
            {t(($) => $.bulk[status])}
          </Button>
        )
      })}
      <Button
        variant="default"
        disabled={changing.isPending}
        leftSection={<IconTag size={20} aria-hidden />}
        onClick={() => setRePricing(true)}
      >
        {t(($) => $.bulk.rePrice)}
      </Button>
      <ConfirmModal data={modal} onClose={() => setModal(null)} />
      {isRePricing && (
        <RePriceDialog
          chosen={chosen}
          onClose={() => setRePricing(false)}
          onDone={(outcome) => {
            setRePricing(false)
            onDone(outcome)
          }}
        />
      )}
    </>
  )
}
