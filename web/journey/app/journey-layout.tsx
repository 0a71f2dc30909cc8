import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useBranding } from '../kit/branding.ts'
import classes from './journey-layout.module.css'

/** Header with the account's logo, page, footer with the legal links (SHELL-08). */
export function JourneyLayout() {
  const { t } = useTranslation('home')
  const { name, logo, externalWebsiteLink } = useBranding()
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <a href="/" className={classes.logo}>
          {logo ? (
            <img src={logo} alt={name} className={classes.image} />
          ) : (
            <span className={classes.name}>{name}</span>
          )}
        </a>
        {externalWebsiteLink ? (
          <a href={externalWebsiteLink.url} className={classes.link}>
            {externalWebsiteLink.text}
          </a>
        ) : null}
        <a href="/login" className={classes.link}>
          {t(($) => $.public.staff)}
        </a>
      </header>
      <main className={classes.main}>
        <Outlet />
      </main>
      <LegalFooter />
    </div>
  )
}

function LegalFooter() {
  const { t } = useTranslation('home')
  const { name } = useBranding()
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
      <span>{`© ${name}`}</span>
    </footer>
  )
}
