import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { charactersOver } from './fits-limit.ts'

/**
 * A note in free text, as long as a comment may be unless told otherwise. It keeps a longer one whole and says by how
 * much: the form that sends it asks `fitsLimit` first.
 */
export function NoteField(props: {
  readonly label: string
  readonly description?: string
  readonly limit?: number
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const { t } = useTranslation('common')
  const { value, limit = textLimits.comment } = props
  const over = charactersOver(value, limit)
  return (
    <Textarea
      label={props.label}
      description={props.description}
      value={value}
      error={over === 0 ? null : t(($) => $.field.over, { count: over, limit })}
      errorProps={{ role: 'alert' }}
      autosize
      minRows={2}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}
