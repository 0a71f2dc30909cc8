import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BuybackDocumentsAnswer } from '#sync/calls/buyback-document.ts'
import { isComing, pollShippingLabel, type LabelAnswer } from '#web/buyback/label-polling.ts'
import classes from './follow.module.css'

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
  const { t } = useTranslation('follow')
  const label = useLabel(papers)
  // What is issued as payment is shown with the payment, once it is; a label that is not expected is said below.
  const isShown = ({ kind, state }: Paper): boolean =>
    state === 'ready' ||
    (state !== 'none' &&
      kind !== 'voucher' &&
      kind !== 'gift_card' &&
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
            paper={paper.kind === 'shipping_label' && label === 'ready' ? { ...paper, state: 'ready' } : paper}
          />
        ))}
      </ul>
      <p role="status" className={classes.label}>
        {label === 'ready' ? t(($) => $.tracking.labelReady) : null}
        {label === 'notAvailable' ? t(($) => $.tracking.labelLater) : null}
        {label === 'notExpected' ? t(($) => $.tracking.labelNotExpected) : null}
      </p>
    </section>
  )
}

function Row(props: { readonly name: string; readonly address: string; readonly paper: Paper }) {
  const { t } = useTranslation('follow')
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
  return (
    <li>
      <span>{name}</span>
      <span>
        {paper.state === 'failed'
          ? t(($) => $.tracking.failed)
          : isComing(paper)
            ? t(($) => $.tracking.awaiting)
            : t(($) => $.tracking.later)}
      </span>
    </li>
  )
}

/** Looks for a label that is due; null where none was waited for. */
function useLabel({ documents, askLabel }: Papers): LabelAnswer | null {
  const [answer, setAnswer] = useState<LabelAnswer | null>(null)
  const isAwaited = documents.some((paper) => paper.kind === 'shipping_label' && isComing(paper))
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
