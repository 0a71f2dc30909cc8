import { Alert, Button, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { productName } from '#domain/catalog/product-name.ts'
import { useReasonText } from '#web/lib/reason-text.ts'
import { groupCode } from '#web/lib/format.ts'
import { useEngine } from '#web/local/engine/engine-context.tsx'
import { TruncatedList } from '#web/staff/ui/list/truncated-list.tsx'
import { TruncatedSelect } from '#web/staff/ui/form/truncated-select.tsx'
import { moveItems, undoMoves, type MovableItem, type MoveReport } from './move-items.ts'
import { useStocks } from '#web/local/copy/use-stocks.ts'

type Step =
  | { readonly name: 'choose' }
  | { readonly name: 'running'; readonly done: number; readonly of: number }
  | { readonly name: 'moved' | 'undone'; readonly report: MoveReport }

/** Moves chosen items to one stock, then says what moved, what did not and why; the whole can be taken back. */
export function MoveDialog(props: {
  readonly items: readonly MovableItem[]
  readonly onClose: () => void
  readonly onMoved: () => void
}) {
  const { t } = useTranslation(['item', 'common'])
  const { t: tc } = useTranslation('common')
  const engine = useEngine()
  const stocks = useStocks()
  const [stockId, setStockId] = useState<string | null>(null)
  const [step, setStep] = useState<Step>({ name: 'choose' })
  const { items } = props
  const warehouses = new Set(items.map(({ warehouseId }) => warehouseId))
  const choices = stocks.list.filter((stock) => warehouses.has(stock.warehouseId))
  const run = async (
    of: number,
    task: (onProgress: (done: number) => void) => Promise<MoveReport>,
    name: 'moved' | 'undone',
  ): Promise<void> => {
    setStep({ name: 'running', done: 0, of })
    const report = await task((done) => setStep({ name: 'running', done, of }))
    setStep({ name, report })
    props.onMoved()
  }
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={t(($) => $.move.title, { count: items.length })}
      closeOnEscape={step.name !== 'running'}
      closeOnClickOutside={false}
      withCloseButton={step.name !== 'running'}
      closeButtonProps={{ 'aria-label': tc(($) => $.action.close) }}
    >
      {step.name === 'choose' && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (stockId !== null)
              void run(items.length, (onProgress) => moveItems(engine, items, stockId, onProgress), 'moved')
          }}
        >
          <Stack>
            <TruncatedSelect
              label={t(($) => $.move.stock)}
              placeholder={t(($) => $.move.choose)}
              data={choices.map(({ id, location }) => ({
                value: id,
                label: [stocks.nameOf(id), location].filter(Boolean).join(' · '),
              }))}
              value={stockId}
              onChange={setStockId}
              searchable
              data-autofocus
            />
            <Text c="dimmed" size="sm">
              {t(($) => $.move.text)}
            </Text>
            <Group justify="flex-end">
              <Button variant="default" onClick={props.onClose}>
                {tc(($) => $.action.cancel)}
              </Button>
              <Button type="submit" disabled={stockId === null}>
                {t(($) => $.move.submit)}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
      {step.name === 'running' && (
        <Stack role="status">
          <Text>{t(($) => $.move.running, { done: step.done, total: step.of })}</Text>
          <Progress value={(100 * step.done) / step.of} aria-label={t(($) => $.move.report)} />
        </Stack>
      )}
      {(step.name === 'moved' || step.name === 'undone') && (
        <Stack>
          <Report
            report={step.report}
            isUndo={step.name === 'undone'}
            stock={stocks.nameOf(step.report.stockId) ?? ''}
          />
          <Group justify="flex-end">
            {step.name === 'moved' && step.report.moved.length + step.report.undecided.length > 0 ? (
              <Button
                variant="default"
                onClick={() => {
                  const { report } = step
                  const count = report.moved.length + report.undecided.length
                  void run(count, (onProgress) => undoMoves(engine, report, onProgress), 'undone')
                }}
              >
                {t(($) => $.move.undo)}
              </Button>
            ) : null}
            <Button onClick={props.onClose} data-autofocus>
              {tc(($) => $.action.close)}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

function Report(props: { readonly report: MoveReport; readonly isUndo: boolean; readonly stock: string }) {
  const { t } = useTranslation('item')
  const { t: tw } = useTranslation('warehouse')
  const reasonText = useReasonText()
  const { moved, undecided, skipped } = props.report
  const count = moved.length
  return (
    <section aria-label={t(($) => $.move.report)}>
      <Stack>
        <Alert color={count > 0 ? 'green' : 'gray'} variant="light" role="status">
          {props.isUndo ? t(($) => $.move.undone, { count }) : t(($) => $.move.done, { count, stock: props.stock })}
        </Alert>
        {undecided.length > 0 && (
          <Alert
            color="blue"
            variant="light"
            role="status"
            title={t(($) => $.move.unjudged, { count: undecided.length })}
          >
            {t(($) => $.move.unjudgedText)}
          </Alert>
        )}
        {[...skipped].map(([code, items]) => (
          <Alert
            key={code}
            color="orange"
            variant="light"
            role="status"
            title={t(($) => $.move.skipped, { count: items.length })}
          >
            <Text>{reasonText(code)}</Text>
            <TruncatedList
              label={reasonText(code)}
              entries={items}
              entryKey={({ id }) => id}
              draw={(item) => `${productName(item) ?? tw(($) => $.product.unknown)} · ${groupCode(item.code)}`}
            />
          </Alert>
        ))}
      </Stack>
    </section>
  )
}
