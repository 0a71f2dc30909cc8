import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** Asks once before an action: what will happen, what is needed for it, and why it was refused. */
export function ActionDialog(props: {
  readonly title: string
  readonly confirmLabel: string
  readonly cancelLabel?: string
  readonly isDestructive: boolean
  readonly isPending: boolean
  readonly canConfirm?: boolean
  readonly problem: string | null
  readonly onClose: () => void
  readonly onConfirm: () => void
  readonly children: ReactNode
}) {
  const { t } = useTranslation('common')
  const { isPending, onClose, problem } = props
  return (
    <Modal
      opened
      onClose={isPending ? () => undefined : onClose}
      title={props.title}
      closeButtonProps={{ 'aria-label': t(($) => $.action.close) }}
      radius="md"
      size="lg"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          props.onConfirm()
        }}
      >
        <Stack gap="md">
          {props.children}
          {problem === null ? null : (
            <Alert color="red" role="alert">
              {problem}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} disabled={isPending} data-autofocus>
              {props.cancelLabel ?? t(($) => $.action.cancel)}
            </Button>
            <Button
              type="submit"
              color={props.isDestructive ? 'red.9' : 'brand'}
              loading={isPending}
              disabled={props.canConfirm === false}
            >
              {props.confirmLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
