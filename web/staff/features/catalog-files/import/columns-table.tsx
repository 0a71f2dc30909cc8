import { NativeSelect, Table, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CatalogContent } from '#domain/catalog-files/catalog-columns.ts'
import type { CheckedFile } from '#sync/calls/catalog-import.ts'
import { useColumnLabel } from './column-labels.ts'
import classes from './import.module.css'

/** The columns of a file, each with what it is read as, which the user may change for this file and later ones. */
export function ColumnsTable(props: {
  readonly content: CatalogContent
  readonly head: CheckedFile['columns']['head']
  /** The columns that an import reads. */
  readonly columns: readonly string[]
  readonly onMatch: (name: string, column: string | null) => void
  readonly isMatching: boolean
}) {
  const { t } = useTranslation('catalog-import')
  const label = useColumnLabel(props.content)
  const { onMatch } = props
  const taken = new Set(props.head.map(({ column }) => column))
  return (
    <section className={classes.stack} aria-label={t(($) => $.check.matching.title)}>
      <Title order={2} size="h4">
        {t(($) => $.check.matching.title)}
      </Title>
      <Text c="dimmed" size="sm">
        {t(($) => $.check.matching.remembered)}
      </Text>
      <div className={classes.columns}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t(($) => $.check.matching.name)}</Table.Th>
              <Table.Th>{t(($) => $.check.matching.samples)}</Table.Th>
              <Table.Th>{t(($) => $.check.matching.readAs)}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {props.head
              .filter(({ name }) => name.trim() !== '')
              .map(({ name, column, by, samples }, at) => (
                <Table.Tr key={`${name} ${at}`} data-unread={column === null ? '' : undefined}>
                  <Table.Td translate="no" className={classes.wrapped}>
                    {name}
                  </Table.Td>
                  <Table.Td translate="no" className={classes.samples}>
                    {samples.join(' · ')}
                  </Table.Td>
                  <Table.Td>
                    <NativeSelect
                      size="md"
                      aria-label={`${t(($) => $.check.matching.readAs)}: ${name}`}
                      description={by === null ? undefined : t(($) => $.check.matching.by[by])}
                      inputWrapperOrder={['input', 'description']}
                      disabled={props.isMatching}
                      value={column ?? ''}
                      data={[
                        { value: '', label: t(($) => $.check.matching.none) },
                        ...props.columns.map((one) => ({
                          value: one,
                          label: label(one),
                          disabled: one !== column && taken.has(one),
                        })),
                      ]}
                      onChange={({ currentTarget: { value } }) => onMatch(name, value === '' ? null : value)}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  )
}
