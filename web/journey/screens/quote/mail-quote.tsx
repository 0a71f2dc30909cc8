import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isEmail } from '#domain/kernel/email.ts'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { Button } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import { refusalText } from '../../kit/refusal-text.ts'
import kit from '../../kit/kit.module.css'
import classes from './quote.module.css'

/** Mails the link to an address; answers false where no more mails go there today. */
export type MailLink = (email: string) => Promise<boolean>

type Outcome =
  | { readonly is: 'idle' | 'invalid' | 'sending' | 'sent' | 'stopped' }
  | { readonly is: 'failed'; readonly words: string | null }

/** The kept price in the customer's own mailbox. */
export function MailQuote({ mailLink }: { readonly mailLink: MailLink }) {
  const { t } = useTranslation('tracking')
  const { t: journey } = useTranslation('journey')
  const id = useId()
  const [email, setEmail] = useState('')
  const [outcome, setOutcome] = useState<Outcome>({ is: 'idle' })
  const send = async (): Promise<void> => {
    const recipient = email.trim()
    if (!isEmail(recipient)) return setOutcome({ is: 'invalid' })
    setOutcome({ is: 'sending' })
    try {
      setOutcome({ is: (await mailLink(recipient)) ? 'sent' : 'stopped' })
    } catch (error) {
      setOutcome({ is: 'failed', words: refusalText(journey, error) })
    }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (outcome.is !== 'sending') void send()
  }
  const isInvalid = outcome.is === 'invalid'
  return (
    <form onSubmit={submit} noValidate aria-label={t(($) => $.quote.mailTitle)}>
      <div className={kit.field}>
        <label htmlFor={id} className={kit.label}>
          {t(($) => $.quote.mailField)}
        </label>
        <input
          id={id}
          className={kit.input}
          type="email"
          autoComplete="email"
          maxLength={textLimits.email}
          value={email}
          aria-invalid={isInvalid}
          aria-describedby={isInvalid ? `${id}-fault` : undefined}
          onChange={(event) => {
            setEmail(event.target.value)
            setOutcome({ is: 'idle' })
          }}
        />
        {isInvalid ? (
          <p id={`${id}-fault`} className={kit.problem} role="alert">
            {t(($) => $.quote.mailInvalid)}
          </p>
        ) : null}
      </div>
      <div className={classes.ways}>
        <Button type="submit" kind="quiet" disabled={outcome.is === 'sending'}>
          {outcome.is === 'sending' ? t(($) => $.quote.mailSending) : t(($) => $.quote.mailSend)}
        </Button>
      </div>
      {outcome.is === 'sent' ? <Notice tone="good">{t(($) => $.quote.mailSent)}</Notice> : null}
      {outcome.is === 'stopped' ? (
        <Notice tone="warn" isAlert>
          {t(($) => $.quote.mailStopped)}
        </Notice>
      ) : null}
      {outcome.is === 'failed' ? (
        <Notice tone="bad" isAlert>
          {outcome.words ?? t(($) => $.quote.mailFailed)}
        </Notice>
      ) : null}
    </form>
  )
}
