import { Alert, Button, FileInput, Group, Modal, Stack, Table, Text } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  deliveryColumns,
  deliveryFileFault,
  deliveryFileLimits,
  type DeliveryFileFault,
} from '#domain/delivery/delivery-csv.ts'
import { importDeliveryEventsCall, type DeliveryLineAnswer } from '#sync/calls/delivery.ts'
import { deliveryWorkbookTemplateCall, readDeliveryWorkbookCall } from '#sync/calls/list-workbook.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { isUnreachable } from '#web/lib/http.ts'
import { useCan, useFormat, useHttp } from '#web/lib/platform.tsx'
import { listFileTypes, readListFile } from '#web/lib/read-list-file.ts'
import { csvAddress } from '#web/lib/rows-csv.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { TemplateLinks } from '#web/staff/ui/form/template-links.tsx'
import { allowSameFile } from '#web/staff/ui/form/chosen-file.ts'
import { StatusBadge, type StatusTone } from '#web/staff/ui/status-badge.tsx'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import { ShowMoreButton } from '#web/staff/ui/list/show-more-button.tsx'
import classes from './delivery.module.css'

const tones: Readonly<Record<DeliveryLineAnswer['outcome'], StatusTone>> = {
  new: 'success',
  known: 'neutral',
  refused: 'problem',
}

/**
 * The button that takes a file of events, for users who may write them; off with its reason where that cannot be done.
 */
export function ImportEventsButton({ off = null }: { readonly off?: string | null }) {
  const { t } = useTranslation('delivery')
  const [isOpen, setOpen] = useState(false)
  if (!useCan('delivery.write')) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileUpload size={20} aria-hidden />}
        onClick={() => setOpen(true)}
        {...(off === null ? {} : { disabled: true, title: off })}
      >
        {t(($) => $.import.open)}
      </Button>
      {isOpen && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** Shows what a file of events would do, line by line, and does it when told so. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useTranslation('delivery')
  const { t: tc } = useTranslation('common')
  const http = useHttp()
  const format = useFormat()
  const queries = useQueryClient()
  const [csv, setCsv] = useState<string | null>(null)
  const [fault, setFault] = useState<DeliveryFileFault | null>(null)
  const send = useSingleMutation({
    mutationFn: async ({ file, apply }: { readonly file: File | string; readonly apply: boolean }) => {
      const text = typeof file === 'string' ? file : await readListFile(http, readDeliveryWorkbookCall, file)
      const found = text === null ? 'not_text' : deliveryFileFault(text)
      setFault(found)
      if (text === null || found !== null) return null
      setCsv(text)
      return http(importDeliveryEventsCall, { body: { csv: text, apply } })
    },
    onSuccess: async (_answer, { apply }) => (apply ? queries.invalidateQueries() : undefined),
    // The dialog says why itself.
    onError: () => undefined,
  })
  const choose = (file: File | null): void => {
    send.reset()
    setFault(null)
    setCsv(null)
    if (file !== null) send.mutate({ file, apply: false })
  }
  const lines = send.data?.lines
  const isDone = send.isSuccess && send.data !== null && send.variables.apply
  const fresh = lines?.filter(({ outcome }) => outcome === 'new').length ?? 0
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(($) => $.import.title)}
      closeButtonProps={{ 'aria-label': tc(($) => $.action.close) }}
      radius="md"
      size="xl"
    >
      <Stack gap="md">
        <Text>{t(($) => $.import.text)}</Text>
        <Text component="code" size="sm" translate="no">
          {deliveryColumns.join(';')}
        </Text>
        <TemplateLinks csv={csvAddress(deliveryColumns)} book={deliveryWorkbookTemplateCall} name="delivery-events" />
        <FileInput
          label={t(($) => $.import.file)}
          placeholder={t(($) => $.import.choose)}
          accept={listFileTypes}
          fileInputProps={allowSameFile}
          disabled={send.isPending}
          onChange={choose}
        />
        {fault !== null && (
          <Alert color="red" role="alert">
            {t(($) => $.import.fault[fault], { limit: format.number(deliveryFileLimits.lines) })}
          </Alert>
        )}
        {send.isError && (
          <Alert color="red" role="alert">
            {isUnreachable(send.error)
              ? t(($) => $.block.offline)
              : (callErrorText(i18n, send.error) ?? t(($) => $.import.failed))}
          </Alert>
        )}
        {isDone && (
          <Alert color="green" role="status">
            {t(($) => $.import.done, { count: fresh })}
          </Alert>
        )}
        {lines !== undefined && <Lines lines={lines} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {isDone ? tc(($) => $.action.close) : tc(($) => $.action.cancel)}
          </Button>
          {!isDone && (
            <Button
              loading={send.isPending}
              disabled={csv === null || fresh === 0}
              onClick={() => csv !== null && send.mutate({ file: csv, apply: true })}
            >
              {t(($) => $.import.apply, { count: fresh })}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

function Lines({ lines }: { readonly lines: readonly DeliveryLineAnswer[] }) {
  const { t } = useTranslation('delivery')
  const { t: tb } = useTranslation('buyback')
  const format = useFormat()
  const { shown, others, showAll } = useTruncatedList(lines)
  return (
    <div className={classes.scroll}>
      <Table aria-label={t(($) => $.import.lines)}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t(($) => $.import.line)}</Table.Th>
            <Table.Th>{t(($) => $.block.number)}</Table.Th>
            <Table.Th>{t(($) => $.event.status)}</Table.Th>
            <Table.Th>{t(($) => $.event.at)}</Table.Th>
            <Table.Th>{t(($) => $.import.outcome)}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map(({ line, trackingNumber, status, at, outcome, fault }) => (
            <Table.Tr key={line}>
              <Table.Td>{line}</Table.Td>
              <Table.Td>{trackingNumber ?? '–'}</Table.Td>
              <Table.Td>{status === null ? '–' : tb(($) => $.deliveryStatus[status])}</Table.Td>
              <Table.Td>{at === null ? '–' : format.dateTime(at)}</Table.Td>
              <Table.Td>
                <StatusBadge
                  tone={tones[outcome]}
                  label={fault === null ? t(($) => $.outcome[outcome]) : t(($) => $.fault[fault])}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <ShowMoreButton others={others} onShow={showAll} />
    </div>
  )
}
