import { useTranslation } from 'react-i18next'
import { Html } from '../../kit/html.tsx'
import { LinkButton } from '../../kit/link.tsx'
import { useSite } from '../../kit/site.ts'
import classes from './search.module.css'

/** A search that found nothing: the account's own message, or a general one, with the support address (PUB-08). */
export function NoResult({ html }: { readonly html: string | null }) {
  const { t } = useTranslation('journey')
  const email = useSite().settings?.sellerSupportEmail ?? null
  return (
    <section className={classes.nothing}>
      {html === null ? <p>{t(($) => $.results.nothing)}</p> : <Html html={html} />}
      {email === null || html?.includes(email) ? null : (
        <p>
          {t(($) => $.results.support)} <a href={`mailto:${email}`}>{email}</a>
        </p>
      )}
      <LinkButton to="/buyback/search/products" quiet>
        {t(($) => $.results.seeAll)}
      </LinkButton>
    </section>
  )
}
