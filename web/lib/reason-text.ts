import { useTranslation } from 'react-i18next'
import { fallbackLanguage } from '#domain/kernel/languages.ts'
import { codeText } from './error-text.ts'

/** Writes the reason of a refused action: the floor's own text, else the general one of the code, else the code. */
export function useReasonText(): (code: string) => string {
  const { i18n } = useTranslation(['warehouse', 'errors'])
  return (code) => {
    const own = (language: string): unknown => i18n.getResource(language, 'warehouse', `errors.${code}`)
    const found = own(i18n.language) ?? own(fallbackLanguage)
    return typeof found === 'string' ? found : (codeText(i18n, code) ?? code)
  }
}
