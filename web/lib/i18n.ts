import i18next, { type BackendModule, type i18n, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { defaultLanguage, fallbackLanguage, languages, type Language } from '#domain/kernel/languages.ts'
import { withFrenchSpaces } from './french-spaces.ts'

/** Files of texts by their paths, each loaded when its context is first asked for. */
export type TextFiles = Readonly<Record<string, () => Promise<{ readonly default: ResourceKey }>>>

/** Starts the texts in one language; contexts load when a screen first asks for them (SHELL-01, SHELL-02). */
export type StartTexts = (
  language: Language,
  contexts: readonly string[],
  resources?: Readonly<Record<string, Readonly<Record<string, ResourceKey>>>>,
) => Promise<i18n>

/** Whether a text names one of the interface languages. */
export function isLanguage(value: string | null | undefined): value is Language {
  return (languages as readonly string[]).includes(value ?? '')
}

/**
 * Makes the start of the texts from the files that an entry can ever ask for: the names of all of them are in its
 * scripts, so that those of the back office stay out of the public site's.
 */
export function createStartTexts(files: TextFiles): StartTexts {
  const byContext = new Map(Object.entries(files).map(([path, load]) => [path.split('/').slice(-2).join('/'), load]))
  const backend: BackendModule = {
    type: 'backend',
    init: () => undefined,
    read: (language, context, done) => {
      const load = byContext.get(`${language}/${context}.json`)
      if (load === undefined) return done(null, {})
      load().then(
        (file) => done(null, language === 'fr-FR' ? withFrenchSpaces(file.default) : file.default),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
      )
    },
  }
  return async (language, contexts, resources) => {
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
}
