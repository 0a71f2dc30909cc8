import { createContext, use } from 'react'
import { useTranslation } from 'react-i18next'
import { fallbackLanguage } from '#domain/kernel/languages.ts'
import { codeText } from './error-text.ts'

/** Who has signed out with work that this device has not sent. */
export const SignedOutNamesContext = createContext<readonly string[]>([])

/**
 * The reason of a refused action as text: the floor's own, else the general one of the code, else the code. Work of a
 * user who has signed out is told with their name.
 */
export function useReasonText(): (code: string) => string {
  const { t, i18n } = useTranslation(['warehouse', 'errors'])
  const names = use(SignedOutNamesContext)
  return (code) => {
    if (code === 'ITEM_IN_SEALED_WORK' && names.length > 0) {
      const name = new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(names)
      return t(($) => $.product.sealedBy, { name })
    }
    const own = (language: string): unknown => i18n.getResource(language, 'warehouse', `errors.${code}`)
    const found = own(i18n.language) ?? own(fallbackLanguage)
    return typeof found === 'string' ? found : (codeText(i18n, code) ?? code)
  }
}
