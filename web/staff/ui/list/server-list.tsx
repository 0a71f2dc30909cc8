import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isUnreachable } from '#web/lib/http.ts'
import { DataList, type DataListProps } from './data-list.tsx'

interface Answer<Row> {
  readonly 'hydra:member': readonly Row[]
  readonly 'hydra:totalItems'?: number | undefined
}

/** What a query of a list call has answered, or how it failed. */
export interface FoundRows<Row> {
  readonly data: Answer<Row> | undefined
  /** Whether `data` answers the question before. */
  readonly isPlaceholderData: boolean
  readonly error: Error | null
  /** When the present question failed last, in Unix milliseconds; 0 if it has not. */
  readonly errorUpdatedAt: number
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

type Own = 'rows' | 'arePassing' | 'total' | 'error' | 'onRetry' | 'isRetrying' | 'actionsOff'

/**
 * A list of the office that the server answers. Rows that were read stay while the server is out of reach, under a line
 * that says so; any other failure shows as the list's failure. While a question is on its way the rows of the one
 * before can be looked at, unless it has failed already: no row is shown as an answer to another question.
 */
export function ServerList<Row>({
  found,
  actionsStay = false,
  ...list
}: {
  readonly found: FoundRows<Row>
  /** Whether the actions do without the server. */
  readonly actionsStay?: boolean
} & Omit<DataListProps<Row>, Own>) {
  const { t } = useTranslation('common')
  const { data, error, isPlaceholderData } = found
  const isLastRead = data !== undefined && isUnreachable(error)
  // Another try takes the error away before it has an answer.
  const hasFailed = found.errorUpdatedAt > 0 && (data === undefined || isPlaceholderData)
  return (
    <>
      {isLastRead && (
        <Alert color="yellow" mb="md" role="status">
          {t(($) => $.list.lastRead)}
        </Alert>
      )}
      <DataList
        {...list}
        rows={data?.['hydra:member']}
        arePassing={isPlaceholderData}
        total={data?.['hydra:totalItems'] ?? null}
        error={isLastRead ? null : (error ?? hasFailed)}
        onRetry={() => void found.refetch()}
        isRetrying={hasFailed && found.isFetching}
        actionsOff={isLastRead && !actionsStay ? t(($) => $.copy.needsNetwork) : null}
      />
    </>
  )
}
