import i18next, { type BackendModule, type i18n, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { defaultLanguage, fallbackLanguage, languages, type Language } from '#domain/kernel/languages.ts'
import { withFrenchSpaces } from './french-spaces.ts'

// Mails are written on the server; their texts are no part of the app.
const files = import.meta.glob<{ default: ResourceKey }>([
  '../../public/locales/*/*.json',
  '!../../public/locales/*/mail.json',
])

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, context, done) => {
    const load = files[`../../public/locales/${language}/${context}.json`]
    if (load === undefined) return done(null, {})
    load().then(
      (file) => done(null, language === 'fr-FR' ? withFrenchSpaces(file.default) : file.default),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
    )
  },
}

/** Whether a text names one of the interface languages. */
export function isLanguage(value: string | null | undefined): value is Language {
  return (languages as readonly string[]).includes(value ?? '')
}

/** Starts the texts in one language; contexts load when a screen first asks for them (SHELL-01, SHELL-02). */
export async function startTexts(
  language: Language,
  contexts: readonly string[],
  resources?: Readonly<Record<string, Readonly<Record<string, ResourceKey>>>>,
): Promise<i18n> {
  const texts = i18next.createInstance()
  await texts
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: isLanguage(language) ? language : defaultLanguage,
      fallbackLng: fallbackLanguage,
      supportedLngs: languages,
      load: 'currentOnly',
      // A copy: what is loaded later is added to it, and the server's next page begins with the first ones again.
      ns: [...contexts],
      defaultNS: 'common',
      enableSelector: true,
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
      ...(resources === undefined ? {} : { resources: resources as Record<string, Record<string, ResourceKey>> }),
    })
  return texts
}
