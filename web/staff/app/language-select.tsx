import { Select } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { languages } from '#domain/kernel/languages.ts'
import { languageAtom } from '#web/lib/session.ts'
import { usePlatform } from '#web/lib/platform.tsx'

// A language is named in itself, in every language of the interface.
const names = { 'fr-FR': 'Français', 'en-GB': 'English', 'nl-BE': 'Nederlands', 'de-DE': 'Deutsch' } as const

/** Changes the language of the interface. */
export function LanguageSelect({ size = 'lg' }: { readonly size?: 'lg' | 'xl' }) {
  const { t } = useTranslation('shell')
  const platform = usePlatform()
  return (
    <Select
      label={t(($) => $.user.language)}
      data={languages.map((language) => ({ value: language, label: names[language] }))}
      value={useAtomValue(languageAtom)}
      allowDeselect={false}
      size={size}
      onChange={(_, option) => {
        const language = languages.find((one) => one === option?.value)
        if (!language) return
        platform.session.chooseLanguage(language)
        void import('#web/lib/refresh-session.ts').then(({ sendLanguage }) => sendLanguage(platform))
      }}
    />
  )
}
