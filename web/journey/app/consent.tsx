import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../kit/button.tsx'
import { consentCookieOf, readConsent, type ConsentWord } from '../kit/consent-word.ts'
import { Way } from '../kit/link.tsx'
import { letOthersIn } from '../kit/private-ways.ts'
import { useIsLive } from '../kit/use-is-live.ts'
import { useSite } from '../kit/site.ts'
import { startOthers } from './start-others.ts'
import classes from './journey-layout.module.css'

/** The consent gate: nothing of others is loaded before the visitor agrees, and a site without others asks nothing. */
export function Consent() {
  const { t } = useTranslation('journey')
  const { whiteLabel } = useSite()
  // The server asks nobody; the word is in this browser.
  const isLive = useIsLive()
  const [said, setSaid] = useState<ConsentWord>(null)
  const word = said ?? (isLive ? readConsent(document.cookie) : 'unknown')
  const hasOthers = whiteLabel !== null && (whiteLabel.tagManagerId !== null || whiteLabel.axeptioId !== null)
  // Others would read the address, which opens what it names to whoever has it.
  const isPrivate = useRouterState({
    select: ({ matches }) => matches.some((one) => one.staticData.isPrivate === true),
  })
  // The rules of a document that began with a private page let nobody in, wherever it comes to.
  const [beganPrivate] = useState(isPrivate)
  const router = useRouter()
  useEffect(() => {
    if (readConsent(document.cookie) !== 'all' || whiteLabel === null || !hasOthers || isPrivate || beganPrivate) return
    letOthersIn(router)
    startOthers(whiteLabel)
  }, [whiteLabel, hasOthers, isPrivate, beganPrivate, router])
  if (!hasOthers || isPrivate || word !== null) return null
  const save = (next: 'all' | 'none'): void => {
    document.cookie = consentCookieOf(next, location.protocol === 'https:')
    // Others may be loaded only by a page whose rules the server has opened for them (PUB-43).
    if (next === 'all') location.reload()
    setSaid(next)
  }
  return (
    <section className={classes.consent} aria-labelledby="consent-title">
      <h2 id="consent-title">{t(($) => $.consent.title)}</h2>
      <p>
        {t(($) => $.consent.text)} <Way to="/cookies-policy">{t(($) => $.consent.more)}</Way>
      </p>
      <div className={classes.consentActions}>
        <Button kind="quiet" onClick={() => save('none')}>
          {t(($) => $.consent.refuse)}
        </Button>
        <Button onClick={() => save('all')}>{t(($) => $.consent.accept)}</Button>
      </div>
    </section>
  )
}
