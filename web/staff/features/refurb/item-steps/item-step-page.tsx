import { IconArrowBackUp, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ItemStep } from '#domain/refurb/refurb-step.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { meaningless, type ScanAnswer } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { FloorLayout } from '#web/staff/ui/floor/floor-layout.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { useStepPause } from '#web/staff/ui/floor/use-step-pause.ts'
import { UnknownItem } from '../floor/item-gate.tsx'
import { ProductCard } from '../floor/product-card.tsx'
import { ShownFeedback, useShow } from '../floor/shown-feedback.tsx'
import { useActorName } from '../floor/use-actor-name.ts'
import { useItemKeys } from '../floor/use-item-keys.ts'
import { useNothingToUndo } from '../floor/use-nothing-to-undo.ts'
import { useStockStop } from '../floor/use-stock-stop.ts'
import { CancelSheet } from './cancel-sheet.tsx'
import { CompleteSheet } from './complete-sheet.tsx'
import { parseItemStepId } from './item-step-id.ts'
import { clockText, useNow, workedNow } from './step-clock.ts'
import { isMovedByAnother, StepMoved, useMovedByAnother } from './step-moved.tsx'
import { StepStatus } from './step-status.tsx'
import { RefusedWork, StepsFrame, type RefurbInHand } from './steps-frame.tsx'
import { useStepWork } from './use-step-work.ts'
import factStyles from '#web/staff/ui/facts.module.css'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import styles from '../refurb.module.css'

/** `/warehouse/item-refurb-steps/{itemRefurbStepId}` (REFURB-18): one step of a product. */
export function ItemStepPage({ itemRefurbStepId }: { readonly itemRefurbStepId: string }) {
  const { t } = useTranslation('refurb')
  const title = t(($) => $.steps.one)
  const named = parseItemStepId(itemRefurbStepId)
  if (named === null) return <UnknownItem title={title} purpose="steps" />
  return (
    <StepsFrame itemId={named.itemId} title={title}>
      {(inHand) => {
        const step = inHand.steps.find(({ stepId }) => stepId === named.stepId)
        return step === undefined ? (
          <UnknownItem title={title} purpose="steps" />
        ) : (
          <StepScreen {...inHand} step={step} />
        )
      }}
    </StepsFrame>
  )
}

function StepScreen(inHand: RefurbInHand & { readonly step: ItemStep }) {
  const { workshop, item, step, deviceId } = inHand
  const { t } = useTranslation('refurb')
  const navigate = useNavigate()
  const show = useShow()
  const isStopped = useStockStop(workshop)
  const { work, undo } = useStepWork(workshop, item, step.stepId)
  const nothing = useNothingToUndo()
  const takeBack = (): void => (undo === null ? nothing() : void undo())
  // An open sheet acts on the step as it stood when the sheet opened.
  const [sheet, setSheet] = useState<{ readonly asks: 'cancel' | 'complete'; readonly seen: ItemStep } | null>(null)
  const ask = (asks: 'cancel' | 'complete'): void => setSheet({ asks, seen: step })
  const stock = workshop.config.stocks.find(({ id }) => id === step.stockId)
  const description = workshop.config.refurbSteps?.find(({ id }) => id === step.stepId)?.description
  const moved = useMovedByAnother(step, workshop.userId)
  const back = (): void =>
    void navigate({ to: '/warehouse/item-refurb-steps/items/$itemId', params: { itemId: item.id } })
  const isMovedBehind = sheet !== null && isMovedByAnother(step, sheet.seen, workshop.userId)
  // What was refused stays as it was typed, unless the sheet asks of a step that is another's by now.
  const leave = (isDone: boolean): void => {
    if (isDone) back()
    if (isDone || isMovedBehind) setSheet(null)
  }
  const movedBehind = isMovedBehind ? <StepMoved step={step} workshop={workshop} /> : null
  const { status } = step
  const closed = status === 'completed' || status === 'cancelled'
  // Each state of the step has buttons of its own in the same place, and a sheet lays its own over them.
  useStepPause(`${step.stepId} ${status} ${sheet?.asks ?? ''}`)

  const start = (): void => void work(step, 'start', { stockId: step.stockId })
  const forward = (): void => {
    if (status === 'to_do') return start()
    if (status === 'paused') return void work(step, 'resume')
    if (status === 'in_progress') return ask('complete')
    back()
  }
  const takeStock = (stockId: string): void => {
    const right = { detail: t(($) => $.work.stockIs), place: stock?.name ?? '' }
    if (isStopped(stockId, [{ id: step.stockId }], right)) return
    if (status === 'to_do') start()
    else if (status === 'paused') void work(step, 'resume')
  }
  const takeCommand = (command: string | null): ScanAnswer => {
    if (command === 'START' && (status === 'to_do' || status === 'paused')) return forward()
    if (command === 'PAUSE' && status === 'in_progress') return void work(step, 'pause')
    if (command === 'CONFIRM') return status === 'paused' ? ask('complete') : forward()
    if (command === 'CANCEL' && !closed) return ask('cancel')
    if (command === 'UNDO') return takeBack()
    if (command === 'NEXT' || command === 'END' || command === 'CANCEL') return back()
    if (command === 'START' || command === 'PAUSE')
      return show({ tone: 'done', signal: 'done', word: t(($) => $.status[status]), detail: step.name })
    return meaningless
  }
  useScanner({
    purpose: 'item',
    onScan: ({ resolution: { command, stockId } }) => {
      show(null)
      if (stockId === null) return takeCommand(command)
      takeStock(stockId)
    },
  })
  useItemKeys({ onEnter: forward, onUndo: takeBack, enabled: sheet === null })

  return (
    <FloorLayout
      title={t(($) => $.steps.one)}
      actions={
        <>
          {status === 'in_progress' && (
            <FloorAction tone="quiet" icon={IconPlayerPause} onClick={() => void work(step, 'pause')}>
              {t(($) => $.work.pause)}
            </FloorAction>
          )}
          {status === 'paused' && (
            <FloorAction tone="quiet" onClick={() => ask('complete')}>
              {t(($) => $.work.complete)}
            </FloorAction>
          )}
          {status === 'to_do' && (
            <FloorAction tone="quiet" onClick={back}>
              {t(($) => $.work.list)}
            </FloorAction>
          )}
          {status === 'to_do' ? (
            <FloorAction icon={IconPlayerPlay} onClick={forward}>
              {t(($) => $.work.start)}
            </FloorAction>
          ) : status === 'paused' ? (
            <FloorAction icon={IconPlayerPlay} onClick={forward}>
              {t(($) => $.work.resume)}
            </FloorAction>
          ) : (
            <FloorAction onClick={forward}>{closed ? t(($) => $.work.list) : t(($) => $.work.complete)}</FloorAction>
          )}
        </>
      }
    >
      <ProductCard item={item} config={workshop.config} />
      <RefusedWork workshop={workshop} itemId={item.id} stepId={step.stepId} />
      {moved && <StepMoved step={step} workshop={workshop} />}
      <section className={styles.step}>
        <h2 className={styles.question}>{step.name}</h2>
        <StepStatus status={status} />
        <StepTime step={step} deviceId={deviceId} />
      </section>
      {description != null && !closed && <p className={styles.description}>{description}</p>}
      {status === 'to_do' && (
        <p className={styles.effect}>
          {t(($) => $.work.confirmStock)} <strong className={styles.place}>{stock?.name ?? ''}</strong>
          {stock?.location != null && <span> · {stock.location}</span>}
        </p>
      )}
      <div className={arrange.row}>
        {undo !== null && (
          <FloorAction tone="quiet" icon={IconArrowBackUp} onClick={() => void undo()}>
            {t(($) => $.work.undo)}
          </FloorAction>
        )}
        {!closed && (
          <FloorAction tone="danger" onClick={() => ask('cancel')}>
            {t(($) => $.work.cancel)}
          </FloorAction>
        )}
      </div>
      <StepFacts step={step} inHand={inHand} />
      {sheet?.asks === 'cancel' && (
        <CancelSheet
          step={step}
          moved={movedBehind}
          onClose={() => setSheet(null)}
          onCancel={async (comment) => {
            leave(await work(sheet.seen, 'cancel', { comment }))
          }}
        />
      )}
      {sheet?.asks === 'complete' && (
        <CompleteSheet
          {...inHand}
          moved={movedBehind}
          onClose={() => setSheet(null)}
          onComplete={async (stockId, comment) => {
            leave(await work(sheet.seen, 'complete', { stockId, comment }))
          }}
        />
      )}
      {/* An open sheet lies above everything else and draws the result itself. */}
      {sheet === null && <ShownFeedback />}
    </FloorLayout>
  )
}

/** Time actually worked, running while the step runs. */
function StepTime({ step, deviceId }: { readonly step: ItemStep; readonly deviceId: string | null }) {
  const { t } = useTranslation('refurb')
  const nowMs = useNow(step.status === 'in_progress')
  return (
    <p className={styles.clock} role="timer" aria-label={t(($) => $.steps.worked)}>
      {clockText(workedNow(step, deviceId, nowMs))}
    </p>
  )
}

function StepFacts({ step, inHand }: { readonly step: ItemStep; readonly inHand: RefurbInHand }) {
  const { t } = useTranslation('refurb')
  const format = useFormat()
  const { config } = inHand.workshop
  const actorName = useActorName(inHand.workshop)
  const facts = [
    // While the step waits, its stock is what the screen asks for.
    [
      t(($) => $.fact.stock),
      step.status === 'to_do' ? null : (config.stocks.find(({ id }) => id === step.stockId)?.name ?? null),
    ],
    [t(($) => $.fact.cost), format.money(step.plannedCostCents)],
    [t(($) => $.fact.user), step.actorId === null ? null : actorName(step.actorId)],
    [t(($) => $.fact.date), step.atMs === null ? null : format.dateTime(new Date(step.atMs))],
    [t(($) => $.fact.comment), step.comment],
  ] as const
  return (
    <dl className={`${factStyles.facts} ${styles.facts}`}>
      {facts.map(([label, value]) =>
        value === null ? null : (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
