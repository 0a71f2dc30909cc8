import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BuybackDocumentsAnswer } from '#sync/calls/buyback-document.ts'
import { isComing, isLookedFor, pollShippingLabel, type LabelAnswer } from '#web/buyback/label-polling.ts'
import classes from './tracking.module.css'

type Paper = BuybackDocumentsAnswer['documents'][number]

/** The papers of a buyback and where they lie. */
export interface Papers {
  readonly documents: readonly Paper[]
  /** Address of a paper as a file. */
  readonly addressOf: (kind: Paper['kind']) => string
  /** Asks whether the shipping label is ready; the status of the answer. */
  readonly askLabel: (signal: AbortSignal) => Promise<number>
}

/** The papers: those that are ready to open, and those on their way; a label is looked for while the page is open. */
export function PaperCard({ papers }: { readonly papers: Papers }) {
  const { t } = useTranslation('tracking')
  const label = useLabel(papers)
  // What is issued as payment is shown with the payment, once it is, or once it could not be made; a label that is not
  // expected is said below.
  const isShown = ({ kind, state }: Paper): boolean =>
    state === 'ready' ||
    (state !== 'none' &&
      (state === 'failed' || (kind !== 'voucher' && kind !== 'gift_card')) &&
      (kind !== 'shipping_label' || label !== 'notExpected'))
  const shown = papers.documents.filter(isShown)
  return (
    <section className={classes.card} aria-labelledby="tracking-documents">
      <h2 id="tracking-documents">{t(($) => $.tracking.documents)}</h2>
      {shown.length === 0 && label !== 'notExpected' ? <p>{t(($) => $.tracking.noDocuments)}</p> : null}
      <ul className={classes.papers}>
        {shown.map((paper) => (
          <Row
            key={paper.kind}
            name={t(($) => $.tracking.document[paper.kind])}
            address={papers.addressOf(paper.kind)}
            paper={paper.kind === 'shipping_label' ? labelAs(paper, label) : paper}
          />
        ))}
      </ul>
      <p role="status">
        {label === 'ready' ? t(($) => $.tracking.labelReady) : null}
        {label === 'notAvailable' ? t(($) => $.tracking.labelLater) : null}
        {label === 'notExpected' ? t(($) => $.tracking.labelNotExpected) : null}
      </p>
    </section>
  )
}

/** The label by what its own call has said of it: on its way as long as it is looked for (BB-42). */
function labelAs(paper: Paper, label: LabelAnswer | null): Paper {
  if (label === 'ready') return { ...paper, state: 'ready' }
  if (!isLookedFor(paper)) return paper
  return { ...paper, state: label === 'notAvailable' ? 'failed' : 'awaiting' }
}

function Row(props: { readonly name: string; readonly address: string; readonly paper: Paper }) {
  const { t } = useTranslation('tracking')
  const { name, address, paper } = props
  if (paper.state === 'ready')
    return (
      <li>
        <a href={address} target="_blank" rel="noopener">
          {name}
          <span className="visually-hidden">{` (PDF, ${t(($) => $.tracking.newTab)})`}</span>
          <span aria-hidden="true">PDF</span>
        </a>
      </li>
    )
  // Each kind in its own words (BB-43).
  if (paper.state === 'failed') return <li>{t(($) => $.tracking.unavailable[paper.kind])}</li>
  return (
    <li>
      <span>{name}</span>
      <span>{isComing(paper) ? t(($) => $.tracking.awaiting) : t(($) => $.tracking.later)}</span>
    </li>
  )
}

/** Looks for a label that is due; null where none was waited for. */
function useLabel({ documents, askLabel }: Papers): LabelAnswer | null {
  const [answer, setAnswer] = useState<LabelAnswer | null>(null)
  const isAwaited = documents.some((paper) => paper.kind === 'shipping_label' && isLookedFor(paper))
  useEffect(() => {
    if (!isAwaited) return
    const stop = new AbortController()
    void pollShippingLabel({ ask: askLabel, notYet: () => setAnswer('notYet'), signal: stop.signal }).then((found) => {
      if (found !== null) setAnswer(found)
    })
    return () => stop.abort()
  }, [isAwaited, askLabel])
  return answer
}
