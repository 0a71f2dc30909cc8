import { useTranslation } from 'react-i18next'
import type { ConnectorProperty } from '#domain/connector/connector-property.ts'
import { codeText } from '#web/lib/error-text.ts'

/** Writes the name of a property. A test holds the catalog against the texts. */
export function usePropertyName(): (name: string) => string {
  const { t } = useTranslation('connector')
  return (name) => t(($) => $.property[name as keyof typeof $.property])
}

/** Writes what may be chosen. */
export function useChoiceName(): (choice: string) => string {
  const { t } = useTranslation('connector')
  return (choice) => t(($) => $.choice[choice as keyof typeof $.choice])
}

/** Writes what is wrong with a property: what it takes, where the value does not fit. */
export function useFaultText(): (property: ConnectorProperty, code: string | undefined) => string | null {
  const { t, i18n } = useTranslation('connector')
  return ({ kind, min, max }, code) => {
    if (code === undefined) return null
    if (code === 'CONNECTOR_PROPERTY_MISSING') return t(($) => $.form.required)
    if (code !== 'CONNECTOR_PROPERTY_INVALID') return codeText(i18n, code) ?? codeText(i18n, 'REQUEST_INVALID')
    if (kind === 'flag' || kind === 'circuits' || kind === 'shipping_methods' || kind === 'choice')
      return codeText(i18n, code)
    const rule =
      kind === 'url'
        ? t(($) => $.form.address, { max })
        : t(($) => (kind === 'number' ? $.form.numbers : $.form.texts), { min, max })
    return t(($) => $.form.invalid, { rule })
  }
}
