import { useTranslation } from 'react-i18next'
import type { Question } from '#domain/catalog/questionnaire.ts'
import type { Photos, TakenPhoto } from '#web/local/photos.ts'
import { PhotoStrip } from './photo-strip.tsx'
import type { DraftPhoto } from './test-draft.ts'
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
  readonly take: (file: File) => Promise<TakenPhoto>
  readonly onChoose: (answerId: string) => void
  readonly onRemove: (photoId: string) => void
}) {
  const { t } = useTranslation('compliance')
  const { question, declaredId, chosenId } = props
  const differs = chosenId !== null && chosenId !== declaredId
  return (
    <>
      <div>
        <p className={styles.where}>
          {t(($) => $.question.progress, { at: props.at + 1, count: props.count })} · {props.product}
        </p>
        <div className={styles.progress} aria-hidden>
          <span style={{ inlineSize: `${((props.at + 1) / props.count) * 100}%` }} />
        </div>
        <h2 className={styles.question}>{question.title}</h2>
      </div>
      <ul className={styles.answers} aria-label={question.title}>
        {question.answers.map(({ id, name }, at) => (
          <li key={id}>
            <button
              type="button"
              className={styles.answer}
              aria-pressed={id === chosenId}
              data-differs={(id === chosenId && differs) || undefined}
              onClick={() => props.onChoose(id)}
            >
              <kbd className={styles.key}>{String.fromCharCode(65 + at)}</kbd>
              <span className={styles.answerName}>{name}</span>
              {id === declaredId && <span className={styles.declared}>{t(($) => $.question.declared)}</span>}
            </button>
          </li>
        ))}
      </ul>
      {declaredId === null && (
        <p className={styles.soft}>{props.hasDeclaration ? t(($) => $.question.undeclared) : null}</p>
      )}
      {differs && (
        <div ref={bringIntoView} className={styles.form}>
          {declaredId !== null && <p className={styles.differs}>{t(($) => $.question.differs)}</p>}
          <PhotoStrip
            photos={props.photos}
            taken={props.taken}
            isFull={props.isFull}
            take={props.take}
            onRemove={props.onRemove}
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
