import { Button, FileInput, Group, Text } from '@mantine/core'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pictureRules, type PictureError, type PictureUse } from '#domain/configuration/picture.ts'
import { codeText } from '#web/lib/error-text.ts'
import { readPictureFile, type ChosenPicture } from './read-file.ts'
import classes from './design.module.css'

const endings = { 'image/png': '.png', 'image/jpeg': '.jpg,.jpeg', 'image/x-icon': '.ico' } as const

/**
 * A picture of the account: what is shown now, a file in its place, and the way to have none. Undefined: what is stored
 * stays; null: it is taken away.
 */
export function PictureField(props: {
  readonly use: PictureUse
  readonly label: string
  readonly hint: string
  /** What is shown where there is no picture. */
  readonly absent: string
  /** Address of the stored picture. */
  readonly stored: string | null
  readonly value: ChosenPicture | null | undefined
  readonly problem: string | null
  readonly disabled: boolean
  readonly onChange: (value: ChosenPicture | null | undefined) => void
}) {
  const { t, i18n } = useTranslation('branding')
  const { use, label, stored, value, disabled, onChange } = props
  const [wrong, setWrong] = useState<{ readonly file: File; readonly code: PictureError } | null>(null)
  const shown = value === undefined ? stored : (value?.address ?? null)
  const choose = async (file: File | null): Promise<void> => {
    if (file === null) return
    const read = await readPictureFile(file, use)
    setWrong(read.ok ? null : { file, code: read.error })
    if (read.ok) onChange(read.value)
  }
  const told = wrong === null ? props.problem : codeText(i18n, wrong.code)
  const size = value?.sizes[0]
  return (
    <div className={classes.picture}>
      <FileInput
        size="md"
        label={label}
        description={props.hint}
        placeholder={t(($) => $.design.choose)}
        accept={pictureRules[use].types.map((type) => endings[type]).join(',')}
        leftSection={<IconUpload size={18} aria-hidden />}
        // The name of the file that was chosen stays, whether it serves or not.
        valueComponent={() => <span>{wrong?.file.name ?? value?.fileName}</span>}
        value={wrong?.file ?? (value ? new File([], value.fileName) : null)}
        onChange={(file) => void choose(file)}
        error={told}
        disabled={disabled}
      />
      <Group gap="sm" mih={40}>
        {shown === null ? (
          <Text size="sm" c="dimmed">
            {props.absent}
          </Text>
        ) : (
          <img className={classes[use]} src={shown} alt={t(($) => $.design.current, { what: label })} />
        )}
        {size !== undefined && (
          <Text size="sm" c="dimmed">
            {t(($) => $.design.pixels, { width: size.width, height: size.height })}
          </Text>
        )}
        {value !== undefined && (
          <Button
            variant="subtle"
            size="sm"
            disabled={disabled}
            aria-label={t(($) => $.design.keepWhat, { what: label })}
            onClick={() => {
              setWrong(null)
              onChange(undefined)
            }}
          >
            {t(($) => $.design.keep)}
          </Button>
        )}
        {shown !== null && (
          <Button
            variant="subtle"
            color="gray"
            c="red.9"
            size="sm"
            disabled={disabled}
            leftSection={<IconTrash size={18} aria-hidden />}
            aria-label={t(($) => $.design.removeWhat, { what: label })}
            onClick={() => {
              setWrong(null)
              onChange(stored === null ? undefined : null)
            }}
          >
            {t(($) => $.design.remove)}
          </Button>
        )}
      </Group>
    </div>
  )
}
