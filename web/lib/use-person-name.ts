import { useTranslation } from 'react-i18next'

/** The words for a person. */
export type PersonName = (name: string) => string

/** How a person is named: work that is locked has no name, and is told as that of a person who has signed out. */
export function usePersonName(): PersonName {
  const { t } = useTranslation('warehouse')
  return (name) => (name === '' ? t(($) => $.product.signedOutPerson) : name)
}
