import { Select } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { languages } from '#domain/kernel/languages.ts'
import { brandingAtom, languageOf } from '#web/lib/session.ts'
import { usePlatform, useUser } from '#web/lib/platform.tsx'

// A language is named in itself, whatever the language of the moment.
const names = { 'fr-FR': 'Français', 'en-GB': 'English', 'nl-BE': 'Nederlands', 'de-DE': 'Deutsch' } as const

/** Changes the language of the interface. */
export function LanguageSelect() {
  const { t, i18n } = useTranslation('shell')
  const { session } = usePlatform()
  const user = useUser()
  const branding = useAtomValue(brandingAtom)
  const current = user ? languageOf(user, branding) : languages.find((language) => language === i18n.language)
  return (
    <Select
      label={t(($) => $.user.language)}
      data={languages.map((language) => ({ value: language, label: names[language] }))}
      value={current ?? null}
      allowDeselect={false}
      size="lg"
      onChange={(_, option) => {
        const language = languages.find((one) => one === option?.value)
        if (!language) return
        if (user) session.chooseLanguage(language)
        else {
          document.documentElement.lang = language
          void i18n.changeLanguage(language)
        }
      }}
    />
  )
}
