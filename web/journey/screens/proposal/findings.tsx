import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { CloseIcon } from '../../kit/icons.tsx'
import classes from './proposal.module.css'
import type { Proposal } from './compared-prices.tsx'

type Photo = Proposal['photos'][number]
/** A photo with its place among them all and its words. */
interface Shown extends Photo {
  readonly address: string
  readonly words: string
}

/** What the test found where it differs from the declaration, with its photos. */
export function Findings(props: { readonly proposal: Proposal; readonly photoAddress: (id: string) => string }) {
  const { t } = useTranslation('tracking')
  const [large, setLarge] = useState<Shown | null>(null)
  const { questions, photos, photosComing, comment } = props.proposal
  const differing = questions.filter(({ declaredAnswer, foundAnswer }) => declaredAnswer !== foundAnswer)
  const titles = new Map(questions.map(({ questionId, title }) => [questionId, title]))
  const shown = photos.map((photo, at): Shown => {
    const question = titles.get(photo.questionId ?? '')
    const facts = { at: at + 1, of: photos.length }
    return {
      ...photo,
      address: props.photoAddress(photo.id),
      words:
        question === undefined
          ? t(($) => $.proposal.photoWhole, facts)
          : t(($) => $.proposal.photo, { ...facts, question }),
    }
  })
  const ids = new Set(differing.map(({ questionId }) => questionId))
  const others = shown.filter(({ questionId }) => questionId === null || !ids.has(questionId))
  const same = questions.length - differing.length
  if (questions.length === 0 && photos.length + photosComing === 0 && comment === null) return null
  return (
    <section className={classes.findings} aria-labelledby="proposal-why">
      <h2 id="proposal-why">{t(($) => $.proposal.why)}</h2>
      <ul className={classes.questions}>
        {differing.map(({ questionId, title, declaredAnswer, foundAnswer }) => (
          <li key={questionId}>
            <h3>{title}</h3>
            <dl className={classes.answers}>
              <div>
                <dt>{t(($) => $.proposal.declaredAnswer)}</dt>
                <dd>{declaredAnswer ?? '–'}</dd>
              </div>
              <div data-found>
                <dt>{t(($) => $.proposal.foundAnswer)}</dt>
                <dd>{foundAnswer ?? '–'}</dd>
              </div>
            </dl>
            <Photos photos={shown.filter((photo) => photo.questionId === questionId)} onOpen={setLarge} />
          </li>
        ))}
      </ul>
      {same > 0 ? <p className={classes.text}>{t(($) => $.proposal.sameCount, { count: same })}</p> : null}
      {comment === null ? null : (
        <div className={classes.comment}>
          <h3>{t(($) => $.proposal.comment)}</h3>
          <p>{comment}</p>
        </div>
      )}
      {others.length === 0 ? null : (
        <div>
          <h3>{t(($) => $.proposal.photos)}</h3>
          <Photos photos={others} onOpen={setLarge} />
        </div>
      )}
      {photosComing > 0 && <p role="status">{t(($) => $.proposal.photosComing, { count: photosComing })}</p>}
      <LargePhoto photo={large} onClose={() => setLarge(null)} />
    </section>
  )
}

function Photos({ photos, onOpen }: { readonly photos: readonly Shown[]; readonly onOpen: (photo: Shown) => void }) {
  const { t } = useTranslation('tracking')
  if (photos.length === 0) return null
  return (
    <ul className={classes.photos}>
      {photos.map((photo) => (
        <li key={photo.id}>
          <button
            type="button"
            onClick={() => onOpen(photo)}
            aria-label={`${t(($) => $.proposal.enlarge)} – ${photo.words}`}
          >
            <img src={photo.address} alt="" width={photo.width} height={photo.height} loading="lazy" decoding="async" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function LargePhoto({ photo, onClose }: { readonly photo: Shown | null; readonly onClose: () => void }) {
  const { t } = useTranslation('tracking')
  const id = useId()
  return (
    <Dialog isOpen={photo !== null} onClose={onClose} labelledBy={id}>
      {photo === null ? null : (
        <figure className={classes.large}>
          <img src={photo.address} alt={photo.words} width={photo.width} height={photo.height} />
          <figcaption id={id}>{photo.words}</figcaption>
          <Button kind="iconButton" onClick={onClose} aria-label={t(($) => $.proposal.closePhoto)}>
            <CloseIcon />
          </Button>
        </figure>
      )}
    </Dialog>
  )
}
