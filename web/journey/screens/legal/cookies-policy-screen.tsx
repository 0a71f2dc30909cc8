import { useTranslation } from 'react-i18next'
import { Button } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import { setConsent, useConsent } from '../../kit/use-consent.ts'
import { LegalScreen, type LegalText } from './legal-screen.tsx'

/** The cookie policy (PUB-23), with the way to take back what was said about being counted. */
export function CookiesPolicyScreen({ text }: { readonly text: LegalText }) {
  return (
    <>
      <LegalScreen text={text} />
      <GivenConsent />
    </>
  )
}

/** What this browser has said, and how to say otherwise. */
function GivenConsent() {
  const { t } = useTranslation('journey')
  const { hasOthers, word } = useConsent()
  if (!hasOthers || word === null || word === 'unknown') return null
  return (
    <Notice
      title={t(($) => $.consent.title)}
      actions={
        <Button kind="quiet" onClick={() => setConsent(null)}>
          {t(($) => $.consent.change)}
        </Button>
      }
    >
      {t(($) => $.consent.said[word])}
    </Notice>
  )
}
