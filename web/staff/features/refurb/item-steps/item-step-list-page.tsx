import { IconArrowBackUp } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { allStepsClosed, refurbCosts, type ItemStep } from '#domain/refurb/refurb-step.ts'
import { answerIndex } from '#domain/item/resolve-code.ts'
import { confirmRefurbSteps } from '#sync/operations/refurb/confirm-refurb-steps.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { useReasonText } from '#web/lib/reason-text.ts'
import { meaningless } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { FloorLayout } from '#web/staff/ui/floor/floor-layout.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { useStepPause } from '#web/staff/ui/floor/use-step-pause.ts'
import { ChoiceList, ChoiceRow, letterOf } from '#web/staff/ui/form/choice-list.tsx'
import { ProductCard } from '../floor/product-card.tsx'
import { ShownFeedback, useShow } from '../floor/shown-feedback.tsx'
import { useItemKeys } from '../floor/use-item-keys.ts'
import { useNothingToUndo } from '../floor/use-nothing-to-undo.ts'
import { useStockStop } from '../floor/use-stock-stop.ts'
import { itemStepId } from './item-step-id.ts'
import { clockText, useNow, workedNow } from './step-clock.ts'
import { StepStatus } from './step-status.tsx'
import { RefusedWork, StepsFrame, type RefurbInHand } from './steps-frame.tsx'
import { useStepWork } from './use-step-work.ts'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from '../refurb.module.css'

/** `/warehouse/item-refurb-steps/items/{itemId}` (REFURB-18): the steps of a product, and their confirmation. */
export function ItemStepListPage({ itemId }: { readonly itemId: string }) {
  const { t } = useTranslation('refurb')
  return (
    <StepsFrame itemId={itemId} title={t(($) => $.steps.title)}>
      {(inHand) => <ListScreen {...inHand} />}
    </StepsFrame>
  )
}

function ListScreen({ workshop, item, steps, deviceId }: RefurbInHand) {
  const { t } = useTranslation('refurb')
  const navigate = useNavigate()
  const format = useFormat()
  const reasonText = useReasonText()
  const show = useShow()
  const busy = useRef(false)
  const { undo } = useStepWork(workshop, item)
  const nothing = useNothingToUndo()
  const takeBack = (): void => (undo === null ? nothing() : void undo())
  const isStopped = useStockStop(workshop)
  useStepPause('list')
  const nowMs = useNow(steps.some(({ status }) => status === 'in_progress'))
  const closed = allStepsClosed(steps)
  const { plannedCents, completedCents } = refurbCosts(steps)
  const workedMs = steps.reduce((sum, step) => sum + workedNow(step, deviceId, nowMs), 0)

  const open = (step: ItemStep | undefined): void => {
    if (step === undefined) return
    show(null)
    void navigate({
      to: '/warehouse/item-refurb-steps/$itemRefurbStepId',
      params: { itemRefurbStepId: itemStepId(item.id, step.stepId) },
    })
  }
  const search = (): void => void navigate({ to: '/warehouse/item-refurb-steps/search' })
  const confirm = async (): Promise<void> => {
    if (busy.current) return
    busy.current = true
    try {
      const captured = await workshop.engine.dispatch(confirmRefurbSteps, { itemId: item.id })
      if (!captured.captured) {
        return show({
          tone: 'refused',
          signal: 'refused',
          word: t(($) => $.steps.notConfirmed),
          detail: reasonText(captured.code),
        })
      }
      const after = captured.items.find(({ id }) => id === item.id)
      const stockName = workshop.config.stocks.find(({ id }) => id === after?.stockId)?.name ?? ''
      show({ tone: 'accepted', signal: 'accepted', word: t(($) => $.completed.title), place: stockName })
      await navigate({
        to: '/warehouse/item-refurb-steps/completed',
        search: { identificationNumber: item.code, stockName },
      })
    } finally {
      busy.current = false
    }
  }
  /** The next thing to do: what runs, then what is paused, then what has not begun. */
  const nextStep = (['in_progress', 'paused', 'to_do'] as const)
    .map((status) => steps.find((step) => step.status === status))
    .find((step) => step !== undefined)
  const goOn = (): void => (closed ? void confirm() : open(nextStep))
  /** A bench's barcode opens the step that waits there. */
  const openAt = (stockId: string): void => {
    const waiting = steps.filter(isOpen)
    const place = workshop.config.stocks.find(({ id }) => id === nextStep?.stockId)?.name
    const right = place === undefined ? {} : { detail: t(($) => $.work.stockIs), place }
    const asked = waiting.map((step) => ({ id: step.stockId }))
    if (!isStopped(stockId, asked, right)) open(waiting.find((step) => step.stockId === stockId))
  }

  useScanner({
    purpose: 'item',
    onScan: ({ resolution: { command, stockId } }) => {
      show(null)
      const at = answerIndex(command)
      if (at !== null) return steps[at] === undefined ? meaningless : open(steps[at])
      if (stockId !== null) return openAt(stockId)
      if (command === 'CONFIRM') return void confirm()
      if (command === 'START' || command === 'NEXT') return goOn()
      if (command === 'CANCEL' || command === 'END') return search()
      if (command === 'UNDO') return takeBack()
      return meaningless
    },
  })
  useItemKeys({ onEnter: goOn, onAnswer: (at) => open(steps[at]), onUndo: takeBack })

  return (
    <FloorLayout
      title={t(($) => $.steps.title)}
      actions={
        <>
          <FloorAction tone="quiet" onClick={search}>
            {t(($) => $.steps.other)}
          </FloorAction>
          <FloorAction onClick={goOn}>{closed ? t(($) => $.steps.confirm) : t(($) => $.steps.goOn)}</FloorAction>
        </>
      }
    >
      <ProductCard item={item} config={workshop.config} />
      <RefusedWork workshop={workshop} itemId={item.id} stepId={null} />
      <ChoiceList label={t(($) => $.steps.list)}>
        {steps.map((step, at) => (
          <ChoiceRow
            key={step.stepId}
            keyName={letterOf(at)}
            end={
              <span className={styles.numbers}>
                <span>{format.money(step.plannedCostCents)}</span>
                <span className={words.soft}>{clockText(workedNow(step, deviceId, nowMs))}</span>
              </span>
            }
            onClick={() => open(step)}
          >
            <strong>{step.name}</strong>
            <StepStatus status={step.status} />
            <span className={words.soft}>{workshop.config.stocks.find(({ id }) => id === step.stockId)?.name}</span>
          </ChoiceRow>
        ))}
      </ChoiceList>
      <ul className={styles.lines}>
        <li>
          <span>{t(($) => $.summary.planned)}</span>
          <span className={styles.money}>{format.money(plannedCents)}</span>
        </li>
        <li>
          <span>{t(($) => $.steps.completedCost)}</span>
          <span className={styles.money}>{format.money(completedCents)}</span>
        </li>
        <li>
          <span>{t(($) => $.steps.worked)}</span>
          <span className={styles.money}>{clockText(workedMs)}</span>
        </li>
      </ul>
      {undo !== null && (
        <div className={arrange.row}>
          <FloorAction tone="quiet" icon={IconArrowBackUp} onClick={() => void undo()}>
            {t(($) => $.work.undo)}
          </FloorAction>
        </div>
      )}
      <ShownFeedback />
    </FloorLayout>
  )
}

function isOpen({ status }: ItemStep): boolean {
  return status === 'to_do' || status === 'in_progress' || status === 'paused'
}
