import { Button, Stack, Table, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { CountDifferenceAnswer } from '#sync/calls/stock.ts'
import { groupCode } from '#web/lib/format.ts'
import { useFormat, useHttp } from '#web/lib/platform.tsx'
import { DateTime } from '#web/staff/ui/date-time.tsx'
import { RowsSkeleton } from '#web/staff/ui/states.tsx'
import { LoadError } from './load-error.tsx'
import { separatorOf } from '#web/lib/rows-csv.ts'
import { countCsv } from './count-csv.ts'
import { countQuery } from './stock-calls.ts'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import { ShowMoreButton } from '#web/staff/ui/list/show-more-button.tsx'
import styles from './admin.module.css'

/** How each product that an ended count did not find as expected was resolved. */
export function CountDifferences({ id }: { readonly id: string }) {
  const { t, i18n } = useTranslation('stock')
  const http = useHttp()
  const format = useFormat()
  const found = useQuery(countQuery(http, id))
  const { shown, others, showAll } = useTruncatedList(found.data?.differences ?? [])
  if (found.data === undefined) {
    return found.error === null ? (
      <RowsSkeleton rows={4} />
    ) : (
      <LoadError error={found.error} onRetry={() => void found.refetch()} />
    )
  }
  const { differences, stockName, endedAt, comment, missingCount, unexpectedCount } = found.data
  // A colleague's move elsewhere may have resolved what differed: that left no line in the count.
  const agrees = missingCount + unexpectedCount === 0
  const resolution = (one: CountDifferenceAnswer): string =>
    one.resolution === 'moved' && one.fromStockName !== null
      ? t(($) => $.counts.movedFrom, { stock: one.fromStockName })
      : t(($) => $.count.resolution[one.resolution])
  const titles = {
    code: t(($) => $.counts.code),
    product: t(($) => $.counts.product),
    resolution: t(($) => $.counts.resolution),
    by: t(($) => $.counts.by),
    at: t(($) => $.counts.at),
  }
  const save = (): void => {
    const texts = {
      title: (column: keyof typeof titles) => titles[column],
      resolution,
      at: (at: string) => at,
      separator: separatorOf(i18n.language),
    }
    const link = document.createElement('a')
    const address = URL.createObjectURL(new Blob([countCsv(differences, texts)], { type: 'text/csv' }))
    link.href = address
    link.download = `${stockName} ${endedAt.slice(0, 10)}.csv`
    link.click()
    URL.revokeObjectURL(address)
  }
  return (
    <Stack gap="md">
      <Text fw={600} className={styles.text ?? ''}>
        {stockName} · <DateTime value={endedAt} />
      </Text>
      {comment !== null && <Text className={styles.text ?? ''}>{comment}</Text>}
      {differences.length === 0 ? (
        <Text c="dimmed">{t(($) => (agrees ? $.counts.none : $.counts.elsewhere))}</Text>
      ) : (
        <>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{titles.product}</Table.Th>
                <Table.Th>{titles.resolution}</Table.Th>
                <Table.Th>{titles.at}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((one) => (
                <Table.Tr key={one.itemId}>
                  <Table.Td className={styles.text ?? ''}>
                    {[one.brand, one.productLabel].filter((part) => part !== null).join(' ')}
                    <Text size="sm" c="dimmed">
                      {groupCode(one.code)}
                    </Text>
                  </Table.Td>
                  <Table.Td className={styles.text ?? ''}>{resolution(one)}</Table.Td>
                  <Table.Td>
                    {format.dateTime(one.at)}
                    <Text size="sm" c="dimmed">
                      {one.actorName}
                    </Text>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <ShowMoreButton others={others} onShow={showAll} />
          <Button
            variant="default"
            leftSection={<IconDownload size={20} aria-hidden />}
            style={{ alignSelf: 'flex-start' }}
            onClick={save}
          >
            {t(($) => $.counts.csv)}
          </Button>
        </>
      )}
    </Stack>
  )
}
