import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../kit/button.tsx'
import { presentConsent } from '../kit/consent-choice.ts'
import { Way } from '../kit/link.tsx'
import { noteThirdPartyScriptsBlocked, guardPrivatePages } from '../kit/private-pages.ts'
import { useSite } from '../kit/site.ts'
import { setConsent, useConsent } from '../kit/use-consent.ts'
import { startThirdPartyScripts } from './third-party-scripts.ts'
import classes from './journey-layout.module.css'

/** The consent gate: nothing of others is loaded before the visitor agrees, and a site without others asks nothing. */
export function Consent() {
  const { t } = useTranslation('journey')
  const { whiteLabel } = useSite()
  const { hasOthers, word } = useConsent()
  // Scripts of others would read the address, and the address alone opens the page's content.
  const isPrivate = useRouterState({
    select: ({ matches }) => matches.some((one) => one.staticData.isPrivate === true),
  })
  // A document that began with a private page keeps the scripts of others out on every page that it shows later.
  const [beganPrivate] = useState(isPrivate)
  const router = useRouter()
  useEffect(() => {
    if (presentConsent() !== 'all' || whiteLabel === null || !hasOthers) return
    if (beganPrivate) return noteThirdPartyScriptsBlocked()
    if (isPrivate) return
    guardPrivatePages(router)
    startThirdPartyScripts(whiteLabel)
  }, [whiteLabel, hasOthers, isPrivate, beganPrivate, router])
  if (!hasOthers || isPrivate || word !== null) return null
  return (
    <section className={classes.consent} aria-labelledby="consent-title">
      <h2 id="consent-title">{t(($) => $.consent.title)}</h2>
      <p>
        {t(($) => $.consent.text)} <Way to="/cookies-policy">{t(($) => $.consent.more)}</Way>
      </p>
      <div className={classes.consentActions}>
        <Button kind="quiet" onClick={() => setConsent('none')}>
          {t(($) => $.consent.refuse)}
        </Button>
        <Button onClick={() => setConsent('all')}>{t(($) => $.consent.accept)}</Button>
      </div>
    </section>
  )
}
