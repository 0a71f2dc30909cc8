import { Button, Select, Switch, Tabs } from '@mantine/core'
import { IconCopy, IconEye, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/lib/http.ts'
import type { CartBuyback } from '#web/lib/local-storage.ts'
import { CartItems } from '../cart-items.tsx'
import { ActionDialog } from '../../ui/action-dialog.tsx'
import { SaveError } from '../../ui/form/save-error.tsx'
import { CodeText } from '../../ui/code-text.tsx'
import { ConfirmModal, type ModalData } from '../../ui/confirm-modal.tsx'
import { useChoiceState } from '../../ui/form/choice-state.tsx'
import { ChangeLink, CopyFrame } from '../../ui/copy-frame.tsx'
import { DataList } from '../../ui/list/data-list.tsx'
import { RowLink } from '../../ui/list/row-link.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { EmptyState, ErrorState, ForbiddenState, RowsSkeleton } from '../../ui/states.tsx'
import { DayFilter, SeveralFilter } from '../../ui/list/filter-fields.tsx'
import { FilterPanel } from '../../ui/list/filter-panel.tsx'
import { listStart, useListState } from '../../ui/list/list-state.ts'
import { UnsavedChangesPrompt } from '../../ui/form/unsaved-changes-prompt.tsx'
import { Money } from '../../ui/money.tsx'
import { OfficeForm } from '../../ui/form/office-form.tsx'
import { OrderButtons } from '../../ui/list/order-buttons.tsx'
import { Photo } from '../../ui/photo.tsx'
import { PrintListButton } from '../../ui/list/print-list-button.tsx'
import { ServerList } from '../../ui/list/server-list.tsx'
import { TruncatedList } from '../../ui/list/truncated-list.tsx'
import { SortButton } from '../../ui/list/sort-button.tsx'
import { StatusBadge, type StatusTone } from '../../ui/status-badge.tsx'
import { TabRow } from '../../ui/tab-row.tsx'
import { QueryPlaceholder } from '../../ui/query-placeholder.tsx'
import classes from './design-system.module.css'

interface SampleRow {
  readonly code: string
  readonly product: string
  readonly priceCents: number
  readonly receivedAt: string
  readonly tone: StatusTone
}

const rows: readonly SampleRow[] = [
  {
    code: '3600001234567',
    product: 'Apple iPhone 13 128 GB',
    priceCents: 31_500,
    receivedAt: '2026-01-15T09:30:00Z',
    tone: 'success',
  },
  {
    code: '3600007654321',
    product: 'Samsung Galaxy S22',
    priceCents: 18_250,
    receivedAt: '2026-01-15T10:05:00Z',
    tone: 'waiting',
  },
  {
    code: '3600002468013',
    product: 'Google Pixel 7',
    priceCents: 9900,
    receivedAt: '2026-01-16T07:45:00Z',
    tone: 'problem',
  },
]

const first = listStart(['product', 'date'])

/** Rows that were read before the network went. */
const found = {
  data: { 'hydra:member': rows, 'hydra:totalItems': rows.length },
  isPlaceholderData: false,
  error: new CallError('offline', { code: 'NETWORK_UNREACHABLE', status: 0 }),
  errorUpdatedAt: 0,
  isFetching: false,
  refetch: () => undefined,
}

/** A list with search, sorting, selection, four actions and pages. */
export function ListSamples() {
  const { t } = useTranslation(['design', 'common'])
  const { state, change } = useListState(first)
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const common = useTranslation('common').t
  const nothing = (): void => undefined
  return (
    <DataList
      label={t(($) => $.section.list)}
      columns={[
        {
          key: 'product',
          title: t(($) => $.list.product),
          cell: (row) => <RowLink path="/design-system">{row.product}</RowLink>,
          sortable: true,
        },
        { key: 'code', title: t(($) => $.list.code), cell: (row) => <CodeText code={row.code} /> },
        {
          key: 'date',
          title: t(($) => $.list.date),
          cell: (row) => <DateTime value={row.receivedAt} />,
          sortable: true,
        },
        {
          key: 'price',
          title: t(($) => $.list.price),
          cell: (row) => <Money valueCents={row.priceCents} />,
          align: 'end',
        },
        {
          key: 'status',
          title: t(($) => $.list.status),
          cell: (row) => <StatusBadge tone={row.tone} label={t(($) => $.status[row.tone])} />,
        },
      ]}
      rows={rows}
      total={42}
      rowKey={(row) => row.code}
      rowName={(row) => row.product}
      state={state}
      onChange={change}
      searchLabel={t(($) => $.list.search)}
      actions={[
        { label: common(($) => $.action.open), icon: IconEye, run: nothing },
        { label: common(($) => $.action.edit), icon: IconPencil, run: nothing },
        { label: common(($) => $.action.copy), icon: IconCopy, run: nothing },
        { label: common(($) => $.action.delete), icon: IconTrash, run: nothing },
      ]}
      selection={{ keys, onChange: setKeys }}
      empty={<EmptyState title={t(($) => $.face.empty)} />}
    />
  )
}

/** What narrows a list: one filter that is set, and one that unfolds. */
export function FilterSamples() {
  const { t } = useTranslation('design')
  const [tones, setTones] = useState<readonly StatusTone[] | undefined>(['success'])
  const [day, setDay] = useState<string>()
  const all: readonly StatusTone[] = rows.map(({ tone }) => tone)
  return (
    <FilterPanel
      count={(tones === undefined ? 0 : 1) + (day === undefined ? 0 : 1)}
      onReset={() => {
        setTones(undefined)
        setDay(undefined)
      }}
      more={<DayFilter label={t(($) => $.list.date)} value={day} onChange={setDay} />}
    >
      <SeveralFilter
        label={t(($) => $.list.status)}
        data={all.map((value) => ({ value, label: t(($) => $.status[value]) }))}
        value={tones}
        onChange={setTones}
      />
    </FilterPanel>
  )
}

/** The heading of a column, sorted in each way, what orders a list by hand, and what prints it. */
export function SortSamples() {
  const { t } = useTranslation(['design', 'common'])
  return (
    <div className={classes.samples}>
      <OrderButtons
        labels={{
          up: t(($) => $.list.up),
          down: t(($) => $.list.down),
          remove: t(($) => $.action.delete, { ns: 'common' }),
        }}
        at={0}
        count={rows.length}
        onMove={() => undefined}
        onRemove={() => undefined}
      />
      {([null, 'asc', 'desc'] as const).map((order) => (
        <SortButton key={order} title={t(($) => $.list.product)} order={order} onSort={() => undefined} />
      ))}
      <PrintListButton />
    </div>
  )
}

const tones: readonly StatusTone[] = ['neutral', 'active', 'success', 'waiting', 'warning', 'problem']

/** The parts of a page, more than a phone has room for. */
export function TabSamples() {
  const { t } = useTranslation('design')
  const [chosen, setChosen] = useState<string>('neutral')
  return (
    <Tabs value={chosen} onChange={(tab) => tab !== null && setChosen(tab)}>
      <TabRow chosen={chosen} mb="md" aria-label={t(($) => $.section.tabs)}>
        {tones.map((tone) => (
          <Tabs.Tab key={tone} value={tone}>
            {t(($) => $.status[tone])}
          </Tabs.Tab>
        ))}
      </TabRow>
      {tones.map((tone) => (
        <Tabs.Panel key={tone} value={tone}>
          <StatusBadge tone={tone} label={t(($) => $.status[tone])} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** A list without pages that is longer than it may be. */
export function LongListSamples() {
  const { t } = useTranslation('design')
  return (
    <TruncatedList
      label={t(($) => $.list.long)}
      entries={longList}
      entryKey={String}
      draw={(number) => t(($) => $.list.entry, { number })}
    />
  )
}

const longList = Array.from({ length: 34 }, (_, at) => at + 1)

/** What the cart's panel lists. */
export function CartSamples() {
  return (
    <div className={classes.narrow}>
      <CartItems buybacks={cart} onRemove={() => undefined} />
    </div>
  )
}

const cart: readonly CartBuyback[] = [
  {
    inCartId: '1',
    estimatedPrice: 31_500,
    totalPrice: 30_750,
    impactPriceEntries: [
      { label: 'Apple Pay', value: 500 },
      { label: 'USB-C', value: -1250 },
    ],
    declaration: { product: { brand: 'Apple', label: 'iPhone 13 128 GB', image: '/icons/icon-192.png' } },
  },
  {
    inCartId: '2',
    estimatedPrice: 18_250,
    totalPrice: 18_250,
    impactPriceEntries: [],
    declaration: { product: { brand: null, label: 'Galaxy S22', image: null } },
  },
]

const copiedAtMs = Date.parse('2026-01-16T07:45:00Z')

/** Loading, empty, error, forbidden, and what the device has while the server is out of reach. */
export function StateSamples() {
  const { t } = useTranslation(['design', 'common'])
  return (
    <div className={classes.columns}>
      <RowsSkeleton rows={4} />
      <EmptyState
        title={t(($) => $.face.empty)}
        text={t(($) => $.face.emptyText)}
        action={<Button>{t(($) => $.button.light)}</Button>}
      />
      <ErrorState onRetry={() => undefined} />
      <QueryPlaceholder error={found.error} onRetry={() => undefined} />
      <SaveError
        error={new CallError('refused', { code: 'REQUEST_VERSION_CONFLICT', status: 412 })}
        onReload={() => undefined}
      />
      <ForbiddenState />
      {(['ready', 'missing', 'failed'] as const).map((face) => (
        <CopyFrame
          key={face}
          reading={{ away: { face, asOfMs: face === 'ready' ? copiedAtMs : null }, retry: () => undefined }}
          note={t(($) => $.face.copyNote)}
        >
          <ChangeLink
            to="/design-system"
            icon={IconPlus}
            label={t(($) => $.button.light)}
            off={t(($) => $.copy.needsNetwork, { ns: 'common' })}
          />
        </CopyFrame>
      ))}
      <ServerList
        label={t(($) => $.list.product)}
        columns={[{ key: 'product', title: t(($) => $.list.product), cell: (row) => row.product }]}
        found={found}
        rowKey={(row) => row.code}
        rowName={(row) => row.product}
        state={first}
        onChange={() => undefined}
        empty={null}
      />
      <Photo source="/icons/icon-192.png" label={t(($) => $.list.product)} missing={t(($) => $.face.empty)} />
      <Photo source="data:," label={t(($) => $.list.product)} missing={t(($) => $.face.empty)} />
    </div>
  )
}

/** Modals, the destructive one among them. */
export function PanelSamples() {
  const { t } = useTranslation('design')
  const [data, setData] = useState<ModalData | null>(null)
  const [isAsked, setAsked] = useState(false)
  const [isUnsaved, setUnsaved] = useState(false)
  const sample: ModalData = { title: t(($) => $.panel.open), content: t(($) => $.alert.info), confirm: () => undefined }
  const destructive: ModalData = {
    title: t(($) => $.panel.title),
    content: t(($) => $.panel.text),
    confirmLabel: t(($) => $.panel.confirm),
    destructive: true,
    confirm: () => undefined,
  }
  return (
    <div className={classes.samples}>
      <Button variant="default" onClick={() => setData(sample)}>
        {t(($) => $.panel.open)}
      </Button>
      <Button variant="default" onClick={() => setData(destructive)}>
        {t(($) => $.panel.destructive)}
      </Button>
      <Button variant="default" onClick={() => setAsked(true)}>
        {t(($) => $.panel.action)}
      </Button>
      <Switch
        label={t(($) => $.panel.unsaved)}
        checked={isUnsaved}
        onChange={(event) => setUnsaved(event.currentTarget.checked)}
      />
      <ConfirmModal data={data} onClose={() => setData(null)} />
      <UnsavedChangesPrompt isUnsaved={isUnsaved} />
      <FormSample />
      {isAsked && (
        <ActionDialog
          title={t(($) => $.panel.title)}
          confirmLabel={t(($) => $.panel.confirm)}
          isDestructive
          isPending={false}
          problem={t(($) => $.alert.error)}
          onClose={() => setAsked(false)}
          onConfirm={() => setAsked(false)}
        >
          {t(($) => $.panel.text)}
        </ActionDialog>
      )}
    </div>
  )
}

/** A form of the office, whose choices could not be read. */
function FormSample() {
  const { t } = useTranslation('design')
  const { notRead, ...face } = useChoiceState()({
    data: undefined,
    error: new Error('no choices'),
    isFetching: false,
    refetch: () => undefined,
  })
  return (
    <OfficeForm
      saving={{ isPending: false, error: null }}
      isUnsaved={false}
      onSubmit={(event) => event.preventDefault()}
      trouble={null}
      buttons={<Button type="submit">{t(($) => $.panel.confirm)}</Button>}
    >
      <Select label={t(($) => $.panel.title)} data={[]} error={notRead} {...face} />
    </OfficeForm>
  )
}
