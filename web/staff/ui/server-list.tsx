import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isUnreachable } from '#web/lib/http.ts'
import { DataList, type DataListProps } from './data-list.tsx'

interface Answer<Row> {
  readonly 'hydra:member': readonly Row[]
  readonly 'hydra:totalItems'?: number | undefined
}

/** What a query of a list call has answered, or how it failed. */
interface FoundRows<Row> {
  readonly data: Answer<Row> | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
}

/**
 * A list of the office that the server answers. Rows that were read stay while the server is out of reach, under a line
 * that says so; whatever else fails shows as the list's failure.
 */
export function ServerList<Row>({
  found,
  ...list
}: { readonly found: FoundRows<Row> } & Omit<DataListProps<Row>, 'rows' | 'total' | 'error' | 'onRetry'>) {
  const { t } = useTranslation('common')
  const { data, error } = found
  const isLastRead = data !== undefined && isUnreachable(error)
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
        total={data?.['hydra:totalItems'] ?? null}
        error={isLastRead ? null : error}
        onRetry={() => void found.refetch()}
      />
    </>
  )
}
