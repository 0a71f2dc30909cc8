import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BuybackDocumentsAnswer } from '#sync/calls/buyback-document.ts'
import type { BuybackAnswer, buybackInstructionsCall } from '#sync/calls/buyback-detail.ts'
import { CallError, type Answer } from '#web/lib/http.ts'
import { Button } from '../../kit/button.tsx'
import { CheckIcon } from '../../kit/icons.tsx'
import { WayButton } from '../../kit/link.tsx'
import { Notice } from '../../kit/notice.tsx'
import { useFormat } from '../../kit/site.ts'
import { SoldBuyback } from './sold-buyback.tsx'
import classes from './checkout.module.css'

/** The calls by which what was sold is read. */
export interface ConfirmationCalls {
  readonly readBuyback: (id: string) => Promise<BuybackAnswer>
  readonly readInstructions: (id: string) => Promise<Answer<typeof buybackInstructionsCall>>
  readonly readDocuments: (id: string) => Promise<BuybackDocumentsAnswer>
}

/** A buyback as its confirmation shows it. */
export interface Sold {
  readonly buyback: BuybackAnswer
  readonly next: Answer<typeof buybackInstructionsCall>
  readonly documents: BuybackDocumentsAnswer['documents']
}

/** What was sold: numbers, what to do now, documents, and the way to follow each (PUB-19). */
export function ConfirmationScreen({ ids, ...calls }: ConfirmationCalls & { readonly ids: readonly string[] }) {
  const { t } = useTranslation(['checkout', 'journey'])
  const format = useFormat()
  const { state, retry } = useSold(ids, calls)
  if (state === 'loading')
    return (
      <p className={classes.waiting} role="status">
        {t(($) => $.loading)}
      </p>
    )
  if (state === 'unknown' || state === 'failed')
    return (
      <section className={classes.nothing}>
        <Notice
          tone={state === 'failed' ? 'bad' : 'warn'}
          isAlert
          title={t(($) => $.confirmation.failedTitle)}
          actions={
            <>
              {state === 'failed' ? <Button onClick={retry}>{t(($) => $.confirmation.retry)}</Button> : null}
              <WayButton to="/home" quiet={state === 'failed'}>
                {t(($) => $.confirmation.home)}
              </WayButton>
            </>
          }
        >
          {state === 'failed' ? t(($) => $.confirmation.failedText) : t(($) => $.confirmation.notFound)}
        </Notice>
      </section>
    )
  const total = state.reduce((sum, { buyback }) => sum + (buyback.totalPriceCents ?? 0), 0)
  return (
    <div className={classes.confirmation}>
      <header className={classes.done}>
        <span className={classes.mark}>
          <CheckIcon />
        </span>
        <h1>{t(($) => $.confirmation.title, { count: state.length })}</h1>
        <p>{t(($) => $.confirmation.text)}</p>
        <p className={classes.total}>
          <span>{t(($) => $.confirmation.total)}</span>
          <strong>{format.money(total)}</strong>
        </p>
        <p className={classes.hint}>{t(($) => $.confirmation.promise)}</p>
      </header>
      <ul className={classes.lines}>
        {state.map((sold) => (
          <SoldBuyback
            key={sold.buyback.id}
            {...sold}
            isOnly={state.length === 1}
            readDocuments={calls.readDocuments}
          />
        ))}
      </ul>
      <div className={classes.after}>
        <Button kind="quiet" onClick={() => print()}>
          {t(($) => $.confirmation.print)}
        </Button>
        <WayButton to="/home" quiet>
          {t(($) => $.confirmation.home)}
        </WayButton>
      </div>
    </div>
  )
}

type State = 'loading' | 'unknown' | 'failed' | readonly Sold[]

function useSold(
  ids: readonly string[],
  calls: ConfirmationCalls,
): { readonly state: State; readonly retry: () => void } {
  const [state, setState] = useState<State>('loading')
  const [round, setRound] = useState(0)
  const latest = useRef(calls)
  const wanted = ids.join()
  useEffect(() => {
    if (wanted === '') return
    let isGone = false
    const show = (next: State): void => (isGone ? undefined : setState(next))
    Promise.all(wanted.split(',').map((id) => readSold(latest.current, id))).then(show, (error: unknown) =>
      show(error instanceof CallError && error.status === 404 ? 'unknown' : 'failed'),
    )
    return () => void (isGone = true)
  }, [wanted, round])
  return {
    state: wanted === '' ? 'unknown' : state,
    retry: () => {
      setState('loading')
      setRound((before) => before + 1)
    },
  }
}

async function readSold(calls: ConfirmationCalls, id: string): Promise<Sold> {
  const [buyback, next, { documents }] = await Promise.all([
    calls.readBuyback(id),
    calls.readInstructions(id),
    calls.readDocuments(id),
  ])
  return { buyback, next, documents }
}
