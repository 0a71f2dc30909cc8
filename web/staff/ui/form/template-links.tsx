import { Anchor, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { languages } from '#domain/kernel/languages.ts'
import type { ListTemplateCall } from '#sync/calls/list-workbook.ts'
import { addressOf } from '#web/lib/http.ts'

/** Links to the template of a file that is imported: as CSV, and as a workbook that explains its columns. */
export function TemplateLinks(props: {
  readonly csv: string
  readonly book: Pick<ListTemplateCall, 'path'>
  /** Name of both files, without the ending. */
  readonly name: string
}) {
  const { t, i18n } = useTranslation('common')
  const language = languages.find((one) => one === i18n.language) ?? languages[0]
  return (
    <Group gap="lg">
      <Anchor
        href={addressOf(props.book.path, { query: { language } })}
        download={`${props.name}.xlsx`}
        underline="always"
      >
        {t(($) => $.fileTemplate.book)}
      </Anchor>
      <Anchor href={props.csv} download={`${props.name}.csv`} underline="always">
        {t(($) => $.fileTemplate.csv)}
      </Anchor>
    </Group>
  )
}
