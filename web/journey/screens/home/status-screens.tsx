import { useTranslation } from 'react-i18next'
import kit from '../../kit/kit.module.css'
import { PlainPage } from '../../kit/plain-page.tsx'
import { LinkButton } from '../../kit/link.tsx'

/** No public page has this address. */
export function NotFoundScreen() {
  const { t } = useTranslation('home')
  return (
    <PlainPage>
      <h1>{t(($) => $.public.notFound)}</h1>
      <p>{t(($) => $.public.notFoundText)}</p>
      <LinkButton to="/">{t(($) => $.public.backHome)}</LinkButton>
    </PlainPage>
  )
}

/** The service does not answer; the link loads the document again, because the configuration may be what is missing. */
export function NotAvailableScreen({ problem }: { readonly problem?: string }) {
  const { t } = useTranslation('home')
  return (
    <PlainPage withoutCart>
      <h1>{t(($) => $.public.notAvailable)}</h1>
      <p>{t(($) => $.public.notAvailableText)}</p>
      {problem === undefined ? null : <p>{problem}</p>}
      <a href="/" className={kit.primary}>
        {t(($) => $.public.backHome)}
      </a>
    </PlainPage>
  )
}
