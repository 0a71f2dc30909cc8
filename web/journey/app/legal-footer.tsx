import { useTranslation } from 'react-i18next'
import { useSite } from '../kit/site.ts'
import classes from './journey-layout.module.css'

/** The legal links, each in a new tab (SHELL-08), and the way in for who works here. */
export function LegalFooter() {
  const { t } = useTranslation('home')
  const { name } = useSite().branding
  const links = [
    ['/eula', t(($) => $.public.eula)],
    ['/service-terms', t(($) => $.public.serviceTerms)],
    ['/faq-and-contact', t(($) => $.public.faq)],
    ['/cookies-policy', t(($) => $.public.cookies)],
  ] as const
  return (
    <footer className={classes.footer}>
      <nav aria-label={t(($) => $.public.legal)}>
        <ul className={classes.links}>
          {links.map(([href, text]) => (
            <li key={href}>
              <a href={href} target="_blank" rel="noopener">
                {text}
                <span className="visually-hidden">{` (${t(($) => $.public.newTab)})`}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <p className={classes.owner}>
        <a href="/login">{t(($) => $.public.staff)}</a>
        <span>{`© ${name}`}</span>
      </p>
    </footer>
  )
}
