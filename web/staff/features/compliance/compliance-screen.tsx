import { useTranslation } from 'react-i18next'
import { productName } from '#domain/catalog/product-name.ts'
import { itemFacts } from '#sync/wire/item-row.ts'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { ScanPanel } from '#web/scan/scan-panel.tsx'
import { FloorLayout } from '#web/staff/ui/floor/floor-layout.tsx'
import { FloorNotice } from '#web/staff/ui/floor/floor-notice.tsx'
import { FullScreenFeedback } from '#web/staff/ui/floor/full-screen-feedback.tsx'
import { CharacteristicsStep, nameOf, withoutStorage } from './characteristics-step.tsx'
import { ComplianceActions } from './compliance-actions.tsx'
import { DoneStep } from './done-step.tsx'
import { FoundStep } from './found-step.tsx'
import { LeaveSheet } from './leave-sheet.tsx'
import { PhotoSheet } from './photo-sheet.tsx'
import { ProductSheet } from './product-sheet.tsx'
import { QuestionStep } from './compliance-question-step.tsx'
import { SearchStep } from './search-step.tsx'
import { SetAsideSheet } from './set-aside-sheet.tsx'
import { SummaryStep } from './summary-step.tsx'
import { answerTo, photosOf, takesPhoto, withProduct } from './test-draft.ts'
import { useTestControls, type TestDeps } from './use-test-controls.ts'

interface Props extends Omit<TestDeps, 'userId'> {
  readonly online: boolean
}

/** The compliance test: search, characteristics, diagnosis, summary, confirmation (WH-07). */
export function ComplianceScreen({ online, ...deps }: Props) {
  const { t } = useTranslation('compliance')
  const user = useSignedInUser()
  const controls = useTestControls({ ...deps, userId: user.id })
  const { compliance, item, draft, terms, questions, question, declared, change, setSheet } = controls
  const { state } = compliance
  const { engine, photos, place } = deps
  const { config } = place

  return (
    <FloorLayout
      title={t(($) => $.title)}
      actions={
        <ComplianceActions
          state={state}
          isLastQuestion={draft?.step === 'questions' && draft.at === questions.length - 1}
          isAnswered={question !== undefined && draft !== null && answerTo(question, draft) !== null}
          hasQuestions={questions.length > 0}
          isBlocked={controls.isBlocked}
          isConfirming={controls.isConfirming}
          place={place}
          onBack={controls.back}
          onForward={controls.forward}
          onConfirm={controls.confirm}
          onNext={controls.next}
          onCheckIn={deps.onCheckIn}
        />
      }
    >
      {controls.camera && state.step !== 'test' && <ScanPanel purpose="item" onCode={controls.take} />}
      {controls.camera && draft?.step === 'characteristics' && (
        <ScanPanel purpose="imei" onCode={controls.takeImei} paused={controls.sheet !== null} />
      )}
      {state.step === 'search' && (
        <SearchStep
          engine={engine}
          photos={photos}
          userId={user.id}
          place={place}
          hasCamera={controls.camera}
          onCode={(code) => controls.find(code)}
          onItem={controls.open}
          onCamera={() => controls.setCamera(true)}
        />
      )}
      {state.step === 'found' && (
        <FoundStep
          code={state.code}
          lookup={state.lookup}
          config={config}
          onPick={controls.open}
          onLater={controls.next}
        />
      )}
      {state.step === 'test' && state.isAnew && draft?.step === 'characteristics' && (
        <FloorNotice tone="warning" title={t(($) => $.characteristics.anew)} role="status">
          <p>{t(($) => $.characteristics.anewText)}</p>
        </FloorNotice>
      )}
      {item !== null && draft?.step === 'characteristics' && (
        <CharacteristicsStep
          item={item}
          draft={draft}
          hasQuestions={terms?.ok === true}
          isImeiMissing={controls.isImeiInvalid}
          hasCamera={controls.camera}
          onCamera={controls.toggleCamera}
          onImei={(imei) => change((before) => ({ ...before, imei }))}
          onSerial={(serialNumber) => change((before) => ({ ...before, serialNumber }))}
          onOtherProduct={() => setSheet('product')}
          onDeclaredProduct={() => change((before) => withProduct(before, null))}
          onSetAside={() => setSheet('set_aside')}
        />
      )}
      {item !== null && draft !== null && question !== undefined && (
        <QuestionStep
          key={question.id}
          question={question}
          at={draft.at}
          count={questions.length}
          product={draft.product === null ? (productName(item) ?? '') : nameOf(draft.product)}
          declaredId={declared?.answers?.find(({ questionId }) => questionId === question.id)?.answerId ?? null}
          hasDeclaration={declared?.answers != null}
          chosenId={answerTo(question, draft)}
          photos={photos}
          taken={photosOf(draft, question.id)}
          isFull={!takesPhoto(draft)}
          problem={controls.taken.problemOf(question.id)}
          take={controls.taken.take(question.id)}
          onChoose={controls.choose}
          onPhoto={controls.showPhoto}
        />
      )}
      {item !== null && draft?.step === 'summary' && (
        <SummaryStep
          item={item}
          draft={draft}
          place={place}
          photos={photos}
          isFull={!takesPhoto(draft)}
          isConfirming={controls.isConfirming}
          refused={controls.refused}
          lost={controls.taken.lost}
          take={controls.taken.take(null)}
          onPhoto={controls.showPhoto}
          onStock={(stockId) => change((before) => ({ ...before, stockId }))}
          onComment={(comment) => change((before) => ({ ...before, comment }))}
          onSetAside={() => setSheet('set_aside')}
          onKeep={() => change((before) => ({ ...before, setAside: null, step: 'characteristics', at: 0 }))}
        />
      )}
      {state.step === 'done' && <DoneStep done={state} config={config} />}
      {controls.sheet === 'product' && item !== null && draft !== null && (
        <ProductSheet
          first={withoutStorage(productName(item) ?? '')}
          categoryId={itemFacts(item).categoryId}
          online={online}
          onPick={(product) => {
            setSheet(null)
            change((before) => withProduct(before, product.id === declared?.productId ? null : product))
          }}
          onClose={() => setSheet(null)}
        />
      )}
      {controls.sheet === 'set_aside' && <SetAsideSheet onPick={controls.setAside} onClose={() => setSheet(null)} />}
      {controls.photo !== null && (
        <PhotoSheet
          photos={photos}
          {...controls.photo}
          onRemove={controls.removePhoto}
          onClose={() => setSheet(null)}
        />
      )}
      {controls.sheet === 'leave' && (
        <LeaveSheet
          onLeave={() => {
            setSheet(null)
            controls.next()
          }}
          onAbandon={() => {
            setSheet(null)
            controls.taken.forget()
            void compliance.abandon()
          }}
          onClose={() => setSheet(null)}
        />
      )}
      {controls.shown !== null && <FullScreenFeedback {...controls.shown} onEnd={() => controls.setShown(null)} />}
    </FloorLayout>
  )
}
