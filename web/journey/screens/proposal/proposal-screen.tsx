import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groupCode } from '#web/lib/format.ts'
import { CallError } from '#web/lib/http.ts'
import { Button } from '../../kit/button.tsx'
import { ConfirmDialog } from '../../kit/dialog.tsx'
import { Notice } from '../../kit/notice.tsx'
import { refusalText } from '../../kit/refusal-text.ts'
import { useFormat } from '../../kit/site.ts'
import { ComparedPrices, type Proposal } from './compared-prices.tsx'
import { Findings } from './findings.tsx'
import classes from './proposal.module.css'

/** A price proposal, and the way to answer it. */
export interface ProposalProps {
  readonly proposal: Proposal
  /** Address of a photo of the test. */
  readonly photoAddress: (photoId: string) => string
  readonly send: (answer: 'accepted' | 'declined') => Promise<Proposal>
}

/** The new price of a product in litigation: accepted or declined once, and what was answered when opened again. */
export function ProposalScreen({ proposal: loaded, photoAddress, send }: ProposalProps) {
  const { t } = useTranslation(['tracking', 'journey'])
  const { t: site } = useTranslation('journey')
  const format = useFormat()
  const router = useRouter()
  const [answered, setAnswered] = useState<Proposal | null>(null)
  const proposal = answered ?? loaded
  const [asked, setAsked] = useState<'accepted' | 'declined' | null>(null)
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { state, proposedCents } = proposal

  const answer = async (word: 'accepted' | 'declined'): Promise<void> => {
    setAsked(null)
    setSending(true)
    setProblem(null)
    try {
      setAnswered(await send(word))
    } catch (error) {
      setProblem(refusalText(site, error) ?? t(($) => $.proposal.failed))
      // Answered elsewhere or over by now: the page shows what it has become.
      if (error instanceof CallError && isOver.includes(error.code)) await router.invalidate({ filter: isPrivate })
    } finally {
      setSending(false)
    }
  }

  return (
    <article className={classes.proposal}>
      <header className={classes.head}>
        <p>{t(($) => $.proposal.of, { code: groupCode(proposal.buybackCode) })}</p>
        <h1>{t(($) => $.proposal.title, { name: proposal.productName })}</h1>
      </header>
      {state === 'open' ? <p className={classes.text}>{t(($) => $.proposal.text)}</p> : null}
      {state === 'open' ? null : <Answered proposal={proposal} isNew={answered !== null} />}
      <ComparedPrices proposal={proposal} />
      <Findings proposal={proposal} photoAddress={photoAddress} />
      {problem === null ? null : (
        <Notice tone="bad" isAlert>
          {problem}
        </Notice>
      )}
      {state === 'open' ? (
        <section className={classes.decide} aria-labelledby="proposal-deadline">
          <h2 id="proposal-deadline">{t(($) => $.proposal.deadline, { day: format.longDate(proposal.expiresAt) })}</h2>
          <p>
            <strong>{t(($) => $.proposal.free)}</strong> {t(($) => $.proposal.freeText)}
          </p>
          {proposal.endsAs === undefined ? null : <p>{t(($) => $.proposal.ends[proposal.endsAs ?? 'stays_open'])}</p>}
          <div className={classes.actions}>
            <Button disabled={isSending} onClick={() => setAsked('accepted')}>
              {t(($) => $.proposal.accept, { price: format.money(proposedCents) })}
            </Button>
            <Button kind="quiet" disabled={isSending} onClick={() => setAsked('declined')}>
              {t(($) => $.proposal.decline)}
            </Button>
          </div>
        </section>
      ) : null}
      <ConfirmDialog
        isOpen={asked !== null}
        title={asked === 'declined' ? t(($) => $.proposal.declineTitle) : t(($) => $.proposal.acceptTitle)}
        text={
          asked === 'declined'
            ? t(($) => $.proposal.declineText)
            : t(($) => $.proposal.acceptText, { price: format.money(proposedCents) })
        }
        confirm={asked === 'declined' ? t(($) => $.proposal.decline) : t(($) => $.proposal.acceptConfirm)}
        cancel={t(($) => $.proposal.cancel)}
        onConfirm={() => (asked === null ? undefined : void answer(asked))}
        onCancel={() => setAsked(null)}
      />
    </article>
  )
}

const isOver: readonly string[] = ['PROPOSAL_EXPIRED', 'PROPOSAL_CLOSED']

/** The page of the proposal, and not the site around it. */
function isPrivate({ staticData }: { readonly staticData: { readonly isPrivate?: boolean } }): boolean {
  return staticData.isPrivate === true
}

/** What became of the proposal; read out where the customer has just answered. */
function Answered({ proposal, isNew }: { readonly proposal: Proposal; readonly isNew: boolean }) {
  const { t } = useTranslation('tracking')
  const format = useFormat()
  const { state, answeredAt } = proposal
  const word = state === 'open' || state === 'unsent' ? 'closed' : state
  return (
    <Notice tone={word === 'accepted' ? 'good' : 'warn'} isAlert={isNew}>
      {proposal.isByDeadline === true && (word === 'accepted' || word === 'declined')
        ? t(($) => $.proposal.byDeadline[word])
        : t(($) => $.proposal.state[word])}
      {answeredAt === null || proposal.isByDeadline === true
        ? null
        : ` ${t(($) => $.proposal.answeredOn, { day: format.longDate(answeredAt) })}`}
    </Notice>
  )
}
