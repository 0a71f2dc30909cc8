import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textPictureHtml } from '#domain/settings/text-picture.ts'
import { defaultText } from '#domain/kernel/text-limits.ts'
import { requiredText } from '#domain/kernel/text-input.schema.ts'
import { addTextPictureCall } from '#sync/calls/text-picture.ts'
import { CallError } from '#web/lib/http.ts'
import { callErrorText, codeText } from '#web/lib/error-text.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { faultText } from './field-fault.ts'
import { PictureField } from './picture-field.tsx'
import { isWrongFile, sentPicture, type PictureValue } from './picture-file.ts'

/** Whose text it is, as calls name it: nothing for the account worked in. */
export type TextOwner = { readonly organizationId?: string }

const altText = requiredText()

/** The way to put a picture of one's own into a text: the file, and what it shows for readers who do not see it. */
export function InsertPicture(props: {
  readonly owner: TextOwner
  /** The text that it goes into, by name. */
  readonly what: string
  readonly onInsert: (html: string) => void
}) {
  const { t } = useTranslation('common')
  const [isOpen, setIsOpen] = useState(false)
  // Known at the press that closes the window: the form unsubscribes from its call somewhat after it is gone.
  const isAwaited = useRef(false)
  const show = (open: boolean): void => {
    isAwaited.current = open
    setIsOpen(open)
  }
  const title = t(($) => $.textPicture.insert)
  return (
    <div>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconPhotoPlus size={18} aria-hidden />}
        aria-label={`${title}: ${props.what}`}
        onClick={() => show(true)}
      >
        {title}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => show(false)}
        title={title}
        closeButtonProps={{ 'aria-label': t(($) => $.action.close) }}
        radius="md"
      >
        <PictureForm
          owner={props.owner}
          onInsert={(html) => {
            if (!isAwaited.current) return
            show(false)
            props.onInsert(html)
          }}
          onCancel={() => show(false)}
        />
      </Modal>
    </div>
  )
}

function PictureForm(props: {
  readonly owner: TextOwner
  readonly onInsert: (html: string) => void
  readonly onCancel: () => void
}) {
  const { t, i18n } = useTranslation('common')
  const http = useHttp()
  const [picture, setPicture] = useState<PictureValue>(undefined)
  const [alt, setAlt] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const send = useSingleMutation({
    mutationFn: (image: string) => http(addTextPictureCall, { query: props.owner, body: { image } }),
    onError: () => undefined,
  })
  const image = sentPicture(picture) ?? null
  const said = altText.safeParse(alt)
  const [wrongAlt] = said.error?.issues ?? []
  const refused = send.error && (send.error instanceof CallError ? codeText(i18n, send.error.code) : null)
  const missing = isAsked && image === null && !isWrongFile(picture) ? t(($) => $.textPicture.missing) : null
  const insert = (): void => {
    setIsAsked(true)
    if (image !== null && said.success)
      send.mutate(image, { onSuccess: (kept) => props.onInsert(textPictureHtml({ ...kept, alt })) })
  }
  return (
    <Stack gap="md">
      <PictureField
        use="text"
        label={t(($) => $.textPicture.file)}
        hint={t(($) => $.textPicture.hint)}
        absent={t(($) => $.textPicture.none)}
        stored={null}
        value={picture}
        problem={missing ?? refused ?? (send.error && callErrorText(i18n, send.error))}
        disabled={send.isPending}
        onChange={(chosen) => {
          send.reset()
          setPicture(chosen)
        }}
      />
      <TextInput
        size="md"
        label={t(($) => $.textPicture.alt)}
        description={t(($) => $.textPicture.altHint)}
        withAsterisk
        maxLength={defaultText.max + 1}
        value={alt}
        error={
          isAsked && wrongAlt !== undefined ? faultText(i18n, wrongAlt.message, { schema: altText, path: [] }) : null
        }
        onChange={(event) => setAlt(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={props.onCancel}>
          {t(($) => $.action.cancel)}
        </Button>
        <Button loading={send.isPending} onClick={insert}>
          {t(($) => $.textPicture.add)}
        </Button>
      </Group>
    </Stack>
  )
}
