import { useTranslation } from 'react-i18next'
import type { Question } from '#domain/catalog/questionnaire.ts'
import type { Photos } from '#web/local/photo/photos.ts'
import { ChoiceList, ChoiceRow, letterOf } from '#web/staff/ui/form/choice-list.tsx'
import { StepProgress } from '#web/staff/ui/floor/step-progress.tsx'
import { PhotoStrip } from './photo-strip.tsx'
import type { DraftPhoto } from './test-draft.ts'
import type { PhotoProblem } from './use-test-photos.ts'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './compliance.module.css'

/** One question: the declared answer beside the one that the operator finds. */
export function QuestionStep(props: {
  readonly question: Question
  readonly at: number
  readonly count: number
  readonly product: string
  readonly declaredId: string | null
  /** Whether anything at all was declared about the condition. */
  readonly hasDeclaration: boolean
  readonly chosenId: string | null
  readonly photos: Photos
  readonly taken: readonly DraftPhoto[]
  readonly isFull: boolean
  /** Why the last photo was not kept; null where it was. */
  readonly problem: PhotoProblem | null
  readonly take: (files: readonly File[]) => Promise<void>
  readonly onChoose: (answerId: string) => void
  readonly onPhoto: (photoId: string, number: number) => void
}) {
  const { t } = useTranslation('compliance')
  const { question, declaredId, chosenId } = props
  const differs = chosenId !== null && chosenId !== declaredId
  // Photos of an answer that was taken back stay in the test until they are removed here.
  const hasPhotos = differs || props.taken.length > 0 || props.problem !== null
  return (
    <>
      <div>
        <StepProgress at={props.at + 1} of={props.count}>
          {t(($) => $.question.progress, { at: props.at + 1, count: props.count })} · {props.product}
        </StepProgress>
        <h2 className={styles.question}>{question.title}</h2>
      </div>
      <div className={styles.answers}>
        <ChoiceList label={question.title}>
          {question.answers.map(({ id, name }, at) => (
            <ChoiceRow
              key={id}
              keyName={letterOf(at)}
              pressed={id === chosenId}
              tone={differs ? 'warning' : 'accepted'}
              end={id === declaredId && <span className={styles.declared}>{t(($) => $.question.declared)}</span>}
              onClick={() => props.onChoose(id)}
            >
              <span className={styles.answerName}>{name}</span>
            </ChoiceRow>
          ))}
        </ChoiceList>
      </div>
      {declaredId === null && (
        <p className={words.soft}>{props.hasDeclaration ? t(($) => $.question.undeclared) : null}</p>
      )}
      {hasPhotos && (
        <div ref={bringIntoView} className={arrange.stack}>
          {differs && declaredId !== null && <p className={styles.differs}>{t(($) => $.question.differs)}</p>}
          {!differs && <p className={words.soft}>{t(($) => $.question.keptPhotos)}</p>}
          <PhotoStrip
            photos={props.photos}
            taken={props.taken}
            isFull={props.isFull}
            problem={props.problem}
            take={props.take}
            onShow={props.onPhoto}
          />
        </div>
      )}
    </>
  )
}

// The answer's photos stand below the answers, and on a handheld under the bottom bar.
function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' })
}
