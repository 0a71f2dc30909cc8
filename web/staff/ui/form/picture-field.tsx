import { Button, FileInput, Group, Text } from '@mantine/core'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { allowSameFile } from './chosen-file.ts'
import { pictureRules, type PictureUse } from '#domain/settings/picture.ts'
import { codeText } from '#web/lib/error-text.ts'
import { isWrongFile, readPictureFile, shownAddress, type PictureValue } from './picture-file.ts'
import classes from './picture-field.module.css'

const endings = { 'image/png': '.png', 'image/jpeg': '.jpg,.jpeg', 'image/x-icon': '.ico' } as const

/** A picture that is shown to everybody: what is shown now, a file in its place, and the way to have none. */
export function PictureField(props: {
  readonly use: PictureUse
  readonly label: string
  readonly hint: string
  /** What is shown where there is no picture. */
  readonly absent: string
  /** Address of the stored picture. */
  readonly stored: string | null
  readonly value: PictureValue
  readonly problem: string | null
  readonly disabled: boolean
  readonly onChange: (value: PictureValue) => void
}) {
  const { t, i18n } = useTranslation('common')
  const { use, label, stored, value, disabled, onChange } = props
  const shown = shownAddress(value, stored)
  // A large picture takes a moment, in which the form may have been filled in further.
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  const turn = useRef(0)
  const change = (next: PictureValue): void => {
    turn.current += 1
    onChange(next)
  }
  const choose = async (file: File | null): Promise<void> => {
    if (file === null) return
    // A form that is sent before the picture is read would leave it out.
    change({ fileName: file.name, code: 'PICTURE_BEING_READ' })
    const mine = turn.current
    const read = await readPictureFile(file, use)
    if (turn.current === mine) latest.current(read)
  }
  const told = isWrongFile(value) ? codeText(i18n, value.code) : props.problem
  const isScaled = value !== null && value !== undefined && !isWrongFile(value) && value.isScaled
  const size = isWrongFile(value) ? undefined : value?.sizes[0]
  return (
    <div className={classes.picture}>
      <FileInput
        size="md"
        label={label}
        description={props.hint}
        placeholder={t(($) => $.picture.choose)}
        accept={pictureRules[use].types.map((type) => endings[type]).join(',')}
        leftSection={<IconUpload size={18} aria-hidden />}
        // The name of the file that was chosen stays, whether it serves or not.
        valueComponent={() => <span>{value?.fileName}</span>}
        fileInputProps={allowSameFile}
        value={value ? new File([], value.fileName) : null}
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
          <img className={classes[use]} src={shown} alt={t(($) => $.picture.current, { what: label })} />
        )}
        {size !== undefined && (
          <Text size="sm" c="dimmed">
            {t(($) => $.picture.pixels, { width: size.width, height: size.height })}
            {isScaled && ` · ${t(($) => $.picture.scaled)}`}
          </Text>
        )}
        {value !== undefined && (
          <Button
            variant="subtle"
            size="sm"
            disabled={disabled}
            aria-label={t(($) => $.picture.keepWhat, { what: label })}
            onClick={() => change(undefined)}
          >
            {t(($) => $.picture.keep)}
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
            aria-label={t(($) => $.picture.removeWhat, { what: label })}
            onClick={() => change(stored === null ? undefined : null)}
          >
            {t(($) => $.picture.remove)}
          </Button>
        )}
      </Group>
    </div>
  )
}
