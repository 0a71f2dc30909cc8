import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** What a select says of choices that are asked of the server: that they are on their way, or why there are none. */
export function useChoiceState(): (found: {
  readonly data: unknown
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => unknown
}) => { readonly notRead: ReactNode; readonly nothingFoundMessage: string | null } {
  const { t } = useTranslation('common')
  return ({ data, error, isFetching, refetch }) => {
    if (data !== undefined) return { notRead: null, nothingFoundMessage: t(($) => $.filter.noChoice) }
    if (error === null || isFetching) return { notRead: null, nothingFoundMessage: t(($) => $.filter.reading) }
    const notRead = (
      <>
        {t(($) => $.filter.notRead)}{' '}
        <Anchor component="button" type="button" size="sm" underline="always" onClick={() => void refetch()}>
          {t(($) => $.action.retry)}
        </Anchor>
      </>
    )
    return { notRead, nothingFoundMessage: null }
  }
}
