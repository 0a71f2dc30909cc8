import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { correctionKinds, type CorrectionKind } from '#domain/buyback/buyback-correction.ts'
import type { AskedCorrection, TrackedCorrections } from '#sync/calls/buyback-correction.ts'
import { Button } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import type { CorrectionBody, CorrectionForm } from './correction-form.tsx'
import classes from './tracking.module.css'

interface CorrectionProps {
  readonly corrections: TrackedCorrections
  readonly ask: (body: CorrectionBody) => Promise<AskedCorrection>
  readonly loadForm?: () => Promise<{ readonly CorrectionForm: typeof CorrectionForm }>
}

const formOfItsOwn = () => import('./correction-form.tsx')

/** What the customer may correct until the payment begins, each by a mail of its own; why not, once that is over. */
export function CorrectionCard({ corrections, ask, loadForm = formOfItsOwn }: CorrectionProps) {
  const { t } = useTranslation('tracking')
  const [kind, setKind] = useState<CorrectionKind | null>(null)
  const [asked, setAsked] = useState<AskedCorrection | null>(null)
  // Not a lazy component: one that does not come would take the page with it.
  const [part, setPart] = useState<{ readonly Form: typeof CorrectionForm } | null>(null)
  const [isMissing, setMissing] = useState(false)
  const load = async (): Promise<void> => {
    try {
      const { CorrectionForm: Form } = await loadForm()
      setPart({ Form })
      setMissing(false)
    } catch {
      setMissing(true)
    }
  }
  const open = correctionKinds.filter((one) => corrections[one] === null)
  const begin = (one: CorrectionKind): void => {
    setAsked(null)
    setKind(one)
    if (part === null) void load()
  }
  // Of what was never open nothing is said: a voucher has no bank account.
  const closures = [...new Set(correctionKinds.map((one) => corrections[one]))].filter(
    (one) => one === 'payment_begun' || one === 'carrier_comes' || one === 'not_served' || one === 'no_mailbox',
  )
  const isOffered = open.length > 0
  useEffect(() => {
    // Loaded with the card: the network may be gone once it is pressed.
    if (isOffered)
      void loadForm().then(
        ({ CorrectionForm: Form }) => setPart({ Form }),
        () => undefined,
      )
  }, [isOffered, loadForm])
  if (open.length === 0 && closures.length === 0) return null
  return (
    <section className={classes.card} aria-labelledby="tracking-correct">
      <h2 id="tracking-correct">{t(($) => $.tracking.correct.title)}</h2>
      {open.length === 0 ? null : <p>{t(($) => $.tracking.correct.text)}</p>}
      {closures.map((closure) => (
        <p key={closure}>{t(($) => $.tracking.correct.closed[closure])}</p>
      ))}
      {asked === null ? null : (
        <Notice tone={asked.isSent ? 'good' : 'warn'} isAlert>
          {asked.isSent
            ? t(($) => $.tracking.correct.sent, { mailbox: asked.mailbox })
            : t(($) => $.tracking.correct.stopped)}
        </Notice>
      )}
      {kind !== null && part === null && isMissing ? (
        <Notice tone="warn" isAlert>
          {t(($) => $.tracking.correct.failed)}
        </Notice>
      ) : null}
      {kind === null || part === null ? (
        open.map((one) => (
          <Button key={one} kind="quiet" onClick={() => begin(one)}>
            {t(($) => $.tracking.correct.begin[one])}
          </Button>
        ))
      ) : (
        <part.Form
          key={kind}
          kind={kind}
          countries={corrections.countries}
          ask={ask}
          onAsked={(answer) => {
            setAsked(answer)
            setKind(null)
          }}
          onKeep={() => setKind(null)}
        />
      )}
    </section>
  )
}
