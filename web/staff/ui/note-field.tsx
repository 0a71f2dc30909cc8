import { Textarea } from '@mantine/core'
import { textLimits } from '#domain/kernel/text-limits.ts'

/** A note in somebody's own words, as long as a comment may be. */
export function NoteField(props: {
  readonly label: string
  readonly description?: string
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  return (
    <Textarea
      label={props.label}
      description={props.description}
      value={props.value}
      maxLength={textLimits.comment}
      autosize
      minRows={2}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}
