import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../kit/link-button.tsx'
import classes from './status-screens.module.css'

/** No public page has this address. */
export function NotFoundScreen() {
  const { t } = useTranslation('home')
  return (
    <section className={classes.status}>
      <h1>{t(($) => $.public.notFound)}</h1>
      <p>{t(($) => $.public.notFoundText)}</p>
      <LinkButton href="/">{t(($) => $.public.backHome)}</LinkButton>
    </section>
  )
}

/** The service does not answer. */
export function NotAvailableScreen() {
  const { t } = useTranslation('home')
  return (
    <section className={classes.status}>
      <h1>{t(($) => $.public.notAvailable)}</h1>
      <p>{t(($) => $.public.notAvailableText)}</p>
      <LinkButton href="/">{t(($) => $.public.backHome)}</LinkButton>
    </section>
  )
}
