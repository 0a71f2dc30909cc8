import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** What a modal says and does (SHELL-48). `preventHide` leaves its buttons as the only way out. */
export interface ModalData {
  readonly title: string
  readonly content: ReactNode
  readonly cancelLabel?: string
  readonly confirmLabel?: string
  readonly preventHide?: boolean
  /** It asks nothing: its one button is a way out like every other. */
  readonly isTold?: boolean
  readonly cancel?: () => void
  readonly confirm: () => void
  /** The confirmation destroys something: it is drawn as such and is not where the focus starts. */
  readonly destructive?: boolean
}

/** Above the panels at the side, whichever was opened first: a question or an error is never behind one. */
const layer = 300

/** Draws a modal; null closes it. */
export function ConfirmModal({ data, onClose }: { readonly data: ModalData | null; readonly onClose: () => void }) {
  const { t } = useTranslation('common')
  const cancel = (): void => {
    data?.cancel?.()
    onClose()
  }
  return (
    <Modal
      opened={data !== null}
      onClose={cancel}
      title={data?.title}
      withCloseButton={data?.preventHide !== true}
      closeOnEscape={data?.preventHide !== true}
      closeOnClickOutside={data?.preventHide !== true}
      closeButtonProps={{ 'aria-label': t(($) => $.action.close) }}
      radius="md"
      zIndex={layer}
    >
      <Text component="div">{data?.content}</Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        {data?.isTold === true || (data?.preventHide === true && data.cancelLabel === undefined) ? null : (
          <Button variant="default" onClick={cancel} data-autofocus={data?.destructive || undefined}>
            {data?.cancelLabel ?? t(($) => $.action.cancel)}
          </Button>
        )}
        <Button
          color={data?.destructive ? 'red.9' : 'brand'}
          onClick={() => {
            data?.confirm()
            onClose()
          }}
          data-autofocus={data?.destructive ? undefined : true}
        >
          {data?.confirmLabel ?? t(($) => $.action.confirm)}
        </Button>
      </Group>
    </Modal>
  )
}
