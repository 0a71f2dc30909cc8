import { useTranslation } from 'react-i18next'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { itemFacts, type ItemRow } from '#sync/wire/item-row.ts'
import type { StockRow } from '#sync/wire/pull.ts'
import { useReasonText } from '#web/lib/reason-text.ts'
import type { Photos } from '#web/local/photo/photos.ts'
import { FloorChoice } from '#web/staff/ui/floor/floor-choice.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { FloorNotice } from '#web/staff/ui/floor/floor-notice.tsx'
import { FloorSelect, FloorTextArea } from '#web/staff/ui/floor/floor-field.tsx'
import { letterOf, SmallKey } from '#web/staff/ui/form/choice-list.tsx'
import type { WorkPlace } from '#web/local/work-place/use-work-place.ts'
import { nameOf } from './characteristics-step.tsx'
import { outcomeTones } from './control-outcome.ts'
import { takesTested } from './control-stock.ts'
import { evaluateDraft, termsOf } from './evaluate-draft.ts'
import { PhotoStrip } from './photo-strip.tsx'
import { isCommentMandatory, quickCommentsFor } from './quick-comments.ts'
import { SummaryLines } from './summary-lines.tsx'
import { questionsOf, type TestDraft } from './test-draft.ts'
import type { LostPhoto } from './use-test-photos.ts'
import { useCustomerMessage } from './customer-message.ts'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './compliance.module.css'

/** The result of the test, before it is confirmed: outcome, price line by line, place, comment. */
export function SummaryStep(props: {
  readonly item: ItemRow
  readonly draft: TestDraft
  readonly place: WorkPlace
  readonly photos: Photos
  readonly isFull: boolean
  /** A confirmation is under way. */
  readonly isConfirming: boolean
  /** Why the confirmation was refused; null where it was not. */
  readonly refused: string | null
  /** Photos of this test that were not kept. */
  readonly lost: readonly LostPhoto[]
  readonly take: (files: readonly File[]) => Promise<void>
  readonly onPhoto: (photoId: string, number: number) => void
  readonly onStock: (stockId: string | null) => void
  readonly onComment: (comment: string) => void
  readonly onSetAside: () => void
  readonly onKeep: () => void
}) {
  const { t } = useTranslation('compliance')
  const reasonText = useReasonText()
  const told = useCustomerMessage()
  const { item, draft, place } = props
  const { config, warehouseId } = place
  const evaluated = evaluateDraft(draft, item, config, warehouseId)
  const terms = termsOf(item, draft.product, config)
  if (!evaluated.ok) {
    return (
      <FloorNotice
        tone="refused"
        title={
          evaluated.error === 'DIAGNOSTIC_UNANSWERED' ? t(($) => $.summary.unanswered) : reasonText(evaluated.error)
        }
      />
    )
  }
  const { decision, compared } = evaluated.value
  const isCommentMissing = props.refused === 'CONTROL_COMMENT_MISSING'
  const isMandatory = isCommentMandatory(evaluated.value, config)
  const quick = quickCommentsFor(evaluated.value, draft.comment, config)
  const declaration = itemFacts(item).declaration
  // Those of questions that are not asked any more too, because nothing else shows them.
  const asked = draft.setAside === null && terms.ok ? questionsOf(draft, terms.value.questions).map(({ id }) => id) : []
  const ownPhotos = draft.photos.filter(({ questionId }) => questionId === null || !asked.includes(questionId))
  const questionOf = ({ questionId }: LostPhoto): string | null =>
    (terms.ok ? terms.value.questions.find(({ id }) => id === questionId)?.title : null) ?? null
  return (
    <>
      <FloorNotice tone={outcomeTones[decision.outcome]} title={t(($) => $.outcome[decision.outcome])} role="status">
        <p>{told(evaluated.value)}</p>
      </FloorNotice>
      {props.refused !== null && !isCommentMissing && <FloorNotice tone="refused" title={reasonText(props.refused)} />}
      {props.lost.length > 0 && (
        <FloorNotice tone="refused" title={t(($) => $.summary.lostPhotos, { count: props.lost.length })} role="alert">
          {props.lost.map((photo, at) => (
            <p key={`${photo.questionId} ${at}`}>
              {[questionOf(photo), t(($) => $.photo.problem[photo.problem])]
                .filter((text) => text !== null)
                .join(' · ')}
            </p>
          ))}
          <p>{t(($) => $.summary.lostPhotosText)}</p>
        </FloorNotice>
      )}
      {draft.product !== null && draft.product.id !== declaration?.productId && (
        <p className={styles.differs}>{t(($) => $.summary.otherProduct, { name: nameOf(draft.product) })}</p>
      )}
      {compared !== null && terms.ok && (
        <SummaryLines
          compared={compared}
          evaluated={evaluated.value}
          declaredGrade={declaration?.grade ?? null}
          hasAnswers={declaration?.answers != null}
          questions={[...terms.value.questions, ...terms.value.declared.questionnaire.questions]}
        />
      )}
      <StockChoice
        stocks={config?.stocks ?? []}
        warehouseId={warehouseId}
        status={decision.next.status}
        stockId={decision.next.stockId}
        chosenId={draft.stockId}
        onStock={props.onStock}
      />
      <div className={arrange.stack}>
        <FloorTextArea
          label={isMandatory ? t(($) => $.summary.comment) : t(($) => $.summary.commentOptional)}
          size="middle"
          maxLength={textLimits.comment}
          value={draft.comment}
          aria-required={isMandatory}
          aria-invalid={isCommentMissing}
          onChange={(event) => props.onComment(event.currentTarget.value)}
        />
        {isCommentMissing && (
          <p className={words.error} role="alert">
            {t(($) => $.summary.commentMissing)}
          </p>
        )}
        {quick.length > 0 && (
          <div className={styles.chips}>
            {quick.map((name, at) => (
              <FloorChoice key={name} onClick={() => props.onComment(t(($) => $.summary.quick[name]))}>
                <SmallKey name={letterOf(at)} /> {t(($) => $.summary.quick[name])}
              </FloorChoice>
            ))}
          </div>
        )}
      </div>
      {(draft.setAside !== null || ownPhotos.length > 0) && (
        <PhotoStrip
          photos={props.photos}
          taken={ownPhotos}
          isFull={props.isFull}
          isHeld={props.isConfirming}
          isOfProduct
          problem={null}
          take={props.take}
          onShow={props.onPhoto}
        />
      )}
      <div className={arrange.row}>
        <FloorAction tone="quiet" onClick={draft.setAside === null ? props.onSetAside : props.onKeep}>
          {draft.setAside === null ? t(($) => $.summary.setAside) : t(($) => $.summary.undoSetAside)}
        </FloorAction>
      </div>
      <p className={words.soft}>{t(($) => $.summary.keys)}</p>
    </>
  )
}

/** Where a completed product goes; what waits in quarantine has no choice. A scanned stock location chooses too. */
function StockChoice(props: {
  readonly stocks: readonly StockRow[]
  readonly warehouseId: string
  readonly status: ItemRow['status']
  readonly stockId: string | null
  readonly chosenId: string | null
  readonly onStock: (stockId: string | null) => void
}) {
  const { t } = useTranslation('compliance')
  const here = props.stocks.filter(({ warehouseId }) => warehouseId === props.warehouseId)
  const name = here.find(({ id }) => id === props.stockId)?.name ?? ''
  if (props.status === 'item_in_quarantine')
    return name === '' ? null : <p className={styles.place}>{t(($) => $.summary.stockFixed, { stock: name })}</p>
  const usual = here.find(({ native }) => native === 'to_refurbish')
  const others = here.filter((stock) => stock.id !== usual?.id && takesTested(stock, props.status))
  return (
    <FloorSelect
      label={t(($) => $.summary.stock)}
      size="middle"
      value={props.chosenId ?? ''}
      options={[
        { value: '', label: t(($) => $.summary.usualStock, { stock: usual?.name ?? '' }) },
        ...others.map(({ id, name: label }) => ({ value: id, label })),
      ]}
      onChange={(stockId) => props.onStock(stockId === '' ? null : stockId)}
    />
  )
}
