import { Alert, Anchor, Button, Group, Modal, Select, Stack, Switch, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPencil, IconPlus, IconPrinter, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { foldText } from '#domain/kernel/fold-text.ts'
import { labelSizes } from '#domain/document/document-kind.ts'
import { printerSchema, type PrinterValues } from '#domain/document/printer.schema.ts'
import {
  createPrinterCall,
  deletePrinterCall,
  patchPrinterCall,
  printCall,
  type PrinterAnswer,
} from '#sync/calls/document.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { CallError } from '#web/lib/http.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { ConfirmModal, type ModalData } from '#web/staff/ui/confirm-modal.tsx'
import { DataList } from '#web/staff/ui/list/data-list.tsx'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { listStart, useListState } from '#web/staff/ui/list/list-state.ts'
import { NumberField } from '#web/staff/ui/form/number-field.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { TruncatedSelect } from '#web/staff/ui/form/truncated-select.tsx'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import { useZodForm } from '#web/staff/ui/form/use-zod-form.ts'
import { PrinterEncryption } from './printer-encryption.tsx'
import { placesQuery, printerKey, printersQuery } from './document-calls.ts'

const sorted = {
  name: (one: PrinterAnswer) => one.name,
  place: (one: PrinterAnswer) => one.organizationName,
  host: (one: PrinterAnswer) => one.host,
} as const
const first = listStart(Object.keys(sorted), { sort: 'name' })

/** `/printers`: label printers on the network of the warehouses and stores that the user manages. */
export function PrinterPage() {
  const { t, i18n } = useTranslation('document')
  const common = useTranslation('common').t
  const http = useHttp()
  const queries = useQueryClient()
  const { state, change } = useListState(first)
  const found = useQuery(printersQuery(http))
  const [form, setForm] = useState<PrinterAnswer | 'new' | null>(null)
  const [modal, setModal] = useState<ModalData | null>(null)
  const say = (color: 'green' | 'red', message: string): void => {
    notifications.show({ color, message, closeButtonProps: { 'aria-label': common(($) => $.action.close) } })
  }
  const fail = (error: unknown): void => say('red', callErrorText(i18n, error) ?? t(($) => $.printing.failed))
  const testing = useSingleMutation({
    mutationFn: ({ id }: PrinterAnswer) => http(printCall, { params: { id }, body: { kind: 'test_label' } }),
    onSuccess: (_answer, { name }) =>
      say(
        'green',
        t(($) => $.printers.tested, { printer: name }),
      ),
    onError: fail,
    // The form of the printer says how it went.
    onSettled: () => queries.invalidateQueries({ queryKey: printerKey }),
  })
  const removing = useSingleMutation({
    mutationFn: ({ id, version }: PrinterAnswer) => http(deletePrinterCall, { params: { id }, ifMatch: version }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: printerKey })
      say(
        'green',
        t(($) => $.printers.deleted),
      )
    },
    onError: (error) => {
      refreshStale(queries, error)
      fail(error)
    },
  })
  const ask = (printer: PrinterAnswer): void =>
    setModal({
      title: t(($) => $.printers.deleteTitle, { printer: printer.name }),
      content: t(($) => $.printers.deleteText),
      confirmLabel: common(($) => $.action.delete),
      destructive: true,
      confirm: () => removing.mutate(printer),
    })
  const all = found.data?.['hydra:member']
  const matching = all?.filter((printer) => isFound(printer, state.search))
  const rows = matching && pageOf(matching, state)
  const add = (
    <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setForm('new')}>
      {t(($) => $.printers.add)}
    </Button>
  )
  const isOffline = found.error instanceof CallError && found.error.failure === 'offline'
  return (
    <Page title={t(($) => $.printers.title)} icon={IconPrinter} actions={add}>
      {isOffline && (
        <Alert color="yellow" mb="md" role="status">
          {t(($) => $.printers.offline)}
        </Alert>
      )}
      <DataList
        label={t(($) => $.printers.title)}
        rows={rows}
        total={matching?.length ?? null}
        error={found.error}
        onRetry={() => void found.refetch()}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        state={state}
        onChange={change}
        searchLabel={t(($) => $.printers.search)}
        onOpen={setForm}
        columns={[
          {
            key: 'name',
            title: t(($) => $.printers.name),
            cell: (printer) => (
              <Anchor component="button" type="button" c="inherit" underline="hover" onClick={() => setForm(printer)}>
                <strong>{printer.name}</strong>
              </Anchor>
            ),
            sortable: true,
          },
          {
            key: 'place',
            title: t(($) => $.printers.place),
            cell: ({ organizationName }) => organizationName,
            sortable: true,
          },
          {
            key: 'host',
            title: t(($) => $.printers.host),
            cell: ({ host, port }) => <span translate="no">{`${host}:${port}`}</span>,
            sortable: true,
          },
          {
            key: 'media',
            title: t(($) => $.printers.media),
            cell: ({ media }) => t(($) => $.printing.mediaName[media]),
          },
          {
            key: 'status',
            title: t(($) => $.printers.status),
            cell: ({ active }) => (
              <StatusBadge
                tone={active ? 'success' : 'neutral'}
                label={active ? t(($) => $.printers.active) : t(($) => $.printers.inactive)}
              />
            ),
          },
        ]}
        actions={[
          { label: t(($) => $.printers.test), icon: IconPrinter, run: (printer) => testing.mutate(printer) },
          { label: t(($) => $.printers.edit), icon: IconPencil, run: setForm },
          { label: common(($) => $.action.delete), icon: IconTrash, run: ask },
        ]}
        empty={
          <EmptyState
            icon={IconPrinter}
            title={state.search === '' ? t(($) => $.printers.empty) : t(($) => $.printers.noMatch)}
            text={state.search === '' ? t(($) => $.printers.emptyText) : null}
            action={state.search === '' ? add : null}
          />
        }
      />
      <ConfirmModal data={modal} onClose={() => setModal(null)} />
      {form !== null && (
        <PrinterForm
          printer={form === 'new' ? null : form}
          onSaved={() =>
            say(
              'green',
              t(($) => $.printers.saved),
            )
          }
          onClose={() => setForm(null)}
        />
      )}
    </Page>
  )
}

/** Reads the list again where another user has changed it: the next try starts from that. */
function refreshStale(queries: QueryClient, error: unknown): void {
  if (error instanceof CallError && error.code === 'REQUEST_VERSION_CONFLICT')
    void queries.invalidateQueries({ queryKey: printerKey })
}

/** Whether a printer has all words of a search in its name, place or address. */
function isFound({ name, organizationName, host, port }: PrinterAnswer, search: string): boolean {
  const text = foldText(`${name} ${organizationName} ${host}:${port}`)
  return foldText(search)
    .split(' ')
    .every((word) => text.includes(word))
}

function pageOf(all: readonly PrinterAnswer[], state: ReturnType<typeof useListState>['state']) {
  const key = sorted[state.sort as keyof typeof sorted] ?? sorted.name
  const ordered = all.toSorted((a, b) => key(a).localeCompare(key(b)) * (state.order === 'asc' ? 1 : -1))
  return ordered.slice((state.page - 1) * state.perPage, state.page * state.perPage)
}

const empty: PrinterValues = {
  name: '',
  host: '',
  port: 9100,
  media: '100x150',
  dotsPerMm: 8,
  active: true,
  encrypted: false,
  fingerprint: '',
}

function PrinterForm(props: {
  readonly printer: PrinterAnswer | null
  readonly onSaved: () => void
  readonly onClose: () => void
}) {
  const { t, i18n } = useTranslation('document')
  const common = useTranslation('common').t
  const { printer, onSaved, onClose } = props
  const http = useHttp()
  const queries = useQueryClient()
  const places = useQuery({ ...placesQuery(http), enabled: printer === null })
  const choices = (places.data?.['hydra:member'] ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const [chosen, setChosen] = useState<string | null>(null)
  const placeId = chosen ?? choices[0]?.value ?? null
  const start = printer === null ? empty : valuesOf(printer)
  const [isEncrypted, setEncrypted] = useState(start.encrypted)
  const { form, field, submit } = useZodForm(printerSchema, start, ({ encrypted }) => setEncrypted(encrypted))
  const saving = useSingleMutation({
    mutationFn: async (body: PrinterValues) => {
      if (printer !== null) await http(patchPrinterCall, { params: { id: printer.id }, body, ifMatch: printer.version })
      else await http(createPrinterCall, { body: { ...body, organizationId: placeId } })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: printerKey })
      onSaved()
      onClose()
    },
    onError: (error) => {
      refreshStale(queries, error)
      if (error instanceof CallError && error.field !== undefined && error.field in empty)
        form.setFieldError(error.field, callErrorText(i18n, error) ?? t(($) => $.printing.failed))
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={printer === null ? t(($) => $.printers.add) : t(($) => $.printers.edit)}
      closeButtonProps={{ 'aria-label': common(($) => $.action.close) }}
    >
      <form onSubmit={submit((values) => saving.mutate(values), saving)} noValidate>
        <Stack gap="sm">
          {saving.error && (
            <Alert color="red" role="alert">
              {callErrorText(i18n, saving.error) ?? t(($) => $.printing.failed)}
            </Alert>
          )}
          {printer === null && (
            <TruncatedSelect
              label={t(($) => $.printers.place)}
              data={choices}
              value={placeId}
              onChange={setChosen}
              allowDeselect={false}
              searchable={choices.length > 8}
            />
          )}
          <TextInput label={t(($) => $.printers.name)} required data-autofocus {...field('name')} />
          <TextInput
            label={t(($) => $.printers.host)}
            description={t(($) => $.printers.hostHint)}
            required
            autoComplete="off"
            spellCheck={false}
            {...field('host')}
          />
          <Group grow align="flex-start">
            <NumberField size="sm" label={t(($) => $.printers.port)} required {...field('port')} />
            <Select
              label={t(($) => $.printers.media)}
              data={labelSizes.map((size) => ({ value: size, label: t(($) => $.printing.mediaName[size]) }))}
              allowDeselect={false}
              {...field('media')}
            />
          </Group>
          <Select
            label={t(($) => $.printers.density)}
            data={([8, 12] as const).map((dots) => ({
              value: String(dots),
              label: t(($) => $.printers.dpi, { dots, dpi: dots === 8 ? 203 : 300 }),
            }))}
            allowDeselect={false}
            defaultValue={String(printer?.dotsPerMm ?? 8)}
            onChange={(value) => form.setFieldValue('dotsPerMm', value === '12' ? 12 : 8)}
          />
          <PrinterEncryption
            tested={printer?.tested ?? null}
            isOn={isEncrypted}
            encrypted={field('encrypted', { type: 'checkbox' })}
            fingerprintKey={form.key('fingerprint')}
            fingerprint={field('fingerprint')}
            onBelieve={(certificate) => form.setFieldValue('fingerprint', certificate)}
          />
          <Switch label={t(($) => $.printers.active)} {...field('active', { type: 'checkbox' })} />
          <Group justify="flex-end" mt="sm">
            <Button variant="default" onClick={onClose}>
              {common(($) => $.action.cancel)}
            </Button>
            <Button type="submit" loading={saving.isPending} disabled={printer === null && placeId === null}>
              {t(($) => $.printers.save)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function valuesOf({
  name,
  host,
  port,
  media,
  dotsPerMm,
  active,
  encrypted,
  fingerprint,
}: PrinterAnswer): PrinterValues {
  return { name, host, port, media, dotsPerMm, active, encrypted, fingerprint }
}
