import { Button, Table } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { reasonColumn } from '#domain/organization/user-import.ts'
import { csvOf } from '#web/lib/rows-csv.ts'
import { saveFile } from '#web/lib/use-file-export.ts'
import { StatusBadge, type StatusTone } from '#web/staff/ui/status-badge.tsx'
import { useFaultText } from './fault-text.ts'
import type { ImportLine, useImport } from './use-user-import.ts'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import { ShowMoreButton } from '#web/staff/ui/list/show-more-button.tsx'
import classes from './user.module.css'

type State = ImportLine['state']

const tones: Readonly<Record<State, StatusTone>> = {
  refused: 'problem',
  ready: 'waiting',
  made: 'success',
  known: 'neutral',
}
const states = Object.keys(tones) as readonly State[]

/** The lines of a file with what becomes of each; those that are refused come first. */
export function ImportLines({ lines }: { readonly lines: readonly ImportLine[] }) {
  const { t } = useTranslation('user')
  const faultText = useFaultText()
  const sorted = lines.toSorted((a, b) => states.indexOf(a.state) - states.indexOf(b.state) || a.line - b.line)
  const { shown, others, showAll } = useTruncatedList(sorted)
  return (
    <>
      <dl className={classes.counts} aria-live="polite">
        {states.map((state) => {
          const count = lines.filter((line) => line.state === state).length
          return count === 0 ? null : (
            <div key={state}>
              <dt>{t(($) => $.import.counts[state])}</dt>
              <dd>{count}</dd>
            </div>
          )
        })}
      </dl>
      <div className={classes.lines}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t(($) => $.import.line)}</Table.Th>
              <Table.Th>{t(($) => $.import.user)}</Table.Th>
              <Table.Th>{t(($) => $.import.result)}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((line) => (
              <Table.Tr key={line.line}>
                <Table.Td>{line.line}</Table.Td>
                <Table.Td className={classes.who ?? ''} translate="no">
                  {line.name}
                  <span>
                    {line.email.split('@')[0]}
                    <wbr />
                    {line.email.replace(/^[^@]*/, '')}
                  </span>
                </Table.Td>
                <Table.Td>
                  <StatusBadge tone={tones[line.state]} label={t(($) => $.import[line.state])} />
                  {line.faults.length > 0 && (
                    <ul className={classes.faults}>
                      {line.faults.map((fault) => (
                        <li key={`${fault.column} ${fault.code}`}>{faultText(fault)}</li>
                      ))}
                    </ul>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <ShowMoreButton others={others} onShow={showAll} />
    </>
  )
}

/** Gives the refused lines as a file, with the reason of each at the end. */
export function RefusedFile({ steps: { columns, lines } }: { readonly steps: ReturnType<typeof useImport> }) {
  const { t } = useTranslation('user')
  const faultText = useFaultText()
  const download = (): void => {
    const refused = lines.filter(({ state }) => state === 'refused')
    const head = [...(columns ?? []), reasonColumn]
    const rows = refused.map(({ cells, faults }) => [...cells, faults.map(faultText).join(' ')])
    saveFile(
      [csvOf([head, ...rows], ';')],
      'text/csv',
      t(($) => $.import.refusedName),
    )
  }
  return (
    <Button variant="default" leftSection={<IconDownload size={20} aria-hidden />} onClick={download}>
      {t(($) => $.import.refusedFile)}
    </Button>
  )
}
