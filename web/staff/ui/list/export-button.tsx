import { Button } from '@mantine/core'
import { IconDownload, IconPlayerStop } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/platform.tsx'
import { useFileExport } from '#web/lib/use-file-export.ts'

/** Exports an address as a CSV file named after the day, and says how many of `total` rows have come. */
export function ExportButton(props: {
  readonly address: string
  readonly name: string
  readonly label: string
  readonly total: number | null
}) {
  const { address, name, label, total } = props
  const { t } = useTranslation('common')
  const format = useFormat()
  const { done, hasFailed, run, stop } = useFileExport('text/csv')
  const fileName = `${name}-${new Date().toISOString().slice(0, 10)}.csv`
  return (
    <>
      <span role="status">
        {done !== null
          ? t(($) => $.export.progress, {
              done: format.number(Math.min(done, total ?? done)),
              total: format.number(total ?? done),
            })
          : hasFailed
            ? t(($) => $.export.failed)
            : ''}
      </span>
      {done === null ? (
        <Button
          variant="default"
          leftSection={<IconDownload size={20} aria-hidden />}
          disabled={total === null || total === 0}
          onClick={() => void run(address, fileName)}
        >
          {label}
        </Button>
      ) : (
        <Button variant="default" leftSection={<IconPlayerStop size={20} aria-hidden />} onClick={stop}>
          {t(($) => $.export.stop)}
        </Button>
      )}
    </>
  )
}
