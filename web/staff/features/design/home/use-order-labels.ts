import { useTranslation } from 'react-i18next'

/** What the buttons say that order the parts of the home and the products of one, each by its name. */
export function useOrderLabels(): (what: string) => {
  readonly up: string
  readonly down: string
  readonly remove: string
} {
  const { t } = useTranslation('branding')
  return (what) => ({
    up: t(($) => $.home.up, { what }),
    down: t(($) => $.home.down, { what }),
    remove: t(($) => $.home.remove, { what }),
  })
}
