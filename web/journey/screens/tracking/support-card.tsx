import { useTranslation } from 'react-i18next'
import { groupCode } from '#web/lib/format.ts'
import { useSite } from '../../kit/site.ts'
import classes from './tracking.module.css'

/** How the customer reaches the seller, as the account has configured it; a mail names the buyback by itself. */
export function SupportCard({ code }: { readonly code: string }) {
  const { t } = useTranslation('tracking')
  const email = useSite().settings?.sellerSupportEmail ?? null
  if (email === null) return null
  const subject = encodeURIComponent(t(($) => $.tracking.of, { code: groupCode(code) }))
  return (
    <section className={classes.card} aria-labelledby="tracking-support">
      <h2 id="tracking-support">{t(($) => $.tracking.support.title)}</h2>
      <p>{t(($) => $.tracking.support.text)}</p>
      <p>
        <a href={`mailto:${email}?subject=${subject}`}>{email}</a>
      </p>
    </section>
  )
}
