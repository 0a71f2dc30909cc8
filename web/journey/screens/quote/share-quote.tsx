import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import { CopyButton } from '../../kit/share.tsx'
import { useIsHydrated } from '../../kit/use-is-hydrated.ts'
import { MailQuote, type MailLink } from './mail-quote.tsx'
import kit from '../../kit/kit.module.css'
import classes from './quote.module.css'

/** The private link of an offer: to read, to copy, to hand to another app where the browser can, to print, and by mail. */
export function ShareQuote({ name, mailLink }: { readonly name: string; readonly mailLink: MailLink }) {
  const { t } = useTranslation('tracking')
  const id = useId()
  const isLive = useIsHydrated()
  const [isRefused, setRefused] = useState(false)
  const link = isLive ? `${location.origin}${location.pathname}` : ''
  const canShare = isLive && 'share' in navigator
  const share = (): void => {
    // Who closes the sheet of the phone has changed his mind; there is nothing to say about it.
    navigator.share({ title: t(($) => $.quote.shareTitle, { name }), url: link }).catch(() => undefined)
  }
  return (
    <section className={classes.box} aria-labelledby={`${id}-title`} data-on-paper="no">
      <h2 id={`${id}-title`}>{t(($) => $.quote.sendTitle)}</h2>
      <p>{t(($) => $.quote.sendText)}</p>
      <div className={kit.field}>
        <label htmlFor={id} className={kit.label}>
          {t(($) => $.share.link)}
        </label>
        <input id={id} className={kit.input} readOnly value={link} onFocus={(event) => event.target.select()} />
      </div>
      <div className={classes.ways}>
        {canShare ? (
          <Button kind="quiet" onClick={share}>
            {t(($) => $.share.share)}
          </Button>
        ) : null}
        <CopyButton
          text={link}
          label={t(($) => $.share.copy)}
          done={t(($) => $.share.copied)}
          onFailed={() => setRefused(true)}
        />
        <Button kind="quiet" onClick={() => print()}>
          {t(($) => $.share.print)}
        </Button>
      </div>
      {isRefused ? (
        <Notice tone="warn" isAlert>
          {t(($) => $.share.notCopied)}
        </Notice>
      ) : null}
      <MailQuote mailLink={mailLink} />
    </section>
  )
}
