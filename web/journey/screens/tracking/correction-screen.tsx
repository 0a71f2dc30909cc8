import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countryNames } from '#domain/kernel/country-names.ts'
import type { CorrectionAnswer } from '#sync/calls/buyback-correction.ts'
import { groupCode } from '#web/lib/format.ts'
import { CallError } from '#web/lib/http.ts'
import { Button } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import { refusalText } from '../../kit/refusal-text.ts'
import { SupportCard } from './support-card.tsx'
import classes from './tracking.module.css'

/** The correction behind the link of a mail, and the way to make it. */
export interface CorrectionScreenProps {
  readonly correction: CorrectionAnswer
  readonly confirm: () => Promise<CorrectionAnswer>
  readonly read: () => Promise<CorrectionAnswer>
}

/** What the link of a mail would correct: confirmed by a press, for programs open links; what became of it afterwards. */
export function CorrectionScreen({ correction: loaded, confirm, read }: CorrectionScreenProps) {
  const { t } = useTranslation('tracking')
  const { t: site } = useTranslation('journey')
  const [became, setBecame] = useState<CorrectionAnswer | null>(null)
  const known = became ?? loaded
  const [isNew, setNew] = useState(false)
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const sending = useRef(false)
  const { state, kind } = known
  const press = async (): Promise<void> => {
    if (sending.current) return
    sending.current = true
    setSending(true)
    setProblem(null)
    try {
      setBecame(await confirm())
      setNew(true)
    } catch (error) {
      // Confirmed in another tab, replaced or over by now: the page shows what it has become.
      const isOver = error instanceof CallError && error.code.startsWith('CORRECTION_')
      const now = isOver ? await read().catch(() => null) : null
      if (now === null) setProblem(refusalText(site, error) ?? t(($) => $.correction.failed))
      else setBecame(now)
    } finally {
      sending.current = false
      setSending(false)
    }
  }
  return (
    <article className={classes.tracking}>
      <header className={classes.state}>
        <p>{t(($) => $.correction.of, { code: groupCode(known.identificationNumber) })}</p>
        <h1>{state === 'open' ? t(($) => $.correction.title[kind]) : t(($) => $.correction.state[state])}</h1>
        {state === 'open' ? <p>{t(($) => $.correction.text, { product: known.productName })}</p> : null}
      </header>
      {state === 'open' ? <Asked correction={known} /> : <Became correction={known} isNew={isNew} />}
      {problem === null ? null : (
        <Notice tone="bad" isAlert>
          {problem}
        </Notice>
      )}
      {state === 'open' ? (
        <>
          <Button disabled={isSending} onClick={() => void press()}>
            {isSending ? t(($) => $.correction.confirming) : t(($) => $.correction.confirm)}
          </Button>
          <p className={classes.private}>{t(($) => $.correction.doubt)}</p>
        </>
      ) : null}
      <SupportCard code={known.identificationNumber} />
    </article>
  )
}

function Became({ correction, isNew }: { readonly correction: CorrectionAnswer; readonly isNew: boolean }) {
  const { t } = useTranslation('tracking')
  const { state, closure } = correction
  if (state === 'open') return null
  return (
    <Notice tone={state === 'applied' ? 'good' : 'warn'} isAlert={isNew}>
      {state === 'closed'
        ? t(($) => $.tracking.correct.closed[closure ?? 'ended'])
        : t(($) => $.correction.stateText[state])}
    </Notice>
  )
}

function Asked({ correction: { bank, address } }: { readonly correction: CorrectionAnswer }) {
  const { t, i18n } = useTranslation('tracking')
  const facts =
    bank === null
      ? ([
          ['clientStreet', address?.street],
          ['clientStreetMore', address?.streetMore],
          ['clientZipCode', address?.zipCode],
          ['clientCity', address?.city],
          ['clientCountry', address && countryNames(i18n.language)(address.country)],
        ] as const)
      : ([
          ['iban', bank.iban],
          ['bic', bank.bic],
          ['accountHolder', bank.accountHolder],
        ] as const)
  return (
    <section className={classes.card}>
      <dl>
        {facts.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{t(($) => $.tracking.correct.field[name])}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </section>
  )
}
