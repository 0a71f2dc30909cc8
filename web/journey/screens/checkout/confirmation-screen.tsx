import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../kit/button.tsx'
import { CheckIcon } from '../../kit/icons.tsx'
import { LinkButton } from '../../kit/link.tsx'
import { Notice } from '../../kit/notice.tsx'
import { useFormat } from '../../kit/site.ts'
import { SoldBuyback } from './sold-buyback.tsx'
import { rememberOrder } from './last-buyback-ids.ts'
import { useSold, type ConfirmationCalls } from './use-sold.ts'
import classes from './checkout.module.css'

/** What was sold: numbers, what to do now, documents, and the way to follow each (PUB-19). */
export function ConfirmationScreen({ ids, ...calls }: ConfirmationCalls & { readonly ids: readonly string[] }) {
  const { t } = useTranslation(['checkout', 'journey'])
  const { states, again } = useSold(ids, calls)
  useEffect(() => rememberOrder(ids), [ids])
  const isWaiting = states.some(([, state]) => state === 'waiting')
  if (!states.some(([, state]) => typeof state === 'object')) {
    if (!isWaiting) return <NothingSold states={states} again={again} />
    return (
      <p className={classes.waiting} role="status">
        {t(($) => $.loading)}
      </p>
    )
  }
  return (
    <div className={classes.confirmation}>
      <ConfirmationHead states={states} />
      <ul className={classes.lines}>
        {states.map(([id, state]) =>
          typeof state === 'object' ? (
            <SoldBuyback key={id} {...state} isOnly={states.length === 1} readDocuments={calls.readDocuments} />
          ) : state === 'waiting' ? null : (
            <li key={id}>
              <Notice
                tone="warn"
                isAlert
                actions={
                  state === 'failed' ? (
                    <Button onClick={() => again([id])}>{t(($) => $.confirmation.again)}</Button>
                  ) : undefined
                }
              >
                {state === 'failed' ? t(($) => $.confirmation.lineFailed) : t(($) => $.confirmation.notFound)}
              </Notice>
            </li>
          ),
        )}
      </ul>
      {isWaiting ? (
        <p className={classes.hint} role="status">
          {t(($) => $.loading)}
        </p>
      ) : null}
      <div className={classes.after}>
        <Button kind="quiet" onClick={() => print()}>
          {t(($) => $.confirmation.print)}
        </Button>
        <LinkButton to="/home" quiet>
          {t(($) => $.confirmation.home)}
        </LinkButton>
      </div>
    </div>
  )
}

type States = ReturnType<typeof useSold>

/** Tells how much was sold, and for how much in all once every product is there. */
function ConfirmationHead({ states }: Pick<States, 'states'>) {
  const { t } = useTranslation('checkout')
  const format = useFormat()
  const sold = states.flatMap(([, state]) => (typeof state === 'object' ? [state] : []))
  const total = sold.reduce((sum, { buyback }) => sum + (buyback.totalPriceCents ?? 0), 0)
  return (
    <header className={classes.done}>
      <span className={classes.mark}>
        <CheckIcon />
      </span>
      <h1>{t(($) => $.confirmation.title, { count: states.length })}</h1>
      <p>{t(($) => $.confirmation.text)}</p>
      {sold.length === states.length ? (
        <p className={classes.total}>
          <span>{t(($) => $.confirmation.total)}</span>
          <strong>{format.money(total)}</strong>
        </p>
      ) : null}
      <p className={classes.hint}>{t(($) => $.confirmation.promise)}</p>
    </header>
  )
}

/** Nothing of the confirmation could be read: it is not this visitor's, or the connection was lost. */
function NothingSold({ states, again }: States) {
  const { t } = useTranslation('checkout')
  const failed = states.filter(([, state]) => state === 'failed').map(([id]) => id)
  const isCut = failed.length > 0
  return (
    <section className={classes.nothing}>
      <Notice
        tone={isCut ? 'bad' : 'warn'}
        isAlert
        title={t(($) => $.confirmation.failedTitle)}
        actions={
          <>
            {isCut ? <Button onClick={() => again(failed)}>{t(($) => $.confirmation.retry)}</Button> : null}
            <LinkButton to="/home" quiet={isCut}>
              {t(($) => $.confirmation.home)}
            </LinkButton>
          </>
        }
      >
        {isCut ? t(($) => $.confirmation.failedText) : t(($) => $.confirmation.notFound)}
      </Notice>
    </section>
  )
}
