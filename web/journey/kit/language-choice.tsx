import { useTranslation } from 'react-i18next'
import { languages } from '#domain/kernel/languages.ts'
import { languageCookie } from '#sync/calls/journey.ts'
import classes from './kit.module.css'

const keptSeconds = 365 * 86_400

/**
 * The language of the site; the page is loaded again in the chosen one, and everything typed is kept in the browser.
 */
export function LanguageChoice() {
  const { t, i18n } = useTranslation('journey')
  const choose = (language: string): void => {
    const isSecure = location.protocol === 'https:'
    const name = languageCookie(isSecure)
    document.cookie = `${name}=${language}; Path=/; Max-Age=${keptSeconds}; SameSite=Lax${isSecure ? '; Secure' : ''}`
    location.reload()
  }
  return (
    <select
      className={classes.languages}
      aria-label={t(($) => $.layout.language)}
      value={i18n.language}
      onChange={(event) => choose(event.target.value)}
    >
      {languages.map((language) => (
        <option key={language} value={language} lang={language}>
          {nameOf(language)}
        </option>
      ))}
    </select>
  )
}

// Each language is named in itself, so that its readers find it.
function nameOf(language: (typeof languages)[number]): string {
  return { 'fr-FR': 'Français', 'en-GB': 'English', 'nl-BE': 'Nederlands', 'de-DE': 'Deutsch' }[language]
}
