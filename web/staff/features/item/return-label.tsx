import { Alert, Button, Text } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { returnLabelCall } from '#sync/calls/quarantine.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { useEngine, useIsOnline } from '#web/local/engine/engine-context.tsx'
import { PrintButton } from '#web/staff/ui/print/print-button.tsx'
import type { ShownItem } from './shown-item.ts'

/**
 * The label for the way back: printed where there is one, and made where a product that goes back has none (WH-17). One
 * that was cancelled reaches *customer return* past the quarantine list, so its label is made here.
 */
export function ReturnLabel({ item }: { readonly item: ShownItem }) {
  const may = useCan('return_label.retrieve')
  if (item.facts.hasReturnLabel) return <PrintButton kind="return_label" id={item.id} />
  return may && goesBack(item) ? <MissingLabel id={item.id} /> : null
}

function MissingLabel({ id }: { readonly id: string }) {
  const { t, i18n } = useTranslation('item')
  const http = useHttp()
  const engine = useEngine()
  const online = useIsOnline()
  const queries = useQueryClient()
  const making = useSingleMutation({
    mutationFn: () => http(returnLabelCall, { params: { id } }),
    onSuccess: async () => {
      await Promise.all([engine.sync(), queries.invalidateQueries({ queryKey: ['warehouse', 'item', id] })])
    },
    // The notice says why itself.
    onError: () => undefined,
  })
  return (
    <Alert color={making.error === null ? 'yellow' : 'red'} role={making.error === null ? 'status' : 'alert'}>
      <Text mb="sm">
        {making.error === null
          ? t(($) => $.detail.returnLabel.missing)
          : (callErrorText(i18n, making.error) ?? t(($) => $.detail.returnLabel.failed))}
      </Text>
      <Button
        leftSection={<IconTag size={20} aria-hidden />}
        disabled={!online}
        loading={making.isPending}
        onClick={() => making.mutate()}
      >
        {t(($) => $.detail.returnLabel.make)}
      </Button>
      {!online && (
        <Text size="sm" mt="xs">
          {t(($) => $.detail.returnLabel.offline)}
        </Text>
      )}
    </Alert>
  )
}

/** What its customer declined goes back from quarantine as well. */
function goesBack({ status, buybackStatus }: ShownItem): boolean {
  return status === 'item_to_return' || (status === 'item_in_quarantine' && buybackStatus === 'bb_not_completed')
}
